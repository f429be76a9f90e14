import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import {
  FigureTicketsPageSchema,
  figureTicketsPageQuery,
  LISTED_FIGURES,
} from './list-figure-tickets.call.ts'
import { periodQuery } from './period.ts'

/**
 * `handling` lists the tickets of `handling` in `own-figures`, independent of the period. `secs` is the time for which
 * the user had the ticket.
 */
export const OWN_LISTED_FIGURES = [...LISTED_FIGURES, 'handling'] as const

/** Lists the tickets of the user's own metrics, for every role. `held` contains the tickets of `handled_count`. */
export const listOwnFigureTickets = defineCall({
  name: 'listOwnFigureTickets',
  method: 'GET',
  path: '/api/staff/own-figure-tickets',
  summary: "The cases behind one of the caller's own figures, the latest or the longest first",
  access: 'staff',
  query: z.object({ ...periodQuery, figure: z.enum(OWN_LISTED_FIGURES), ...figureTicketsPageQuery }),
  answer: FigureTicketsPageSchema,
  errors: ['forbidden_channel'],
})

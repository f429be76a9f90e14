import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { FigureCasesPageSchema, figureCasesPageQuery, LISTED_FIGURES } from './list-figure-cases.call.ts'
import { periodQuery } from './period.ts'

/**
 * `handling` lists the tickets of `handling` in `own-figures`, independent of the period. `secs` is the time for which
 * the user had the ticket.
 */
export const OWN_LISTED_FIGURES = [...LISTED_FIGURES, 'handling'] as const

/** Lists the tickets of the user's own metrics, for every role. `held` contains the tickets of `handled_count`. */
export const listOwnFigureCases = defineCall({
  name: 'listOwnFigureCases',
  method: 'GET',
  path: '/api/staff/own-figure-cases',
  summary: "The cases behind one of the caller's own figures, the latest or the longest first",
  access: 'staff',
  query: z.object({ ...periodQuery, figure: z.enum(OWN_LISTED_FIGURES), ...figureCasesPageQuery }),
  answer: FigureCasesPageSchema,
  errors: ['forbidden_channel'],
})

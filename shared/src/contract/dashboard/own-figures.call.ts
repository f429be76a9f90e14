import * as z from 'zod/mini'
import { CountSchema, listOf } from '../answer-parts.ts'
import { ADMIN_RECENT_TICKETS, CLOSED_SAMPLE } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { decodeTicket, TicketSchema } from '../tickets/ticket.ts'
import { CountedFiguresSchema, DayFiguresSchema, FiguresSchema, readingParts } from './figures.ts'
import { listPercentileParts } from './list-figure-cases.call.ts'
import { DaySchema, periodQuery } from './period.ts'

const Answer = z.object({
  from: DaySchema,
  to: DaySchema,
  /** When they were read, by the server's clock. */
  at: readingParts.at,
  is_counting: readingParts.is_counting,
  /** Of the caller alone: `handled_count` counts every case that came to them, also from a colleague, as in the ranking. */
  totals: FiguresSchema,
  /**
   * Of as many days just before; where the period is not over, up to the same moment of the same day of them (`reply_count`: to the end of
   * the day before that).
   */
  totals_before: CountedFiguresSchema,
  /** Every day of the period, in order. */
  days: z.array(DayFiguresSchema),
  /** Whatever the period: the caller's open cases, those in which something happened last first. */
  open_tickets: z.array(TicketSchema).check(z.maxLength(ADMIN_RECENT_TICKETS)),
  /** How many they have in all, at most `MAX_COUNTED_CASES`. */
  open_count: CountSchema,
  /**
   * Whatever the period: from when a case first came to the caller until they closed it, over the last `CLOSED_SAMPLE` cases of which
   * both were, among the last 1,000 that they closed; null when there are none. `sample`: how many there were.
   */
  handling: z.object({
    sample: CountSchema.check(z.lte(CLOSED_SAMPLE)),
    avg_secs: z.nullable(z.number()),
    ...listPercentileParts,
  }),
})

/** What anybody who is signed in has done themselves; the figures are of one moment. */
export const ownFigures = defineCall({
  name: 'ownFigures',
  method: 'GET',
  path: '/api/staff/own-figures',
  summary: "The caller's own figures over the last days, their open cases and how long they take",
  access: 'staff',
  query: z.object(periodQuery),
  answer: Answer,
  decode: z.extend(Answer, { open_tickets: listOf(decodeTicket) }),
  errors: ['forbidden_channel'],
})

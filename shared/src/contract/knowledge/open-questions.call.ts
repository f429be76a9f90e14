import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { CountSchema, MomentSchema } from '../response-parts.ts'

/** A group of similar customer questions that the knowledge base does not answer. */
export const OpenQuestionSchema = z.object({
  id: z.string(),
  asked: CountSchema,
  last_asked_at: MomentSchema,
  /** Questions in the customers' words, without duplicates, latest first. */
  questions: z.array(z.string()),
  ticket_id: z.string(),
  message_id: z.string(),
})
export type OpenQuestion = z.infer<typeof OpenQuestionSchema>

/** Lists question groups, most frequent first. A group disappears soon after the knowledge base answers it. */
export const listOpenQuestions = defineCall({
  name: 'listOpenQuestions',
  method: 'GET',
  path: '/kb/open-questions',
  summary: 'Questions of customers that the knowledge base does not answer',
  access: 'BUSINESS',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 10),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000)), 0),
  }),
  response: z.object({
    items: z.array(OpenQuestionSchema),
    /** Number of question groups, counted up to 1,000. */
    total: CountSchema,
  }),
})

/** Dismisses an open question, which does not return when customers ask it again. */
export const dismissOpenQuestion = defineCall({
  name: 'dismissOpenQuestion',
  method: 'POST',
  path: '/kb/open-questions/:id/dismiss',
  summary: 'Dismiss a question that needs no answer',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid() }),
  response: z.object({ ok: z.literal(true) }),
  errors: ['forbidden', 'not_found'],
})

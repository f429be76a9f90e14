import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'

/** Customers' questions that ask the same, and that the knowledge base does not answer. */
export const OpenQuestionSchema = z.object({
  id: z.string(),
  /** By how many messages. */
  asked: CountSchema,
  last_asked_at: MomentSchema,
  /** In the customers' words, each once, those asked last first; a few. */
  questions: z.array(z.string()),
  /** The case in which it was asked last. */
  ticket_id: z.string(),
  message_id: z.string(),
})
export type OpenQuestion = z.infer<typeof OpenQuestionSchema>

/** What to write next: asked most often first. A group leaves the list soon after the knowledge base answers it. */
export const listOpenQuestions = defineCall({
  name: 'listOpenQuestions',
  method: 'GET',
  path: '/kb/open-questions',
  summary: 'What customers ask and the knowledge base does not answer',
  access: 'BUSINESS',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 10),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000)), 0),
  }),
  answer: z.object({
    items: z.array(OpenQuestionSchema),
    /** Counted up to 1,000. */
    total: CountSchema,
  }),
})

/** It needs no answer: it leaves the list, and does not come back when it is asked again. */
export const dismissOpenQuestion = defineCall({
  name: 'dismissOpenQuestion',
  method: 'POST',
  path: '/kb/open-questions/:id/dismiss',
  summary: 'Take a question that needs no answer off the list',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ ok: z.literal(true) }),
  errors: ['forbidden', 'not_found'],
})

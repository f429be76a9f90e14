import * as z from 'zod/mini'
import { MomentSchema } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { ValiditySchema } from './knowledge-entry.ts'

/** What the knowledge base says to a customer's question, ready for the field to answer in. */
export const SuggestedAnswerSchema = z.object({
  entry_id: z.string(),
  source: z.string(),
  /** Of the page that it was read from; null: a person wrote it. Servers of the first days do not say. */
  url: z.optional(z.nullable(z.string())),
  /** The first question it answers, the promotion's name, or how the text begins. */
  title: z.string(),
  /** What may be sent: an answer without its questions, a promotion's words. null: it is a picture alone. */
  text: z.nullable(z.string()),
  /** A picture that may be sent; null: none. */
  image_url: z.nullable(z.string()),
  /** The customer's words that stand in it. */
  matched: z.array(z.string()),
  /** Whether it is likely to be what was asked for; otherwise it only comes near. */
  is_close: z.boolean(),
  /** The earlier message of the customer that it answers; null: it is for the last one. Servers of the first days do not say. */
  earlier_question: z.optional(z.nullable(z.string())),
  /** When its entry holds, and when it was changed last. Servers of the first days do not say. */
  ...z.partial(ValiditySchema).shape,
  updated_at: z.optional(MomentSchema),
})
export type SuggestedAnswer = z.infer<typeof SuggestedAnswerSchema>

/**
 * The best answers to what the customer wrote last: all since the last answer, or, where everything is answered, before it. Nothing
 * is sent by it. Without a question that can be looked for, or with nothing that comes near, `answers` is empty.
 */
export const suggestAnswers = defineCall({
  name: 'suggestAnswers',
  method: 'GET',
  path: '/api/staff/tickets/:id/answers',
  summary: 'What the knowledge base says to what a customer has asked last',
  access: 'staff',
  params: TicketIdSchema,
  answer: z.object({
    /** What was looked for, in the customer's words; empty: nothing can be looked for. */
    question: z.string(),
    /** Those for the last message first, best first; at most three. */
    answers: z.array(SuggestedAnswerSchema),
    /** Whether an answer can be drafted of them (`draftAnswer`). */
    can_draft: z.boolean(),
  }),
  errors: ['ticket_not_found', 'forbidden_channel'],
})

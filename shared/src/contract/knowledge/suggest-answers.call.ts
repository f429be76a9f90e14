import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { MomentSchema } from '../response-parts.ts'
import { ValiditySchema } from './knowledge-entry.ts'

/** A text to insert into a reply. Servers with only the specification's API calls omit the optional fields. */
export const SuggestedAnswerSchema = z.object({
  entry_id: z.string(),
  source: z.string(),
  url: z.optional(z.nullable(z.string())),
  /** First question of the entry, name of the promotion, or start of the text. */
  title: z.string(),
  /** The answer without its questions, or the text of a promotion. Null when the entry has only an image. */
  text: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  matched: z.array(z.string()),
  is_close: z.boolean(),
  /** Customer message that this answer is for; null for the latest message. */
  earlier_question: z.optional(z.nullable(z.string())),
  ...z.partial(ValiditySchema).shape,
  updated_at: z.optional(MomentSchema),
})
export type SuggestedAnswer = z.infer<typeof SuggestedAnswerSchema>

/** Searches for answers to the messages since the last reply or, if there are none, to the messages before it. */
export const suggestAnswers = defineCall({
  name: 'suggestAnswers',
  method: 'GET',
  path: '/api/staff/tickets/:id/answers',
  summary: "Answers from the knowledge base to the customer's latest question",
  access: 'staff',
  params: TicketIdSchema,
  response: z.object({
    /** The question in the customer's words. Empty when there is nothing to search for. */
    question: z.string(),
    /** At most three answers: answers to the latest message first, best first. */
    answers: z.array(SuggestedAnswerSchema),
    can_draft: z.boolean(),
  }),
  errors: ['ticket_not_found', 'forbidden_channel'],
})

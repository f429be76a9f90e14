import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { MomentSchema } from '../response-parts.ts'
import { ValiditySchema } from './knowledge-entry.ts'

/** An answer of the knowledge base to a customer's question, ready to insert into a reply. */
export const SuggestedAnswerSchema = z.object({
  entry_id: z.string(),
  source: z.string(),
  /**
   * URL of the web page that the entry was imported from; null when a staff member wrote the entry. Servers that
   * implement only the API calls of the specification omit this field.
   */
  url: z.optional(z.nullable(z.string())),
  /** First question of the entry, name of the promotion, or start of the text. */
  title: z.string(),
  /**
   * Text to send: the answer without its questions, or the text of a promotion. Null when the entry has only an image.
   */
  text: z.nullable(z.string()),
  /** Image to send; null when the entry has no image. */
  image_url: z.nullable(z.string()),
  /** Words of the customer's question that the entry contains. */
  matched: z.array(z.string()),
  /** True when the entry probably answers the question, false when it is only similar. */
  is_close: z.boolean(),
  /**
   * Earlier customer message that this answer is for; null when it is for the latest message. Servers that implement
   * only the API calls of the specification omit this field.
   */
  earlier_question: z.optional(z.nullable(z.string())),
  /**
   * Validity period of the entry, and time of the entry's last change. Servers that implement only the API calls of the
   * specification omit these fields.
   */
  ...z.partial(ValiditySchema).shape,
  updated_at: z.optional(MomentSchema),
})
export type SuggestedAnswer = z.infer<typeof SuggestedAnswerSchema>

/**
 * Returns the best answers to the customer's latest messages: all messages since the last reply, or, when there are
 * none, the messages before it. Sends nothing. `answers` is empty when there is no question to search for, or no
 * similar entry.
 */
export const suggestAnswers = defineCall({
  name: 'suggestAnswers',
  method: 'GET',
  path: '/api/staff/tickets/:id/answers',
  summary: "Answers from the knowledge base to the customer's latest question",
  access: 'staff',
  params: TicketIdSchema,
  response: z.object({
    /** Question that was searched for, in the customer's words. Empty when there is nothing to search for. */
    question: z.string(),
    /** Answers, at most three: those to the latest message first, best first. */
    answers: z.array(SuggestedAnswerSchema),
    /** True when `draftAnswer` can draft a reply from the answers. */
    can_draft: z.boolean(),
  }),
  errors: ['ticket_not_found', 'forbidden_channel'],
})

import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'

/** One text of the knowledge base that a draft was made of. */
export const DraftSourceSchema = z.object({
  entry_id: z.string(),
  source: z.string(),
  title: z.string(),
})

/**
 * A draft of an answer to what the customer wrote last, made of texts of the knowledge base alone. Nothing is sent by it. Where they do
 * not hold an answer `sentences` is empty. `not_found`: no chat endpoint is configured (`can_draft` of `suggestAnswers` says so before).
 */
export const draftAnswer = defineCall({
  name: 'draftAnswer',
  method: 'POST',
  path: '/api/staff/tickets/:id/answer-draft',
  summary: 'Draft an answer from the knowledge base',
  access: 'staff',
  params: TicketIdSchema,
  answer: z.object({
    /** Each with the texts that it is from, as places in `sources`: one at least. */
    sentences: z.array(z.object({ text: z.string(), sources: z.array(z.int().check(z.nonnegative())) })),
    sources: z.array(DraftSourceSchema),
  }),
  errors: ['ticket_not_found', 'forbidden_channel', 'not_found', 'draft_failed', 'draft_too_slow'],
})

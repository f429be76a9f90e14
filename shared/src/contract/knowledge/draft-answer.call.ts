import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { TicketIdSchema } from '../request-parts.ts'

export const DraftSourceSchema = z.object({
  entry_id: z.string(),
  source: z.string(),
  title: z.string(),
})

/** Drafts a reply from knowledge entries. Without an answer `sentences` is empty. `not_found`: no language model. */
export const draftAnswer = defineCall({
  name: 'draftAnswer',
  method: 'POST',
  path: '/api/staff/tickets/:id/answer-draft',
  summary: 'Draft a reply from the knowledge base',
  access: 'staff',
  params: TicketIdSchema,
  response: z.object({
    /** Sentences of the draft, each with the indexes of at least one entry in `sources`. */
    sentences: z.array(z.object({ text: z.string(), sources: z.array(z.int().check(z.nonnegative())) })),
    sources: z.array(DraftSourceSchema),
  }),
  errors: ['ticket_not_found', 'forbidden_channel', 'not_found', 'draft_failed', 'draft_too_slow'],
})

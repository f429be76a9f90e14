import * as z from 'zod'
import { listOf } from '../answer-parts.ts'
import { MAX_MESSAGES_LIMIT, MESSAGES_LIMIT } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asFlag, asRaw, rawItems } from '../raw-json.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { decodeMessage, MessageSchema } from './message.ts'

/**
 * The newest messages, oldest of them first. `after_seq`: what came since; `before_seq`: the page before. `after_revision`: what
 * came or changed since, in the order of revision. `has_more`: more of them lie beyond this page in the direction asked for.
 */
export const listMessages = defineCall({
  name: 'listMessages',
  method: 'GET',
  path: '/api/staff/tickets/:id/messages',
  summary: 'Messages of a ticket in the order of seq, or of revision',
  access: 'staff',
  params: TicketIdSchema,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(MAX_MESSAGES_LIMIT).default(MESSAGES_LIMIT),
    after_seq: z.coerce.number().int().nonnegative().optional(),
    before_seq: z.coerce.number().int().positive().optional(),
    after_revision: z.coerce.number().int().nonnegative().optional(),
  }),
  answer: z.object({ items: z.array(MessageSchema), has_more: z.boolean() }),
  decode: z.preprocess(
    (value) => ({ items: rawItems(value), has_more: asFlag(asRaw(value).has_more) }),
    z.object({ items: listOf(decodeMessage), has_more: z.boolean() }),
  ),
  errors: ['ticket_not_found', 'forbidden_channel'],
})

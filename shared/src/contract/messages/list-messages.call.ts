import * as z from 'zod/mini'
import { listOf, preprocess } from '../answer-parts.ts'
import { MAX_MESSAGES_LIMIT, MESSAGES_LIMIT } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asFlag, asRaw, rawItems } from '../raw-json.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { ConversationLineSchema } from './conversation-line.ts'
import { decodeMessage, MessageSchema } from './message.ts'

/**
 * The newest messages, oldest of them first. `after_seq`: what came since; `before_seq`: the page before. `after_revision`: what
 * came or changed since, in the order of revision. `has_more`: more of them lie beyond this page in the direction asked for.
 * `lines`: what else stands among these messages, or came or changed since that revision; both count for the limit then. `revision`:
 * whoever adds this answer to what they have lacks nothing up to there; 0: the server does not count.
 */
export const listMessages = defineCall({
  name: 'listMessages',
  method: 'GET',
  path: '/api/staff/tickets/:id/messages',
  summary: 'Messages of a ticket',
  access: 'staff',
  params: TicketIdSchema,
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_MESSAGES_LIMIT)), MESSAGES_LIMIT),
    after_seq: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
    before_seq: z.optional(z.coerce.number().check(z.int(), z.positive())),
    after_revision: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
  }),
  answer: z.object({
    items: z.array(MessageSchema),
    has_more: z.boolean(),
    lines: z.array(ConversationLineSchema),
    revision: z.number(),
  }),
  decode: preprocess(
    (value) => {
      const { has_more, lines, revision } = asRaw(value)
      // The specification has both forms of the list.
      const items = Array.isArray(value) ? value : rawItems(value)
      return { items, has_more: asFlag(has_more), lines: lines ?? [], revision }
    },
    z.object({
      items: listOf(decodeMessage),
      has_more: z.boolean(),
      lines: z.catch(listOf(ConversationLineSchema), []),
      revision: z.catch(z.number(), 0),
    }),
  ),
  errors: ['ticket_not_found', 'forbidden_channel'],
})

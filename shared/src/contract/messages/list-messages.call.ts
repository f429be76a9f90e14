import * as z from 'zod/mini'
import { MAX_MESSAGES_LIMIT, MESSAGES_LIMIT } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asFlag, asRaw, rawItems } from '../raw-json.ts'
import { TicketIdSchema } from '../request-parts.ts'
import { listOf, preprocess } from '../response-parts.ts'
import { decodeMessage, MessageSchema } from './message.ts'
import { TimelineEventSchema } from './timeline-event.ts'

/**
 * Returns a range of a conversation, oldest message first; by default the newest messages. `after_seq`: later messages.
 * `before_seq`: the preceding page. `after_revision`: messages created or changed since that revision, in revision
 * order.
 * `has_more`: there are more messages in the requested direction.
 * `timeline_events`: events between the returned messages; with `after_revision`, events created or changed since that
 * revision, which are included in the limit.
 * `revision`: a client that applies this response has all changes up to this revision; 0 when the server has no
 * revisions.
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
  response: z.object({
    items: z.array(MessageSchema),
    has_more: z.boolean(),
    timeline_events: z.array(TimelineEventSchema),
    revision: z.number(),
  }),
  decode: preprocess(
    (value) => {
      const { has_more, timeline_events, revision } = asRaw(value)
      // The specification allows both a bare array and an object.
      const items = Array.isArray(value) ? value : rawItems(value)
      return { items, has_more: asFlag(has_more), timeline_events: timeline_events ?? [], revision }
    },
    z.object({
      items: listOf(decodeMessage),
      has_more: z.boolean(),
      timeline_events: z.catch(listOf(TimelineEventSchema), []),
      revision: z.catch(z.number(), 0),
    }),
  ),
  errors: ['ticket_not_found', 'forbidden_channel'],
})

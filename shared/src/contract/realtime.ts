import * as z from 'zod/mini'
import { decodeMessage, MessageSchema } from './messages/message.ts'
import { TimelineEventSchema } from './messages/timeline-event.ts'
import { MentionSchema } from './notes/note.ts'
import { asRaw, firstText, rawItems, readJson } from './raw-json.ts'
import { readStaffMember, StaffMemberSchema } from './staff/staff-member.ts'
import { AssigneeAbsentSchema } from './tickets/assignee-absent.ts'
import { AssignmentChangeSchema } from './tickets/assignment-change.ts'
import { readTicketPatch, type TicketPatch } from './tickets/decode-ticket.ts'
import { TicketSchema } from './tickets/ticket.ts'

export const ClientFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe_ticket'), ticket_id: z.uuid() }),
  z.object({ type: z.literal('unsubscribe_ticket'), ticket_id: z.uuid() }),
  // The user is typing; sent at most every 8 s. Servers without typing indicators reject this optional frame.
  z.object({ type: z.literal('typing'), ticket_id: z.uuid() }),
  // Open conversation, shown to others as presence; null for none. Servers without presence reject this optional frame.
  z.object({ type: z.literal('viewing'), ticket_id: z.nullable(z.uuid()) }),
  z.object({ type: z.literal('ping'), at: z.optional(z.number()) }),
])
export type ClientFrame = z.infer<typeof ClientFrameSchema>

/** `unread_count` differs per user, so clients calculate it from `in_count`. */
export const TicketChangeSchema = z.required(z.partial(z.omit(TicketSchema, { unread_count: true })), {
  id: true,
  channel_key: true,
  version: true,
})
export type TicketChange = z.infer<typeof TicketChangeSchema>

export const TicketViewerSchema = z.extend(StaffMemberSchema, {
  typing: z.optional(z.boolean()),
})
export type TicketViewer = z.infer<typeof TicketViewerSchema>

export const ServerEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), data: z.object({ server_time: z.string(), ping_ms: z.number() }) }),
  z.object({
    type: z.literal('subscribed'),
    // `last_revision` and `last_version` are omitted by servers without these numbers.
    data: z.object({
      ticket_id: z.string(),
      last_seq: z.number(),
      last_revision: z.optional(z.number()),
      last_version: z.optional(z.number()),
    }),
  }),
  // Answer to a ping. `at` is copied from the ping.
  z.object({
    type: z.literal('pong'),
    data: z.object({ at: z.nullable(z.number()), server_time: z.optional(z.string()) }),
  }),
  // Viewers of a ticket, including the receiver. After `hello` the server sends one event per ticket with viewers.
  z.object({
    type: z.literal('presence'),
    data: z.object({ ticket_id: z.string(), viewers: z.array(TicketViewerSchema) }),
  }),
  // Optional: servers need not report that the user has read the ticket up to `seq`, on any device.
  z.object({ type: z.literal('ticket_read'), data: z.object({ ticket_id: z.string(), seq: z.number() }) }),
  z.object({ type: z.literal('message'), data: MessageSchema }),
  z.object({ type: z.literal('timeline_event'), data: TimelineEventSchema }),
  z.object({ type: z.literal('ticket_update'), data: TicketChangeSchema }),
  z.object({
    type: z.literal('ticket_list_update'),
    data: z.object({
      reason: z.optional(z.string()),
      ticket_id: z.optional(z.string()),
      channel_key: z.optional(z.string()),
    }),
  }),
  // Optional: servers need not report changed suggestions. A null `channel_key` means the suggestions for all channels.
  z.object({
    type: z.literal('suggestions_update'),
    data: z.object({ channel_key: z.nullable(z.string()) }),
  }),
  // Optional: servers need not report changes of a customer's tags, notes or VIP flag.
  z.object({
    type: z.literal('customer_update'),
    data: z.object({ customer_id: z.string(), channel_key: z.string() }),
  }),
  // Optional: servers need not report that a note mentions a staff member. Sent only to that staff member.
  z.object({ type: z.literal('mention'), data: MentionSchema }),
  // Optional: servers need not report that a note with an unseen mention of the receiver was deleted or changed.
  z.object({ type: z.literal('mentions_update'), data: z.object({ channel_key: z.string() }) }),
  // Optional: servers need not report that another staff member assigned a ticket to the receiver, or took it away.
  z.object({ type: z.literal('assignment_changed'), data: AssignmentChangeSchema }),
  // Optional: servers need not report that a customer has waited a minute while the assignee is offline.
  z.object({ type: z.literal('assignee_absent'), data: AssigneeAbsentSchema }),
  // Optional: servers need not report the state of their database. While it is `away`, pages show stale data.
  z.object({ type: z.literal('database'), data: z.object({ state: z.enum(['away', 'ready']) }) }),
  z.object({
    type: z.literal('error'),
    data: z.object({ code: z.string(), ticket_id: z.optional(z.string()) }),
  }),
])
export type ServerEvent = z.infer<typeof ServerEventSchema>

/** A decoded event of the socket. A ticket update contains only the fields that could be decoded. */
export type ReceivedEvent =
  | Exclude<ServerEvent, { type: 'ticket_update' }>
  | { type: 'ticket_update'; data: TicketPatch }

/** Decodes an event. Null for an unknown or invalid event. */
export function decodeServerEvent(frame: unknown): ReceivedEvent | null {
  const { type, data = {} } = asRaw(typeof frame === 'string' ? readJson(frame) : frame)
  switch (type) {
    case 'message': {
      const found = asRaw(asRaw(data).message)
      const message = decodeMessage.safeParse(Object.keys(found).length > 0 ? found : data)
      return message.success ? { type, data: message.data } : null
    }
    case 'ticket_update': {
      const patch = readTicketPatch(data)
      return patch === null ? null : { type, data: patch }
    }
    case 'ticket_list_update': {
      const raw = asRaw(data)
      return {
        type,
        data: {
          reason: firstText(raw, 'reason'),
          ticket_id: firstText(raw, 'ticket_id', 'id'),
          channel_key: firstText(raw, 'channel_key'),
        },
      }
    }
    case 'presence': {
      const raw = asRaw(data)
      const ticket_id = firstText(raw, 'ticket_id')
      if (ticket_id === undefined) return null
      const viewers = (rawItems(raw.viewers, null) ?? [])
        .map(readTicketViewer)
        .filter((viewer) => viewer !== null)
      return { type, data: { ticket_id, viewers } }
    }
    default: {
      const event = ServerEventSchema.safeParse({ type, data: data ?? {} })
      if (event.success) return event.data as ReceivedEvent
      // Accepts a pong or greeting with unknown data, which still proves that the connection is live.
      if (type === 'pong') return { type, data: { at: null } }
      if (type === 'hello') return { type, data: { server_time: '', ping_ms: 0 } }
      return null
    }
  }
}

function readTicketViewer(value: unknown): TicketViewer | null {
  const viewer = readStaffMember(value)
  return viewer && { ...viewer, typing: asRaw(value).typing === true }
}

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

/** Frames that a browser sends on the socket `/ws/chat/`. */
export const ClientFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe_ticket'), ticket_id: z.uuid() }),
  z.object({ type: z.literal('unsubscribe_ticket'), ticket_id: z.uuid() }),
  // The agent is typing a reply; sent at most every 8 s. Optional: servers without typing indicators reject the frame.
  z.object({ type: z.literal('typing'), ticket_id: z.uuid() }),
  // Open conversation of the page, published to other staff members as presence; null when none is open. Optional,
  // like `typing`.
  z.object({ type: z.literal('viewing'), ticket_id: z.nullable(z.uuid()) }),
  z.object({ type: z.literal('ping'), at: z.optional(z.number()) }),
])
export type ClientFrame = z.infer<typeof ClientFrameSchema>

/** Changed fields of a ticket. `unread_count` differs per user, and clients calculate it from `in_count`. */
export const TicketChangeSchema = z.required(z.partial(z.omit(TicketSchema, { unread_count: true })), {
  id: true,
  channel_key: true,
  version: true,
})
export type TicketChange = z.infer<typeof TicketChangeSchema>

/** A viewer: a staff member who has the conversation of a ticket open. */
export const TicketViewerSchema = z.extend(StaffMemberSchema, {
  /** True while the viewer is typing a reply. */
  typing: z.optional(z.boolean()),
})
export type TicketViewer = z.infer<typeof TicketViewerSchema>

/** Events that the server sends, as `{type, data}`. */
export const ServerEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), data: z.object({ server_time: z.string(), ping_ms: z.number() }) }),
  z.object({
    type: z.literal('subscribed'),
    // `last_revision` and `last_version` are the ticket's current values; omitted by servers without these values.
    data: z.object({
      ticket_id: z.string(),
      last_seq: z.number(),
      last_revision: z.optional(z.number()),
      last_version: z.optional(z.number()),
    }),
  }),
  // `at` is copied from the ping. `server_time` is optional.
  z.object({
    type: z.literal('pong'),
    data: z.object({ at: z.nullable(z.number()), server_time: z.optional(z.string()) }),
  }),
  // All viewers of a conversation, including the receiver. After `hello` the server sends one such event for each
  // ticket with viewers.
  z.object({
    type: z.literal('presence'),
    data: z.object({ ticket_id: z.string(), viewers: z.array(TicketViewerSchema) }),
  }),
  // Optional: the user has read the ticket up to `seq`, on any device.
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
  // Optional: suggestions of a channel have changed; null when those for all channels have.
  z.object({
    type: z.literal('suggestions_update'),
    data: z.object({ channel_key: z.nullable(z.string()) }),
  }),
  // Optional: tags, notes or the VIP flag of a customer have changed.
  z.object({
    type: z.literal('customer_update'),
    data: z.object({ customer_id: z.string(), channel_key: z.string() }),
  }),
  // Optional: a note mentions the receiver. Sent only to the mentioned staff member.
  z.object({ type: z.literal('mention'), data: MentionSchema }),
  // Optional: a note with an unseen mention of the receiver was deleted or changed.
  z.object({ type: z.literal('mentions_update'), data: z.object({ channel_key: z.string() }) }),
  // Optional: another staff member has assigned a ticket to the receiver, or has taken one from the receiver. Sent
  // only to the receiver.
  z.object({ type: z.literal('assignment_changed'), data: AssignmentChangeSchema }),
  // Optional: a customer has waited a minute while the assignee is offline.
  z.object({ type: z.literal('assignee_absent'), data: AssigneeAbsentSchema }),
  // Optional: the server's database is down (`away`) or available again. While it is down, pages show stale data.
  z.object({ type: z.literal('database'), data: z.object({ state: z.enum(['away', 'ready']) }) }),
  z.object({
    type: z.literal('error'),
    data: z.object({ code: z.string(), ticket_id: z.optional(z.string()) }),
  }),
])
export type ServerEvent = z.infer<typeof ServerEventSchema>

/** A decoded server event. A ticket update contains only the fields that could be decoded. */
export type ReceivedEvent =
  | Exclude<ServerEvent, { type: 'ticket_update' }>
  | { type: 'ticket_update'; data: TicketPatch }

/** Decodes a frame from any server of this API in the browser. Returns null for an unknown or invalid event. */
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
      // A pong or greeting with unknown data still proves that the connection is live.
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

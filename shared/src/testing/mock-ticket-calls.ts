import { ERRORS } from '../contract/errors.ts'
import type { Message } from '../contract/messages/message.ts'
import type { SentMessages } from '../contract/messages/send-message.call.ts'
import type { Ticket } from '../contract/tickets/ticket.ts'
import { mockAssigneeChange } from './mock-assignees.ts'
import type { MockConversations } from './mock-conversations.ts'
import { messagePage, ticketPage } from './mock-pages.ts'
import type { MockStaff } from './mock-profile.ts'
import { MockRefusal } from './mock-refusal.ts'

interface SentBody {
  type: 'text' | 'image'
  text?: string
  image_url?: string
  client_message_id?: string
  retry_of?: string
  together?: { image_url: string; client_message_id: string }[]
}

/** Handles the API calls of tickets and messages. Returns undefined for an unknown call. */
export function respondToTicketCall(
  tickets: MockConversations,
  staff: MockStaff,
  method: string,
  { pathname, searchParams }: URL,
  body: unknown,
): unknown {
  const taken = /^\/api\/staff\/tickets\/[^/]+\/messages\/([^/]+)\/withdraw$/.exec(pathname)?.[1]
  if (method === 'POST' && taken !== undefined) return withdraw(tickets, taken)
  const sentNowMessageId = /^\/api\/staff\/tickets\/[^/]+\/messages\/([^/]+)\/send-now$/.exec(pathname)?.[1]
  if (method === 'POST' && sentNowMessageId !== undefined)
    return tickets.changeMessage(sentNowMessageId, { delivery: 'sent', delivery_wait: null, via: 'push' })
  const [isTicket, id = '', action = ''] = /^\/api\/staff\/tickets\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? []
  switch (`${method} ${isTicket ? `ticket ${action}`.trim() : pathname}`) {
    case 'GET /api/staff/tickets':
      return ticketPage(
        [...tickets.tickets.values()].map((ticket) => tickets.shown(ticket)),
        searchParams,
        staff.me.id,
      )
    case 'GET ticket':
      return tickets.shown(tickets.ticketOf(id))
    case 'POST ticket accept':
      return accept(tickets, staff, id)
    case 'POST ticket close':
      return close(tickets, staff, id, body as { last_in_seq?: number; from?: string } | undefined)
    case 'PUT ticket subject':
      return correctSubject(tickets, staff, id, (body as { subject: string }).subject)
    case 'POST ticket read':
      return tickets.read(id, (body as { seq: number }).seq)
    case 'POST ticket transfer':
    case 'POST ticket unassign':
      return tickets.shown(
        mockAssigneeChange(tickets, staff, id, body as { from: string; to?: string; reason?: string }),
      )
    // The path is `…/tickets/unassign-own`.
    case 'POST ticket':
      return unassignOwn(tickets, staff, (body as { reason: string }).reason)
    case 'GET ticket messages':
      return messagePage(
        tickets.messages.filter((each) => each.ticket_id === id),
        tickets.timelineEvents.filter((each) => each.ticket_id === id),
        tickets.ticketOf(id).revision,
        searchParams,
      )
    case 'POST ticket send':
      return sendAll(tickets, staff, id, body as SentBody)
    default:
      return undefined
  }
}

function accept(tickets: MockConversations, { me }: MockStaff, id: string): Ticket {
  const { assigned_to } = tickets.ticketOf(id)
  if (assigned_to) throw new MockRefusal(409, 'already_accepted', { assigned_to })
  tickets.addTimelineEvent(id, { kind: 'accepted', staff: me })
  return tickets.shown(tickets.change(id, { assigned_to: me, accepted_at: new Date().toISOString() }))
}

function close(
  tickets: MockConversations,
  { me }: MockStaff,
  id: string,
  seen: { last_in_seq?: number; from?: string } = {},
): Ticket {
  const ticket = tickets.ticketOf(id)
  if (ticket.status === 'CLOSED') throw new MockRefusal(409, 'already_closed')
  if (ticket.last_in_seq > (seen.last_in_seq ?? ticket.last_in_seq))
    throw new MockRefusal(409, 'conflict', { message: 'ลูกค้าเพิ่งส่งข้อความมาใหม่ กรุณาอ่านก่อนปิดเคส' })
  if (seen.from !== undefined && seen.from !== ticket.assigned_to?.id)
    throw new MockRefusal(409, 'assignee_changed', { message: ERRORS.assignee_changed.text })
  tickets.addTimelineEvent(id, { kind: 'closed', staff: me })
  const closed_at = new Date().toISOString()
  const closed = tickets.change(id, { status: 'CLOSED', closed_at, closed_by: me, waiting_since: null })
  tickets.publish({ type: 'ticket_list_update', data: { reason: 'closed', ticket_id: id } })
  return tickets.shown(closed)
}

function correctSubject(tickets: MockConversations, { me }: MockStaff, id: string, to: string): Ticket {
  const ticket = tickets.ticketOf(id)
  if (ticket.subject === to) return tickets.shown(ticket)
  tickets.addTimelineEvent(id, { kind: 'subject_changed', staff: me, subject: { from: ticket.subject, to } })
  return tickets.shown(tickets.change(id, { subject: to }))
}

function unassignOwn(tickets: MockConversations, staff: MockStaff, reason: string): unknown {
  const own = [...tickets.tickets.values()].filter(
    ({ status, assigned_to }) => status === 'OPEN' && assigned_to?.id === staff.me.id,
  )
  for (const { id } of own) mockAssigneeChange(tickets, staff, id, { from: staff.me.id, reason })
  return { unassigned: own.map(({ id }) => id), failed: [], left: 0 }
}

/** Sends one or more messages. Idempotent: a repeated client_message_id or retry_of returns the existing message. */
function sendAll(tickets: MockConversations, staff: MockStaff, id: string, body: SentBody): SentMessages {
  const { together, ...first } = body
  const message = send(tickets, staff, id, first)
  if (together === undefined) return message
  return {
    ...message,
    together: together.map((each) => send(tickets, staff, id, { type: 'image', ...each })),
  }
}

function send(tickets: MockConversations, { me }: MockStaff, id: string, body: SentBody): Message {
  const ticket = tickets.ticketOf(id)
  if (ticket.status === 'CLOSED') throw new MockRefusal(409, 'ticket_closed')
  const known = tickets.messages.find(
    (each) => each.ticket_id === id && each.client_message_id === body.client_message_id,
  )
  if (known && body.client_message_id) return known
  const repeated = tickets.messages.find((each) => each.retry_of !== null && each.retry_of === body.retry_of)
  if (repeated) return repeated
  const image = { message_type: 'image', text: null, image_url: body.image_url ?? null }
  const message = tickets.write(id, body.text ?? '', {
    ...(body.type === 'image' ? image : {}),
    direction: 'OUT',
    sender: me,
    delivery: 'sent',
    via: 'push',
    client_message_id: body.client_message_id ?? null,
    delivery_error: ticket.profile.friendship === 'blocked' ? 'blocked' : null,
    retry_of: body.retry_of ?? null,
  })
  if (body.retry_of) tickets.changeMessage(body.retry_of, { retried: true })
  return message
}

function withdraw(tickets: MockConversations, id: string): Message {
  const message = tickets.messages.find((each) => each.id === id)
  if (message?.delivery === 'queued' && message.delivery_wait)
    return tickets.changeMessage(id, { delivery: 'failed', delivery_error: 'withdrawn', delivery_wait: null })
  if (message?.delivery !== 'failed' || message.retried) throw new MockRefusal(409, 'message_under_way')
  return tickets.changeMessage(id, { delivery_error: 'withdrawn' })
}

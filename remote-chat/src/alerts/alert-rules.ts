import { VIP_PRIORITIES } from 'shared/contract/constants.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { TicketPatch } from 'shared/contract/tickets/decode-ticket.ts'
import type { BusEvent } from 'shared/realtime'
import { serverNow } from 'shared/session'
import { isAssignee, type Viewer } from '../signed-in-user.ts'

/** Placeholder for a customer's name at the end of a title, used until LINE returns the name. */
export const PLACEHOLDER_NAME = /ลูกค้า( \w{4})?$/

export interface Alert {
  ticketId: string
  /** True when the alert sound plays even if another alert has just played a sound. */
  forced: boolean
  title: string
  text: string
}

/** Cached part of a ticket; null when the ticket is not in the cache. */
type CachedTicket = Pick<TicketPatch, 'assigned_to'> | null

const MAX_TICKETS = 5_000
/** Maximum age, in ms, of a message that causes an alert when no message number is stored for its ticket yet. */
const NEW_WITHIN_MS = 60_000

/** Decides which events cause an alert. Ignores the user's own messages. */
export class AlertRules {
  /** Message number (`seq`) of the customer's newest message that caused an alert, by ticket. */
  readonly #notified = new Map<string, number>()
  readonly #viewer: Viewer
  readonly #find: (ticketId: string) => CachedTicket
  readonly #now: () => number

  /** `now` returns the server's time in ms since 1970. */
  constructor(viewer: Viewer, find: (ticketId: string) => CachedTicket, now: () => number = serverNow) {
    this.#viewer = viewer
    this.#find = find
    this.#now = now
  }

  handleEvent(event: BusEvent): Alert | null {
    switch (event.type) {
      case 'ticket_update':
        return this.#handleTicket(event.data)
      case 'message':
        return this.#handleMessage(event.data)
      case 'mention': {
        const { ticket_id, staff, customer, text } = event.data
        return {
          ticketId: ticket_id,
          forced: false,
          title: `${staffLabel(staff)} กล่าวถึงคุณในโน้ต · ${customer}`,
          text,
        }
      }
      case 'assignee_absent': {
        const { ticket_id, customer, assigned_to, text } = event.data
        return {
          ticketId: ticket_id,
          forced: false,
          title: `${customer} · ผู้รับผิดชอบไม่ได้ออนไลน์`,
          text: text ?? `ลูกค้ารอตอบ ${staffLabel(assigned_to)} ไม่ได้ออนไลน์`,
        }
      }
      default:
        return null
    }
  }

  #handleTicket(patch: TicketPatch): Alert | null {
    const { id, last_in_seq, last_message } = patch
    if (last_in_seq === undefined || last_in_seq === 0) return null
    // The cache may already contain this event, so the cache does not show whether the message is new.
    const known = this.#notified.get(id)
    this.#remember(id, last_in_seq)
    if (known !== undefined ? last_in_seq <= known : !this.#isFresh(patch)) return null
    if (!this.#concerns(patch.assigned_to ?? null) || patch.status === 'CLOSED') return null
    // `last_message` contains the customer's text only if the newest message is from the customer.
    const isIn = last_message?.direction === 'IN'
    if (isIn && isEmpty(last_message)) return null
    const isNew = patch.in_count === 1
    const isVip =
      patch.profile?.is_vip === true ||
      (VIP_PRIORITIES as readonly (string | undefined)[]).includes(patch.priority)
    const name = patch.profile?.display_name ?? 'ลูกค้า'
    return {
      ticketId: id,
      forced: isNew && isVip && patch.assigned_to === null,
      title: isNew ? `เคสใหม่${isVip ? ' VIP' : ''} · ${name}` : name,
      text: (isIn ? last_message?.text : null) ?? 'ส่งข้อความใหม่',
    }
  }

  /** Handles messages of a server whose messages have no numbers. */
  #handleMessage(message: Message): Alert | null {
    if (message.seq > 0 || message.direction !== 'IN' || isEmpty(message)) return null
    const ticket = this.#find(message.ticket_id)
    if (ticket === null || !this.#concerns(ticket.assigned_to ?? null)) return null
    return {
      ticketId: message.ticket_id,
      forced: false,
      title: 'ข้อความใหม่',
      text: message.text ?? 'ส่งข้อความใหม่',
    }
  }

  #concerns(assigned_to: Exclude<TicketPatch['assigned_to'], undefined>): boolean {
    return assigned_to === null || isAssignee(this.#viewer, { assigned_to })
  }

  #isFresh({ last_message, last_seq, last_in_seq }: TicketPatch): boolean {
    if (last_message?.direction !== 'IN' || last_seq !== last_in_seq) return false
    return this.#now() - Date.parse(last_message.at) < NEW_WITHIN_MS
  }

  #remember(id: string, seq: number): void {
    const before = this.#notified.get(id) ?? 0
    this.#notified.delete(id)
    this.#notified.set(id, Math.max(before, seq))
    const [oldest] = this.#notified.keys()
    if (this.#notified.size > MAX_TICKETS && oldest !== undefined) this.#notified.delete(oldest)
  }
}

const isEmpty = ({ message_type, text }: { message_type: string; text: string | null }) =>
  message_type === 'text' && (text ?? '').trim() === ''

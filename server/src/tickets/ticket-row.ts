import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { readDelivery } from 'shared/contract/messages/delivery.ts'
import type { TicketChange } from 'shared/contract/realtime.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { channels, customers, tickets } from '../db/schema.ts'
import { type RowOf, selectList, wireFields } from '../db/select-fields.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { WAIT_OF_TICKET, waitOf } from './delivery-wait-of-ticket.ts'
import { CUSTOMER_FIELDS, customerOf } from './ticket-customer.ts'

export const ASSIGNEE_ABSENT = sql<boolean>`(t.absent_alert_seq is not null and t.assignee_id is not null and t.waiting_since is not null)`

export function shownSeqOf(tableAlias: string): SQL {
  const t = sql.identifier(tableAlias)
  return sql`coalesce(${t}.shown_seq, ${t}.last_seq)`
}

/** Returns a ticket's revision; for tickets from before revisions existed, `last_seq`. */
export function revisionOf(tableAlias: string): SQL<number> {
  const t = sql.identifier(tableAlias)
  return sql<number>`greatest(${t}.revision, ${t}.last_seq)`
}

/** `seq` has no gaps, so the unread count is a difference, unless a reply follows the last read message. */
const UNREAD_COUNT = sql<number>`case
    when r.seq is null then t.in_count
    when t.last_in_seq <= r.seq then 0
    when t.last_out_seq <= r.seq then t.last_in_seq - r.seq
    else (select count(*)::int from messages u where u.ticket_id = t.id and u.seq > r.seq and u.direction = 'IN') end`

const mayBeAssigneeAs = (tableAlias: 's' | 'ps') => {
  const s = sql.identifier(tableAlias)
  return sql`${s}.status = 'APPROVED' and (${s}.all_channels
    or exists (select from staff_channels sc where sc.staff_id = ${s}.id and sc.channel_key = t.channel_key))`
}

/** `offset 0` makes PostgreSQL look up the staff member of each assignment, instead of reading all staff first. */
const PREVIOUS_AGENT = sql<StaffMember | null>`case when t.status = 'OPEN' and t.assignee_id is null then coalesce((
    select ${staffMemberJson('hs')} from ticket_assignments h cross join lateral (
      select * from staff s where s.id = h.staff_id and ${mayBeAssigneeAs('s')} offset 0) hs
    where h.ticket_id = t.id order by h.id desc limit 1), (
    select ${staffMemberJson('ps')} from tickets p join staff ps on ps.id = p.assignee_id and ${mayBeAssigneeAs('ps')}
    where p.customer_id = t.customer_id and p.status = 'CLOSED' order by p.opened_at desc limit 1)) end`

export const iso = (moment: Date | string): string => new Date(moment).toISOString()

const t = alias(tickets, 't')
const ch = alias(channels, 'ch')
const c = alias(customers, 'c')

const WIRE_FIELDS = {
  id: t.id,
  status: t.status,
  subject: t.subject,
  priority: t.priority,
  opened_at: t.openedAt,
  created_at: t.createdAt,
  accepted_at: t.acceptedAt,
  closed_at: t.closedAt,
  last_activity_at: t.lastActivityAt,
  channel_key: t.channelKey,
  customer_id: t.customerId,
  assigned_to: staffMemberJson('a'),
  assignee_absent: ASSIGNEE_ABSENT,
  closed_by: staffMemberJson('cl'),
  previous_agent: PREVIOUS_AGENT,
  unread_count: UNREAD_COUNT,
  waiting_since: t.waitingSince,
  last_seq: t.lastSeq,
  last_in_seq: t.lastInSeq,
  last_out_seq: t.lastOutSeq,
  in_count: t.inCount,
  version: t.version,
  revision: revisionOf('t'),
}

const PART_FIELDS = {
  channel_name: ch.name,
  ...CUSTOMER_FIELDS,
  friendship: c.friendship,
  last_message_direction: t.lastMessageDirection,
  last_message_type: t.lastMessageType,
  last_message_text: t.lastMessageText,
  last_message_at: t.lastMessageAt,
  /** Delivery state of the last message; null for a withdrawn message, which must not be sent again. */
  last_message_delivery: sql<
    string | null
  >`case when ld.error_code like 'withdrawn%' then null else ld.state end`,
  last_message_error: sql<string | null>`case when ld.state = 'failed' then ld.error_code end`,
  last_message_sender: staffMemberJson('ls'),
  reply_wait: WAIT_OF_TICKET,
}

export type TicketRow = RowOf<typeof WIRE_FIELDS & typeof PART_FIELDS>

const SELECT_LIST = selectList({ ...WIRE_FIELDS, ...PART_FIELDS })

/** `from` must contain the alias `t` and begin with its most selective table: PostgreSQL joins in the written order. */
export function ticketSelect(viewerId: string | null, from: SQL = sql`tickets t`): SQL {
  return sql`
    select ${SELECT_LIST}
    from ${from}
    join channels ch on ch.key = t.channel_key
    join customers c on c.id = t.customer_id
    left join staff a on a.id = t.assignee_id
    left join staff cl on cl.id = t.closed_by_id
    left join messages lm on lm.ticket_id = t.id and lm.seq = ${shownSeqOf('t')}
    left join deliveries ld on ld.message_id = lm.id
    left join staff ls on ls.id = lm.sender_staff_id
    left join ticket_reads r on r.ticket_id = t.id and r.staff_id = ${viewerId}::uuid`
}

const wireFieldsOf = wireFields(WIRE_FIELDS)

export function ticketOf(row: TicketRow): Ticket {
  const ticket = wireFieldsOf(row)
  const { opened_at, closed_at } = ticket
  return {
    ...ticket,
    channel: { key: row.channel_key, name: row.channel_name },
    profile: { ...customerOf(row), friendship: row.friendship },
    metrics: {
      resolution_secs:
        closed_at === null
          ? null
          : Math.max(0, Math.round((Date.parse(closed_at) - Date.parse(opened_at)) / 1000)),
    },
    needs_reply: row.waiting_since !== null,
    last_message:
      row.last_message_at === null
        ? null
        : {
            direction: row.last_message_direction ?? 'IN',
            message_type: row.last_message_type ?? 'text',
            text: row.last_message_text,
            at: iso(row.last_message_at),
            delivery: readDelivery(row.last_message_delivery),
            delivery_error: row.last_message_error,
            sender: row.last_message_sender,
          },
    reply_wait: row.reply_wait && waitOf(row.reply_wait),
  }
}

/** Returns the fields that every socket of the channel may receive. */
export function changeOf(ticket: Ticket): TicketChange {
  const { unread_count: _, ...change } = ticket
  return change
}

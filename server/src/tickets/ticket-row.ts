import { type SQL, sql } from 'drizzle-orm'
import type { IssueType } from 'shared/contract/constants.ts'
import { readDelivery } from 'shared/contract/messages/delivery.ts'
import type { TicketChange } from 'shared/contract/realtime.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import type { Friendship, Ticket } from 'shared/contract/tickets/ticket.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import { WAIT_OF_TICKET, type WaitRow, waitOf } from './reply-wait.ts'

/** A timestamp as the driver returns it for raw queries. */
type Moment = string | Date

/** Row of `ticketSelect`. */
export interface TicketRow extends Record<string, unknown> {
  id: string
  status: 'OPEN' | 'CLOSED'
  subject: IssueType
  priority: Ticket['priority']
  opened_at: Moment
  created_at: Moment
  accepted_at: Moment | null
  closed_at: Moment | null
  last_activity_at: Moment
  waiting_since: Moment | null
  channel_key: string
  channel_name: string
  customer_id: string
  customer_name: string | null
  customer_line_id: string
  customer_picture: string | null
  customer_vip: boolean
  friendship: Friendship
  assignee: StaffMember | null
  closer: StaffMember | null
  previous_agent: StaffMember | null
  version: number
  last_seq: number
  last_in_seq: number
  last_out_seq: number
  in_count: number
  last_message_direction: 'IN' | 'OUT' | null
  last_message_type: string | null
  last_message_text: string | null
  last_message_at: Moment | null
  /** Null for a withdrawn message, which must not be sent again. */
  last_message_delivery: string | null
  last_message_error: string | null
  last_message_sender: StaffMember | null
  reply_wait: WaitRow | null
  assignee_absent: boolean
  revision: number
  unread_count: number
}

/** True for a ticket `t` whose customer needs a reply while the assignee is absent. */
export const ASSIGNEE_ABSENT = sql`(t.absent_alert_seq is not null and t.assignee_id is not null and t.waiting_since is not null)`

/**
 * Selects tickets (alias `t`) with all columns that lists show; append `where` or joins. `viewerId` is the staff member
 * whose unread count is read; null for none. `from` must provide `t`: with this many tables PostgreSQL joins them in
 * the written order, so the most selective part comes first.
 */
export function ticketSelect(viewerId: string | null, from: SQL = sql`tickets t`): SQL {
  return sql`
    select t.id, t.status, t.subject, t.priority, t.opened_at, t.created_at, t.accepted_at, t.closed_at, t.last_activity_at,
      t.waiting_since, ${ASSIGNEE_ABSENT} as assignee_absent,
      t.channel_key, t.customer_id, t.version, ${revisionOf('t')} as revision, t.last_seq, t.last_in_seq, t.last_out_seq, t.in_count,
      t.last_message_direction, t.last_message_type, t.last_message_text, t.last_message_at,
      ch.name as channel_name, c.display_name as customer_name, c.line_user_id as customer_line_id,
      c.picture_url as customer_picture, c.is_vip as customer_vip, c.friendship,
      case when ld.error_code like 'withdrawn%' then null else ld.state end as last_message_delivery,
      case when ld.state = 'failed' then ld.error_code end as last_message_error, ${staffMemberJson('ls')} as last_message_sender, ${WAIT_OF_TICKET} as reply_wait,
      ${staffMemberJson('a')} as assignee, ${staffMemberJson('cl')} as closer, ${PREVIOUS_AGENT} as previous_agent, ${UNREAD_COUNT} as unread_count
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

/** Returns the `seq` of the message that lists show for a ticket, given the table alias. */
export function shownSeqOf(alias: string): SQL {
  const t = sql.identifier(alias)
  return sql`coalesce(${t}.shown_seq, ${t}.last_seq)`
}

/**
 * Returns the revision of a ticket, given the table alias. Rows of releases without revisions have 0; their `last_seq`
 * is used instead.
 */
export function revisionOf(alias: string): SQL {
  const t = sql.identifier(alias)
  return sql`greatest(${t}.revision, ${t}.last_seq)`
}

/**
 * Number of inbound messages of ticket `t` after the viewer's read position `r`. `seq` has no gaps, so a subtraction
 * suffices; messages are counted only when inbound and outbound messages alternate after `r`.
 */
const UNREAD_COUNT = sql`case
    when r.seq is null then t.in_count
    when t.last_in_seq <= r.seq then 0
    when t.last_out_seq <= r.seq then t.last_in_seq - r.seq
    else (select count(*)::int from messages u where u.ticket_id = t.id and u.seq > r.seq and u.direction = 'IN') end`

/** Returns the condition that the staff member may be the assignee of ticket `t`. */
const mayHoldAs = (person: 's' | 'ps') => {
  const s = sql.identifier(person)
  return sql`${s}.status = 'APPROVED' and (${s}.all_channels
    or exists (select from staff_channels sc where sc.staff_id = ${s}.id and sc.channel_key = t.channel_key))`
}

/**
 * Previous agent of unassigned ticket `t`: its last assignee, else the agent of the customer's last closed ticket in
 * the channel. Skips staff who may not work there any more. `offset 0` makes PostgreSQL look up staff per assignment
 * instead of joining the other way round.
 */
const PREVIOUS_AGENT = sql`case when t.status = 'OPEN' and t.assignee_id is null then coalesce((
    select ${staffMemberJson('hs')} from ticket_assignments h cross join lateral (
      select * from staff s where s.id = h.staff_id and ${mayHoldAs('s')} offset 0) hs
    where h.ticket_id = t.id order by h.id desc limit 1), (
    select ${staffMemberJson('ps')} from tickets p join staff ps on ps.id = p.assignee_id and ${mayHoldAs('ps')}
    where p.customer_id = t.customer_id and p.status = 'CLOSED' order by p.opened_at desc limit 1)) end`

/** Formats a time as ISO 8601 in UTC. */
export const iso = (moment: Moment): string => new Date(moment).toISOString()
const isoOrNull = (moment: Moment | null) => (moment === null ? null : iso(moment))

/** Returns the customer's LINE display name, or the end of the LINE user id while the name is unknown. */
export function customerName(name: string | null, lineUserId: string): string {
  return name ?? `ลูกค้า ${lineUserId.slice(-4)}`
}

/** Converts a row to the contract's ticket. */
export function ticketOf(row: TicketRow): Ticket {
  const opened = new Date(row.opened_at)
  const closed = row.closed_at === null ? null : new Date(row.closed_at)
  return {
    id: row.id,
    status: row.status,
    subject: row.subject,
    priority: row.priority,
    opened_at: opened.toISOString(),
    created_at: iso(row.created_at),
    accepted_at: isoOrNull(row.accepted_at),
    closed_at: closed === null ? null : closed.toISOString(),
    last_activity_at: iso(row.last_activity_at),
    channel: { key: row.channel_key, name: row.channel_name },
    channel_key: row.channel_key,
    profile: {
      display_name: customerName(row.customer_name, row.customer_line_id),
      picture_url: row.customer_picture,
      is_vip: row.customer_vip,
      friendship: row.friendship,
    },
    customer_id: row.customer_id,
    assigned_to: row.assignee,
    assignee_absent: row.assignee_absent,
    closed_by: row.closer,
    previous_agent: row.previous_agent,
    metrics: {
      resolution_secs:
        closed === null ? null : Math.max(0, Math.round((closed.getTime() - opened.getTime()) / 1000)),
    },
    unread_count: row.unread_count,
    waiting_since: isoOrNull(row.waiting_since),
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
    last_seq: row.last_seq,
    last_in_seq: row.last_in_seq,
    last_out_seq: row.last_out_seq,
    in_count: row.in_count,
    version: row.version,
    revision: row.revision,
  }
}

/** Removes the viewer's own fields, so that the ticket can be sent to every socket of its channel. */
export function changeOf(ticket: Ticket): TicketChange {
  const { unread_count: _, ...change } = ticket
  return change
}

import { sql } from 'drizzle-orm'
import type { IssueType } from 'shared/contract/constants.ts'
import type { Db, Tx } from '../db/client.ts'
import { revisionOf } from '../tickets/ticket-row.ts'
import { UNSENT_TEXT } from './content.ts'

/** How often a ticket may be closed under our hands before we give up (and the event is tried again later). */
const OPEN_TRIES = 5

export interface TicketOpening {
  channelKey: string
  customerId: string
  subject: IssueType
  isVip: boolean
  openedAt: Date
  now: Date
}

/**
 * The open ticket of a customer, locked; made when there is none. The unique index on open tickets decides between two that
 * open at once, and a ticket that is being closed is waited for.
 */
export async function openTicketOf(tx: Tx, opening: TicketOpening): Promise<{ id: string; isNew: boolean }> {
  const { channelKey, customerId, subject, isVip } = opening
  const openedAt = opening.openedAt.toISOString()
  for (let tries = 0; tries < OPEN_TRIES; tries += 1) {
    const found = await tx.execute<{ id: string }>(sql`
      select id from tickets
      where channel_key = ${channelKey} and customer_id = ${customerId}::uuid and status = 'OPEN' for update`)
    if (found.rows[0]) return { id: found.rows[0].id, isNew: false }
    const made = await tx.execute<{ id: string }>(sql`
      with ticket as (
        insert into tickets (channel_key, customer_id, subject, priority, opened_at, last_activity_at, created_at)
        values (${channelKey}, ${customerId}::uuid, ${subject}, ${isVip ? 'VIP' : 'NORMAL'}, ${openedAt}::timestamptz,
          ${openedAt}::timestamptz, ${opening.now.toISOString()}::timestamptz)
        on conflict (channel_key, customer_id) where status = 'OPEN' do nothing
        returning id, channel_key),
      noted as (
        insert into ticket_events (ticket_id, channel_key, kind, at)
        select id, channel_key, 'opened', ${openedAt}::timestamptz from ticket)
      select id from ticket`)
    if (made.rows[0]) return { id: made.rows[0].id, isNew: true }
  }
  throw new Error('the open ticket of a customer came and went')
}

export async function isStoredAlready(tx: Tx, channelKey: string, lineMessageId: string): Promise<boolean> {
  const found = await tx.execute(
    sql`select 1 from messages where channel_key = ${channelKey} and line_message_id = ${lineMessageId}`,
  )
  return found.rows.length > 0
}

/** LINE takes a reply token for a minute after it has reached us. */
const REPLY_TOKEN_SECS = 60

/** Keeps a reply token, once; it spares the quota of a push when it is spent in time. */
export async function saveReplyToken(tx: Tx, token: string, ticketId: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`
    insert into reply_tokens (token, ticket_id, received_at, expires_at)
    values (${token}, ${ticketId}::uuid, ${at}::timestamptz, ${at}::timestamptz + interval '1 second' * ${REPLY_TOKEN_SECS}::int)
    on conflict (token) do nothing`)
}

/** Removes at most `limit` tokens that have been of no use for a day; answers how many. */
export async function removeOldReplyTokens(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from reply_tokens where token in (
      select token from reply_tokens where expires_at < ${now.toISOString()}::timestamptz - interval '1 day'
      order by expires_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}

/** Takes back what the customer has unsent: its text, picture and payload go. Answers the message, if it was there. */
export async function unsendMessage(
  tx: Tx,
  unsent: { channelKey: string; lineMessageId: string; at: Date },
): Promise<{ id: string; ticketId: string } | undefined> {
  const found = await tx.execute<{ id: string; ticket_id: string }>(sql`
    with message as (
      select id, ticket_id, seq from messages
      where channel_key = ${unsent.channelKey} and line_message_id = ${unsent.lineMessageId}
        and direction = 'IN' and unsent_at is null),
    ticket as (
      update tickets t set version = t.version + 1, revision = ${revisionOf('t')} + 1,
        last_message_text = case when t.last_seq = message.seq then ${UNSENT_TEXT} else t.last_message_text end
      from message where t.id = message.ticket_id
      returning t.id, t.revision)
    update messages m set text = ${UNSENT_TEXT}, image_url = null, media_url = null, payload = null,
      unsent_at = ${unsent.at.toISOString()}::timestamptz, revision = ticket.revision
    from message, ticket where m.id = message.id
    returning m.id, m.ticket_id`)
  const message = found.rows[0]
  return message === undefined ? undefined : { id: message.id, ticketId: message.ticket_id }
}

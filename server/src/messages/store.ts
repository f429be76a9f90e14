import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { type MessageRow, messageSelect, REVISION } from './message-row.ts'

/**
 * Messages between two seqs (both ends outside), in the order of seq: the first `limit` after `after`, else the newest ones. With
 * `afterRevision` the first that have come or changed since, in the order of their revision. `hasMore`: there are more beyond.
 */
export async function readMessages(
  db: Db,
  range: {
    ticketId: string
    after?: number | undefined
    before?: number | undefined
    afterRevision?: number | undefined
    limit: number
  },
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const parts: SQL[] = [sql`m.ticket_id = ${range.ticketId}::uuid`]
  if (range.after !== undefined) parts.push(sql`m.seq > ${range.after}::bigint`)
  if (range.before !== undefined) parts.push(sql`m.seq < ${range.before}::bigint`)
  const byRevision = range.afterRevision !== undefined
  if (byRevision) parts.push(sql`${REVISION} > ${range.afterRevision}::bigint`)
  const forward = byRevision || range.after !== undefined
  const order = byRevision ? REVISION : sql`m.seq`
  const found = await db.execute<MessageRow>(sql`
    ${messageSelect()} where ${sql.join(parts, sql` and `)}
    order by ${order} ${forward ? sql`asc` : sql`desc`} limit ${range.limit + 1}`)
  const rows = found.rows.slice(0, range.limit)
  return { rows: forward ? rows : rows.reverse(), hasMore: found.rows.length > range.limit }
}

export async function findMessage(db: Db | Tx, id: string): Promise<MessageRow | undefined> {
  const found = await db.execute<MessageRow>(sql`${messageSelect()} where m.id = ${id}::uuid`)
  return found.rows[0]
}

export async function findByClientId(
  db: Db | Tx,
  ticketId: string,
  clientMessageId: string,
): Promise<MessageRow | undefined> {
  const found = await db.execute<MessageRow>(
    sql`${messageSelect()} where m.ticket_id = ${ticketId}::uuid and m.client_message_id = ${clientMessageId}`,
  )
  return found.rows[0]
}

/** Puts a message into the outbox. */
export async function queueDelivery(tx: Tx, messageId: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`
    insert into deliveries (message_id, ticket_id, channel_key, seq, next_attempt_at, created_at)
    select id, ticket_id, channel_key, seq, ${at}::timestamptz, ${at}::timestamptz
    from messages where id = ${messageId}::uuid`)
}

/** Writes the first answer of a ticket into its history, once. */
export async function noteFirstResponse(tx: Tx, ticketId: string, staffId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into ticket_events (ticket_id, channel_key, kind, staff_id, at)
    select t.id, t.channel_key, 'first_response', ${staffId}::uuid, ${now.toISOString()}::timestamptz
    from tickets t
    where t.id = ${ticketId}::uuid
      and not exists (select 1 from ticket_events e where e.ticket_id = t.id and e.kind = 'first_response')`)
}

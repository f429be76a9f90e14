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

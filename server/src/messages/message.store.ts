import { eq, type SQL, sql } from 'drizzle-orm'
import { UNSENT_TEXT } from 'shared/contract/constants.ts'
import type { Db, Tx } from '../db/client.ts'
import { executePrepared } from '../db/prepared-statement.ts'
import { messages } from '../db/schema.ts'
import { removeMediaOf } from '../media/media.store.ts'
import type { VisibleTicket } from '../tickets/ticket.store.ts'
import { revisionOf, shownSeqOf } from '../tickets/ticket-row.ts'
import { type MessageRow, messageSelect, REVISION } from './message-row.ts'

/** Both `seq` limits are exclusive. Messages are ordered by `seq`, or with `afterRevision` by revision. */
export async function readMessages(
  db: Db,
  ticket: VisibleTicket,
  range: {
    after?: number | undefined
    before?: number | undefined
    afterRevision?: number | undefined
    upToRevision?: number | undefined
    limit: number
  },
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const parts: SQL[] = [sql`m.ticket_id = ${ticket.id}::uuid`]
  if (range.after !== undefined) parts.push(sql`m.seq > ${range.after}::bigint`)
  if (range.before !== undefined) parts.push(sql`m.seq < ${range.before}::bigint`)
  const byRevision = range.afterRevision !== undefined
  if (byRevision) parts.push(sql`${REVISION} > ${range.afterRevision}::bigint`)
  if (byRevision && range.upToRevision !== undefined)
    parts.push(sql`${REVISION} <= ${range.upToRevision}::bigint`)
  const isForward = byRevision || range.after !== undefined
  const order = byRevision ? REVISION : sql`m.seq`
  const found = await db.execute<MessageRow>(sql`
    ${messageSelect()} where ${sql.join(parts, sql` and `)}
    order by ${order} ${isForward ? sql`asc` : sql`desc`} limit ${range.limit + 1}`)
  const rows = found.rows.slice(0, range.limit)
  return { rows: isForward ? rows : rows.reverse(), hasMore: found.rows.length > range.limit }
}

export async function findMessage(db: Db | Tx, id: string): Promise<MessageRow | undefined> {
  const found = await db.execute<MessageRow>(sql`${messageSelect()} where m.id = ${id}::uuid`)
  return found.rows[0]
}

/** Returns messages ordered by ticket and revision. */
export async function findMessages(tx: Tx, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 1)
    return executePrepared<MessageRow>(
      tx,
      'one message',
      sql`${messageSelect()} where m.id = ${ids[0]}::uuid`,
    )
  const found = await tx.execute<MessageRow>(
    sql`${messageSelect()} where m.id = any(${sql.param(ids)}::uuid[]) order by m.ticket_id, ${REVISION}`,
  )
  return found.rows
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

export async function findRetryOf(
  tx: Tx,
  ticketId: string,
  failedId: string,
): Promise<MessageRow | undefined> {
  const found = await tx.execute<MessageRow>(
    sql`${messageSelect()} where m.retry_of = ${failedId}::uuid and m.ticket_id = ${ticketId}::uuid`,
  )
  return found.rows[0]
}

/** Updates a stored message. LINE's message id is stored unless another message already has this id. */
export async function touchMessage(
  tx: Tx,
  id: string,
  {
    lineMessageId = null,
    quoteToken = null,
  }: { lineMessageId?: string | null; quoteToken?: string | null } = {},
): Promise<void> {
  const touched = await tx.execute(sql`
    with ticket as (
      update tickets t set version = t.version + 1, revision = ${revisionOf('t')} + 1
      from messages m where m.id = ${id}::uuid and t.id = m.ticket_id
      returning t.revision)
    update messages m set revision = ticket.revision, quote_token = coalesce(${quoteToken}::text, m.quote_token),
      line_message_id = case when exists (select 1 from messages other
        where other.channel_key = m.channel_key and other.line_message_id = ${lineMessageId}::text)
        then m.line_message_id else coalesce(${lineMessageId}::text, m.line_message_id) end
    from ticket where m.id = ${id}::uuid`)
  if (touched.rowCount !== 1) throw new Error('a changed message was not found')
}

export async function storedAmong(
  tx: Tx,
  channelKey: string,
  lineMessageIds: readonly string[],
): Promise<Set<string>> {
  if (lineMessageIds.length === 0) return new Set()
  const found = await executePrepared<{ id: string }>(
    tx,
    'stored messages',
    sql`select line_message_id as id from messages
    where channel_key = ${channelKey} and line_message_id = any(${sql.param(lineMessageIds)}::text[])`,
  )
  return new Set(found.map(({ id }) => id))
}

/** Returns the events whose message is already stored, for messages without a LINE message id. */
export async function storedEventsAmong(tx: Tx, sourceEventIds: readonly string[]): Promise<Set<string>> {
  if (sourceEventIds.length === 0) return new Set()
  const { sourceEventId } = messages
  const found = await tx
    .select({ sourceEventId })
    .from(messages)
    .where(eq(sourceEventId, sql`any(${sql.param(sourceEventIds)}::text[])`))
  return new Set(found.map((row) => row.sourceEventId).filter((id) => id !== null))
}

/** Removes a message's content but keeps type and file hash. `unusedBlobs`: blobs to delete after the commit. */
export async function unsendMessage(
  tx: Tx,
  unsent: { channelKey: string; lineMessageId: string; at: Date },
): Promise<{ id: string; ticketId: string; unusedBlobs: string[] } | undefined> {
  // Locks the message in a separate SQL statement, so that the next statement sees a file stored concurrently.
  await tx.execute(sql`
    select 1 from tickets t join messages m on m.ticket_id = t.id
    where m.channel_key = ${unsent.channelKey} and m.line_message_id = ${unsent.lineMessageId} for update of t`)
  const found = await tx.execute<{ id: string; ticket_id: string }>(sql`
    with message as (
      select id, ticket_id, seq, kind, message_type, content ->> 'type' as line_type from messages
      where channel_key = ${unsent.channelKey} and line_message_id = ${unsent.lineMessageId}
        and direction = 'IN' and unsent_at is null),
    file as (
      select b.sha256 from message join media md on md.message_id = message.id join blobs b on b.key = md.original_blob),
    ticket as (
      update tickets t set version = t.version + 1, revision = ${revisionOf('t')} + 1,
        last_message_text = case when ${shownSeqOf('t')} = message.seq then ${UNSENT_TEXT} else t.last_message_text end,
        last_message_type = case when ${shownSeqOf('t')} = message.seq then 'text' else t.last_message_type end
      from message where t.id = message.ticket_id
      returning t.id, t.revision)
    update messages m set kind = 'unsent', content = '{"kind": "unsent"}', message_type = 'text', text = ${UNSENT_TEXT},
      image_url = null, media_url = null, quote_token = null,
      payload = jsonb_strip_nulls(jsonb_build_object('was', coalesce(message.line_type, message.kind, message.message_type), 'media_sha256', (select sha256 from file))),
      unsent_at = ${unsent.at.toISOString()}::timestamptz, revision = ticket.revision
    from message, ticket where m.id = message.id
    returning m.id, m.ticket_id`)
  const message = found.rows[0]
  if (message === undefined) return undefined
  return { id: message.id, ticketId: message.ticket_id, unusedBlobs: await removeMediaOf(tx, message.id) }
}

const QUOTING_AMONG = 500

export async function findQuoting(tx: Tx, ticketId: string, lineMessageId: string): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(sql`
    select id from (select id, seq, payload from messages where ticket_id = ${ticketId}::uuid
      order by seq desc limit ${QUOTING_AMONG}) newest
    where payload ->> 'quotedMessageId' = ${lineMessageId}
    order by seq desc limit 20`)
  return found.rows.map(({ id }) => id)
}

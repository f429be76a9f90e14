import { sql } from 'drizzle-orm'
import { UNKNOWN_DELIVERIES } from 'shared/contract/messages/delivery.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import { touchMessage } from '../messages/message.store.ts'
import { readChanged, requireValue } from '../messages/message-events.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { lockVisibleTicket } from '../tickets/ticket.store.ts'
import { publishAll } from '../tickets/ticket-update-event.ts'
import { recomputeWaitingSince, storeFailedReply } from './replies-and-waiting-time.store.ts'

/** Withdraws a failed message, or a pending one that is not being sent. Otherwise throws `message_under_way`. */
export async function withdrawMessage(
  context: ServerContext,
  { scope }: SignedIn,
  ticketId: string,
  messageId: string,
): Promise<Message> {
  const { message, events } = await inTransaction(context.db, async (tx) => {
    await lockVisibleTicket(tx, scope, ticketId)
    const ended = await withdraw(tx, ticketId, messageId)
    for (const { id, errorCode } of ended) await storeFailedReply(tx, id, { at: context.now(), errorCode })
    if (ended.length > 0) await recomputeWaitingSince(tx, ticketId)
    const ids = new Set([messageId, ...ended.map(({ id }) => id)])
    for (const id of ids) await touchMessage(tx, id)
    const changed = await readChanged(tx, [ticketId], [...ids], {
      mediaAddresses: context.mediaAddresses,
      reasonOf: () => (ended.length > 0 ? 'answer_failed' : undefined),
    })
    return { message: requireValue(changed.messages, messageId), events: changed.events }
  })
  publishAll(context.bus, events)
  // Wakes the outbox, because the messages after the withdrawn one can be sent now.
  context.bus.publish({ kind: 'outbox', ticketId })
  return message
}

interface Ended {
  id: string
  errorCode: string
}

/** Withdraws a message under the ticket's lock. Returns the messages that are no longer pending. */
async function withdraw(tx: Tx, ticketId: string, messageId: string): Promise<Ended[]> {
  const found = await tx.execute<{ state: 'queued' | 'failed'; send_id: string | null }>(sql`
    select d.state, d.send_id from deliveries d
    where d.message_id = ${messageId}::uuid and d.ticket_id = ${ticketId}::uuid
      and (d.state = 'failed' and not exists (select 1 from messages again where again.retry_of = d.message_id)
        or d.state = 'queued')
    for update of d`)
  const [row] = found.rows
  if (row === undefined) throw new DeskError('message_under_way')
  if (row.state === 'failed') {
    await tx.execute(sql`
      update deliveries d set leased_until = null, error_code = case
        when d.error_code = any(${sql.param(UNKNOWN_DELIVERIES)}::text[]) then 'withdrawn_unknown'
        when d.error_code like 'withdrawn%' then d.error_code else 'withdrawn' end
      where d.message_id = ${messageId}::uuid`)
    return []
  }
  const { ids, isCertain } =
    row.send_id === null
      ? { ids: [messageId], isCertain: true }
      : await endWaitingCall(tx, ticketId, messageId, row.send_id)
  const failed = ids.map((id) => {
    if (id !== messageId) return { id, errorCode: 'line_unreachable' }
    return { id, errorCode: isCertain ? 'withdrawn' : 'withdrawn_unknown' }
  })
  await tx.execute(sql`
    update deliveries d set state = 'failed', leased_until = null, wait_reason = null, wait_since = null, error_code = e."errorCode"
    from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) as e (id uuid, "errorCode" text) where d.message_id = e.id`)
  return failed
}

/** Ends all messages of a request, which cannot be changed; only this message if LINE certainly accepted none. */
async function endWaitingCall(
  tx: Tx,
  ticketId: string,
  messageId: string,
  sendId: string,
): Promise<{ ids: string[]; isCertain: boolean }> {
  const found = await tx.execute<{ message_ids: string[]; is_certain: boolean; is_of_ticket: boolean }>(sql`
    select s.message_ids, s.calls = s.refused_calls as is_certain, not exists (select 1 from messages m
      where m.id = any(s.message_ids) and m.ticket_id <> ${ticketId}::uuid) as is_of_ticket
    from line_sends s join deliveries head on head.message_id = s.message_ids[1]
    where s.id = ${sendId}::uuid and s.outcome is null and head.send_id = s.id and head.leased_until is null
    for update of s, head`)
  const [send] = found.rows
  if (send === undefined || !(send.is_certain || send.is_of_ticket)) throw new DeskError('message_under_way')
  await tx.execute(sql`
    update line_sends set outcome = ${send.is_certain ? 'refused' : 'unknown'}, ended_at = clock_timestamp(),
      error_code = 'withdrawn', error = 'withdrawn before its next try' where id = ${sendId}::uuid`)
  if (!send.is_certain) return { ids: send.message_ids, isCertain: false }
  await tx.execute(sql`
    update deliveries set send_id = null, leased_until = null, next_attempt_at = clock_timestamp()
    where send_id = ${sendId}::uuid and message_id <> ${messageId}::uuid`)
  return { ids: [messageId], isCertain: true }
}

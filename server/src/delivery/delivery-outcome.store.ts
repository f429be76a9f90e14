import { sql } from 'drizzle-orm'
import { type DeliveryWaitReason, isUnknownDelivery } from 'shared/contract/messages/delivery.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import type { DeskEvent } from '../event-bus.ts'
import type { SentMessage } from '../line-api/line-response.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { touchMessage } from '../messages/message.store.ts'
import { readChanged } from '../messages/message-events.ts'
import { asPushes, type Failed, type LineSend } from './compose-line-call.ts'
import { isOurs, writeSends } from './line-send.store.ts'
import type { Claimed } from './outbox.store.ts'
import { recomputeWaitingSince, storeFailedReply, storeReply } from './replies-and-waiting-time.store.ts'
import { isShownAsWaiting, lockShownAsWaiting, recordWait, reviseWaiting } from './waiting-for-line.store.ts'

export type Outcome =
  | { state: 'sent'; requestId: string | null; sentMessages: readonly SentMessage[] }
  | Failed
  /** The request to LINE will be repeated unchanged. */
  | ({ state: 'queued' } & Waiting)
  /** LINE certainly did not accept the messages, so they will be sent as pushes. */
  | ({ state: 'pushed_instead'; how: 'together' | 'each' } & Waiting)

interface Waiting {
  waitMs: number
  error: string
  /** True when LINE certainly did not process this request. */
  wasNotProcessed?: boolean
  waitsFor?: DeliveryWaitReason
}

interface SettleContext {
  now: Date
  mediaAddresses: MediaAddresses
}

/** Stores a request's outcome. Returns the events to publish; none when the claim is no longer valid. */
export async function settle(
  db: Db,
  claim: Claimed,
  outcome: Outcome,
  context: SettleContext,
): Promise<DeskEvent[]> {
  const send = 'state' in claim.work ? null : claim.work
  switch (outcome.state) {
    case 'queued':
    case 'pushed_instead':
      return send === null ? [] : scheduleRetry(db, claim, send, outcome, context)
    default:
      return inTransaction(db, (tx) => end(tx, claim, send, outcome, context))
  }
}

type Retried = Extract<Outcome, { state: 'queued' | 'pushed_instead' }>

async function scheduleRetry(
  db: Db,
  claim: Claimed,
  send: LineSend,
  outcome: Retried,
  context: SettleContext,
): Promise<DeskEvent[]> {
  const { waitsFor } = outcome
  const isNews = waitsFor !== undefined && !(await isShownAsWaiting(db, claim, waitsFor))
  return inTransaction(db, async (tx) => {
    const shown = isNews ? await lockShownAsWaiting(tx, claim) : []
    const isDone =
      outcome.state === 'queued'
        ? await requeueSend(tx, claim, send, outcome)
        : await replaceByPush(tx, claim, send, outcome)
    if (!isDone || waitsFor === undefined) return []
    await recordWait(tx, send, waitsFor)
    return reviseWaiting(tx, shown, context)
  })
}

async function requeueSend(
  tx: Tx,
  claim: Claimed,
  send: LineSend,
  outcome: Outcome & { state: 'queued' },
): Promise<boolean> {
  const put = await tx.execute(sql`
    update deliveries d set error = ${outcome.error}, leased_until = null,
      next_attempt_at = clock_timestamp() + interval '1 ms' * ${outcome.waitMs}::float8
    where ${isOurs(claim, send.id)} returning d.message_id`)
  if (put.rows.length === 0) return false
  if (outcome.wasNotProcessed === true)
    await tx.execute(sql`update line_sends set refused_calls = refused_calls + 1 where id = ${send.id}::uuid`)
  return true
}

async function replaceByPush(
  tx: Tx,
  claim: Claimed,
  send: LineSend,
  { how, waitMs, error }: Outcome & { state: 'pushed_instead' },
): Promise<boolean> {
  const ended = await tx.execute(sql`
    update line_sends s set outcome = 'refused', ended_at = clock_timestamp(), error = ${error}
    from deliveries d where s.id = ${send.id}::uuid and s.outcome is null and ${isOurs(claim, send.id)}
    returning s.id`)
  if (ended.rows.length === 0) return false
  const { channelKey, customerId, lineUserId } = claim
  const pushes = asPushes(send, lineUserId, how)
  await writeSends(
    tx,
    pushes.map((push) => ({ send: push, channelKey, customerId })),
    { inMs: waitMs, isLease: false },
  )
  return true
}

type End = Extract<Outcome, { state: 'sent' | 'failed' }>

async function end(
  tx: Tx,
  claim: Claimed,
  send: LineSend | null,
  outcome: End,
  { now, mediaAddresses }: SettleContext,
): Promise<DeskEvent[]> {
  const ids = send?.messageIds ?? [claim.headId]
  const friendship = await lockTickets(tx, ids)
  if (!(await (send === null ? isStillWithoutCall(tx, claim) : endSend(tx, claim, send, outcome)))) return []
  const isBlocked = friendship === 'blocked'
  const sent = outcome.state === 'sent' ? outcome : null
  const failed = outcome.state === 'failed' ? outcome : null
  const settled = await tx.execute<{
    message_id: string
    ticket_id: string
    was_failed: boolean
    was_to_blocked: boolean
  }>(sql`
    update deliveries d set state = ${outcome.state}, leased_until = null, wait_reason = null, wait_since = null, to_blocked = ${isBlocked},
      via = case when ${sent !== null}::boolean then ${send?.via ?? null} else d.via end,
      sent_at = ${sent && now.toISOString()}::timestamptz,
      line_request_id = coalesce(${sent?.requestId ?? null}, d.line_request_id),
      error_code = ${failed?.errorCode ?? null}, error = ${failed?.error ?? null}
    from deliveries before
    where d.message_id = any(${sql.param(ids)}::uuid[]) and before.message_id = d.message_id
    returning d.message_id, d.ticket_id, before.state = 'failed' as was_failed, before.to_blocked as was_to_blocked`)
  const ticketIds = new Set<string>()
  for (const [index, id] of ids.entries()) {
    const row = settled.rows.find(({ message_id }) => message_id === id)
    if (row === undefined) throw new Error('a message of the call is not in the outbox')
    const sentMessage = sent?.sentMessages[index]
    await touchMessage(tx, id, {
      lineMessageId: sentMessage?.id || null,
      quoteToken: sentMessage?.quoteToken ?? null,
    })
    if (sent !== null && !isBlocked) await storeReply(tx, id)
    if (failed !== null) await storeFailedReply(tx, id, { at: now, errorCode: failed.errorCode })
    ticketIds.add(row.ticket_id)
  }
  // True when a message that had failed was delivered after all, so that it is now a reply to the customer.
  const counts = settled.rows.some((row) => row.was_failed || row.was_to_blocked)
  if (failed !== null || isBlocked || counts)
    for (const ticketId of ticketIds) await recomputeWaitingSince(tx, ticketId)
  const reasonOf = () => (failed === null ? undefined : 'answer_failed')
  const { events } = await readChanged(tx, [...ticketIds], ids, { mediaAddresses, reasonOf })
  return events
}

/** Locks the tickets of messages to one customer in a fixed order. Returns the customer's column `friendship`. */
async function lockTickets(tx: Tx, messageIds: readonly string[]): Promise<string> {
  const found = await tx.execute<{ friendship: string }>(sql`
    select c.friendship from tickets t join customers c on c.id = t.customer_id
    where t.id in (select ticket_id from deliveries where message_id = any(${sql.param(messageIds)}::uuid[]))
    order by t.id for update of t`)
  const [row] = found.rows
  if (row === undefined) throw new Error('a delivery has no ticket')
  return row.friendship
}

/** Returns true if a message that is to fail without a request was neither claimed nor withdrawn in the meantime. */
async function isStillWithoutCall(tx: Tx, claim: Claimed): Promise<boolean> {
  const found = await tx.execute(sql`
    select 1 from deliveries where message_id = ${claim.headId}::uuid and state = 'sending' and send_id is null
      and attempts = ${claim.attempts} for update`)
  return found.rows.length > 0
}

/** Ends a request. An acceptance is stored even if the claim was lost, unless a resend has taken over the request. */
async function endSend(tx: Tx, claim: Claimed, send: LineSend, outcome: End): Promise<boolean> {
  const word =
    outcome.state === 'sent' ? 'accepted' : isUnknownDelivery(outcome.errorCode) ? 'unknown' : 'refused'
  const mayEnd =
    outcome.state === 'sent'
      ? sql`(s.outcome is null or s.outcome = 'unknown') and d.message_id = ${claim.headId}::uuid and d.send_id = s.id
          and s.message_ids[1] = d.message_id and (d.error_code is null or d.error_code not like 'withdrawn%')`
      : sql`s.outcome is null and ${isOurs(claim, send.id)}`
  const ended = await tx.execute(sql`
    update line_sends s set outcome = ${word}, ended_at = clock_timestamp(),
      line_request_id = coalesce(${outcome.state === 'sent' ? outcome.requestId : null}, s.line_request_id),
      error_code = ${outcome.state === 'failed' ? outcome.errorCode : null}, error = ${outcome.state === 'failed' ? outcome.error : null}
    from deliveries d where s.id = ${send.id}::uuid and ${mayEnd}
    returning s.id`)
  return ended.rows.length > 0
}

import { sql } from 'drizzle-orm'
import type { DeliveryWaitReason } from 'shared/contract/messages/delivery.ts'
import type { Db, Tx } from '../db/client.ts'
import type { DeskEvent } from '../event-bus.ts'
import type { WakeExtent } from '../line-api/channel-retry-wakes.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { touchMessage } from '../messages/message.store.ts'
import { readChanged } from '../messages/message-events.ts'
import type { LineSend } from './compose-line-call.ts'
import type { Claimed } from './outbox.store.ts'

/** Maximum number of messages that are marked together as waiting for LINE when a channel starts to wait. */
const MAX_LOCKED = 200
/** Maximum number of waiting messages that one successful request to LINE makes due. */
const MAX_WOKEN = 500

export interface ShownMessage extends Record<string, unknown> {
  message_id: string
  ticket_id: string
}

export async function isShownAsWaiting(db: Db, claim: Claimed, reason: DeliveryWaitReason): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from deliveries where message_id = ${claim.headId}::uuid and wait_reason = ${reason}`)
  return found.rows.length > 0
}

/** Locks the customer's tickets that will show a wait for LINE; also the channel's, if no other failure locks them. */
export async function lockShownAsWaiting(
  tx: Tx,
  { channelKey, customerId }: Pick<Claimed, 'channelKey' | 'customerId'>,
): Promise<ShownMessage[]> {
  const lock = await tx.execute<{ is_first: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`channel waits ${channelKey}`}, 0)) as is_first`,
  )
  // A separate SQL statement, so that it sees what the previous holder of the lock committed.
  const found = await tx.execute<ShownMessage>(sql`
    select d.message_id, d.ticket_id from deliveries d
    where d.channel_key = ${channelKey} and d.state in ('queued', 'sending') and (d.customer_id = ${customerId}::uuid
      or (${lock.rows[0]?.is_first === true}::boolean and not exists (select 1 from deliveries w
        where w.channel_key = ${channelKey} and w.state in ('queued', 'sending') and w.wait_since is not null)))
    order by d.customer_id = ${customerId}::uuid desc, d.place limit ${MAX_LOCKED}`)
  const ticketIds = sql.param(found.rows.map(({ ticket_id }) => ticket_id))
  await tx.execute(sql`select 1 from tickets where id = any(${ticketIds}::uuid[]) order by id for update`)
  return found.rows
}

export async function recordWait(tx: Tx, send: LineSend, reason: DeliveryWaitReason): Promise<void> {
  await tx.execute(sql`
    update deliveries d set wait_reason = ${reason}, wait_since = coalesce(d.wait_since,
      (select s.first_called_at from line_sends s where s.id = ${send.id}::uuid), clock_timestamp())
    where d.message_id = any(${sql.param(send.messageIds)}::uuid[])`)
}

/** Updates the waits for LINE that tickets show. The caller must hold their locks. Returns the events to publish. */
export async function reviseWaiting(
  tx: Tx,
  shown: readonly ShownMessage[],
  { mediaAddresses }: { mediaAddresses: MediaAddresses },
): Promise<DeskEvent[]> {
  if (shown.length === 0) return []
  for (const { message_id } of shown) await touchMessage(tx, message_id)
  const ticketIds = new Set(shown.map(({ ticket_id }) => ticket_id))
  const messageIds = shown.map(({ message_id }) => message_id)
  return (await readChanged(tx, [...ticketIds], messageIds, { mediaAddresses })).events
}

/** Makes all of a channel's waiting messages due or, to probe LINE, only the oldest one. Skips leased messages. */
export async function wakeWaiting(db: Db, channelKey: string, extent: WakeExtent): Promise<boolean> {
  const woken = await db.execute(sql`
    update deliveries set next_attempt_at = clock_timestamp() where message_id in (
      select message_id from deliveries
      where channel_key = ${channelKey} and state = 'queued' and wait_since is not null and leased_until is null
        and next_attempt_at > clock_timestamp() ${extent === 'all' ? sql`` : sql`and wait_reason = 'line_unavailable'`}
      order by place limit ${extent === 'all' ? MAX_WOKEN : 1} for update skip locked)`)
  return (woken.rowCount ?? 0) > 0
}

/** Makes the customer's oldest unsent message due, unless leased. Returns undefined when `messageId` is not pending. */
export async function makeDueNow(tx: Tx, ticketId: string, messageId: string): Promise<string | undefined> {
  const found = await tx.execute<{ channel_key: string }>(sql`
    with queued as (
      select d.customer_id, d.channel_key from deliveries d
      where d.message_id = ${messageId}::uuid and d.ticket_id = ${ticketId}::uuid and d.state in ('queued', 'sending')),
    due as (
      update deliveries d set next_attempt_at = clock_timestamp()
      where d.message_id = (
        select h.message_id from deliveries h join queued on queued.customer_id = h.customer_id
        where h.state in ('queued', 'sending') order by h.place limit 1)
        and d.state = 'queued' and d.leased_until is null and d.next_attempt_at > clock_timestamp())
    select channel_key from queued`)
  return found.rows[0]?.channel_key
}

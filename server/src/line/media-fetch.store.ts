import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { MediaReason } from 'shared/contract/messages/media-reasons.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { blobs, media } from '../db/media-schema.ts'
import type { DeskEvent } from '../event-bus.ts'
import type { ClaimCapacity } from '../job-claim-loop.ts'
import type { WakeExtent } from '../line-api/channel-retry-wakes.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { touchMessage } from '../messages/message.store.ts'
import { readChanged } from '../messages/message-events.ts'

export interface ClaimedMedia extends Record<string, unknown> {
  id: string
  message_id: string
  channel_key: string
  customer_id: string
  line_message_id: string
  kind: 'image' | 'video' | 'audio' | 'file'
  /** Number of claims including this one; together with the owner it identifies the claim. */
  attempts: number
  age_ms: number
  /** Blob key and age of content that is already stored and waits for a preview; null otherwise. */
  stored_key: string | null
  stored_ms: number | null
}

/** Retry interval in ms while LINE refuses the access token; reduced to a tenth once LINE accepts the token. */
export const TOKEN_PAUSE_MS = 10 * 60_000

/**
 * Claims the most recently due media first, with a limit per channel, so that new media do not wait behind the backlog
 * of an outage. Media delayed by a refused access token are due earlier once LINE accepts the channel's token.
 */
export async function claimDueMedia(
  db: Db,
  owner: string,
  leaseMs: number,
  limits: ClaimCapacity,
): Promise<ClaimedMedia[]> {
  const { rows } = await db.execute<ClaimedMedia>(mediaClaimStatement(owner, leaseMs, limits))
  return rows
}

export function mediaClaimStatement(owner: string, leaseMs: number, limits: ClaimCapacity): SQL {
  const earlyBy = sql`interval '1 ms' * ${TOKEN_PAUSE_MS * 0.9}::float8`
  return sql`
    with due as (
      select d.id from channels ch
      cross join lateral (
        select id, next_attempt_at from media md
        where md.channel_key = ch.key and md.state = 'pending' and md.message_id is not null and md.line_message_id is not null
          and md.next_attempt_at <= case when ch.token_refused_at is null and ch.removed_at is null
            then statement_timestamp() + ${earlyBy} else statement_timestamp() end
          and (md.next_attempt_at <= statement_timestamp() or md.reason = 'token_refused')
          and (md.leased_until is null or md.leased_until <= statement_timestamp())
        order by md.next_attempt_at desc
        limit greatest(0, ${limits.perChannel}::int
          - coalesce((${JSON.stringify(Object.fromEntries(limits.inUse))}::jsonb ->> ch.key)::int, 0))
        for update of md skip locked) d
      order by d.next_attempt_at desc
      limit ${limits.total})
    update media md set attempts = md.attempts + 1, lease_owner = ${owner}::uuid,
      leased_until = clock_timestamp() + interval '1 ms' * ${leaseMs}::float8
    from due where md.id = due.id
    returning md.id, md.message_id, md.channel_key, (select t.customer_id from messages m
        join tickets t on t.id = m.ticket_id where m.id = md.message_id) as customer_id, md.line_message_id, md.kind, md.attempts,
      (extract(epoch from clock_timestamp() - md.created_at) * 1000)::float8 as age_ms,
      md.original_blob as stored_key, (select extract(epoch from clock_timestamp() - b.created_at) * 1000
        from blobs b where b.key = md.original_blob)::float8 as stored_ms`
}

/** Ends all leases, because their owner has probably crashed. An owner that still runs loses its claims. */
export async function releaseMediaLeases(db: Db): Promise<void> {
  await db
    .update(media)
    .set({ leaseOwner: null, leasedUntil: null })
    .where(and(eq(media.state, 'pending'), sql`lease_owner is not null`))
}

/** Maximum number of media that become due together; the next successful fetch makes the next ones due. */
const MAX_WOKEN = 200

export async function wakeWaitingMedia(db: Db, channelKey: string, extent: WakeExtent): Promise<boolean> {
  const woken = await db.execute(sql`
    update media set next_attempt_at = clock_timestamp() where id in (
      select id from media
      where channel_key = ${channelKey} and state = 'pending' and waits_for_line and next_attempt_at > clock_timestamp()
        and (leased_until is null or leased_until <= clock_timestamp())
      order by created_at desc limit ${extent === 'all' ? MAX_WOKEN : 1} for update skip locked)`)
  return (woken.rowCount ?? 0) > 0
}

const isStillOurs = (claim: ClaimedMedia, owner: string) =>
  and(
    eq(media.id, claim.id),
    eq(media.state, 'pending'),
    eq(media.leaseOwner, owner),
    eq(media.attempts, claim.attempts),
  )

/** Returns false when the claim is lost, or the message was unsent. */
export async function renewMediaLease(
  db: Db,
  claim: ClaimedMedia,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  const renewed = await db
    .update(media)
    .set({ leasedUntil: sql`clock_timestamp() + interval '1 ms' * ${leaseMs}::float8` })
    .where(isStillOurs(claim, owner))
  return (renewed.rowCount ?? 0) > 0
}

/** Stored blob that has no database row yet. */
export type NewBlob = Omit<typeof blobs.$inferSelect, 'scope' | 'createdAt'>

/** `reason`: why media have no preview or are pending. A pending outcome with `original` lacks only the preview. */
export type FetchOutcome =
  | {
      state: 'ready'
      original: NewBlob
      preview: NewBlob | null
      reason: MediaReason | null
    }
  | { state: 'gone'; reason: MediaReason; detail: string }
  | {
      state: 'pending'
      waitMs: number
      reason: MediaReason | null
      detail: string
      /** True when the attempt failed because LINE did not respond or refused the request. */
      waitsForLine?: boolean
      retryAfterMs?: number
      original?: NewBlob
    }

/** Stores nothing when the lease expired or the message was unsent (`isOurs` is false). Callers publish `events`. */
export async function settleMedia(
  db: Db,
  claim: ClaimedMedia,
  owner: string,
  outcome: FetchOutcome,
  mediaAddresses: MediaAddresses,
): Promise<{ isOurs: boolean; events: DeskEvent[] }> {
  return inTransaction(db, async (tx) => {
    const ticketId = await lockTicketOf(tx, claim.message_id)
    const [before] = await tx
      .select({ reason: media.reason })
      .from(media)
      .where(isStillOurs(claim, owner))
      .for('update')
    if (before === undefined) return { isOurs: false, events: [] }
    const image = imageOf(claim, outcome)
    if (image !== undefined) await lockImage(tx, claim.channel_key, image)
    await write(tx, claim, outcome)
    if (outcome.state === 'pending' && outcome.reason === before.reason) return { isOurs: true, events: [] }
    await touchMessage(tx, claim.message_id)
    const { events } = await readChanged(tx, [ticketId], [claim.message_id], { mediaAddresses })
    return { isOurs: true, events }
  })
}

export function imageOf({ kind }: ClaimedMedia, outcome: FetchOutcome): NewBlob | undefined {
  return kind === 'image' && outcome.state !== 'gone' ? outcome.original : undefined
}

/** Makes the later of two tickets that receive an image at once see the earlier use. Call with the ticket locked. */
async function lockImage(tx: Tx, channelKey: string, { sha256 }: NewBlob): Promise<void> {
  const name = `picture ${channelKey} ${sha256}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

async function write(tx: Tx, claim: ClaimedMedia, outcome: FetchOutcome): Promise<void> {
  const released = { reason: outcome.reason, leaseOwner: null, leasedUntil: null }
  const settled = { ...released, settledAt: sql`now()` }
  if (outcome.state === 'ready') {
    const { original, preview } = outcome
    await writeContent(tx, original)
    if (preview !== null) await writeContent(tx, preview)
    const stored = { originalBlob: original.key, previewBlob: preview?.key ?? null }
    await tx
      .update(media)
      .set({ ...settled, ...stored, state: 'ready' })
      .where(eq(media.id, claim.id))
  } else if (outcome.state === 'gone') {
    await tx
      .update(media)
      .set({ ...settled, originalBlob: null, state: 'gone' })
      .where(eq(media.id, claim.id))
  } else {
    if (outcome.original !== undefined) await writeContent(tx, outcome.original)
    const stored = outcome.original && { originalBlob: outcome.original.key }
    const nextAttemptAt = sql`clock_timestamp() + interval '1 ms' * ${outcome.waitMs}::float8`
    await tx
      .update(media)
      .set({ ...released, ...stored, nextAttemptAt, waitsForLine: outcome.waitsForLine === true })
      .where(eq(media.id, claim.id))
  }
}

/** Stores the content's row, which already exists when the content was stored before its preview. */
async function writeContent(tx: Tx, content: NewBlob): Promise<void> {
  const { contentType, width, height } = content
  await tx
    .insert(blobs)
    .values({ ...content, scope: 'private' })
    .onConflictDoUpdate({ target: blobs.key, set: { contentType, width, height } })
}

export async function lockTicketOf(tx: Tx, messageId: string): Promise<string> {
  const found = await tx.execute<{ id: string }>(sql`
    select t.id from messages m join tickets t on t.id = m.ticket_id where m.id = ${messageId}::uuid for update of t`)
  const [row] = found.rows
  if (row === undefined) throw new Error('media has no ticket')
  return row.id
}

export async function countPendingMedia(db: Db): Promise<number> {
  const [found] = await db.select({ count: count() }).from(media).where(eq(media.state, 'pending'))
  return found?.count ?? 0
}

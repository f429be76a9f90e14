import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { MediaReason } from 'shared/contract/messages/media-reasons.ts'
import type { Fact } from '../bus.ts'
import type { ClaimPlaces } from '../claim-loop.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { blobs, media } from '../db/media-schema.ts'
import type { WakeExtent } from '../line-api/channel-wakes.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { touchMessage } from '../messages/message.store.ts'
import { readChanged } from '../messages/message-facts.ts'

/** A customer's media that is ours to fetch until the lease ends. */
export interface ClaimedMedia extends Record<string, unknown> {
  id: string
  message_id: string
  channel_key: string
  customer_id: string
  line_message_id: string
  kind: 'image' | 'video' | 'audio' | 'file'
  /** How often it was claimed, this time included: with the owner it tells whether the claim is still ours. */
  attempts: number
  /** Since it was asked for, by the database's clock. */
  age_ms: number
  /** Its content has come already and waits for a preview: where it stands in the store, and since when. */
  kept_key: string | null
  kept_ms: number | null
}

/** What waits for another access token waits so long; a token that LINE takes again ends the wait after a tenth of it. */
export const TOKEN_PAUSE_MS = 10 * 60_000

/**
 * Takes media that are due, those first that have become due last, each official account within places of its own: who writes now does
 * not wait behind an upgrade's or an outage's backlog, which is fetched in between. Due are also those that a refused access token held
 * up, once LINE takes the account's token again. A claim whose lease has run out (its process died) is due again.
 */
export async function claimDueMedia(
  db: Db,
  owner: string,
  leaseMs: number,
  limits: ClaimPlaces,
): Promise<ClaimedMedia[]> {
  const { rows } = await db.execute<ClaimedMedia>(mediaClaimStatement(owner, leaseMs, limits))
  return rows
}

/** The statement of `claimDueMedia`. */
export function mediaClaimStatement(owner: string, leaseMs: number, limits: ClaimPlaces): SQL {
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
          - coalesce((${JSON.stringify(Object.fromEntries(limits.taken))}::jsonb ->> ch.key)::int, 0))
        for update of md skip locked) d
      order by d.next_attempt_at desc
      limit ${limits.total})
    update media md set attempts = md.attempts + 1, lease_owner = ${owner}::uuid,
      leased_until = clock_timestamp() + interval '1 ms' * ${leaseMs}::float8
    from due where md.id = due.id
    returning md.id, md.message_id, md.channel_key, (select t.customer_id from messages m
        join tickets t on t.id = m.ticket_id where m.id = md.message_id) as customer_id, md.line_message_id, md.kind, md.attempts,
      (extract(epoch from clock_timestamp() - md.created_at) * 1000)::float8 as age_ms,
      md.original_blob as kept_key, (select extract(epoch from clock_timestamp() - b.created_at) * 1000
        from blobs b where b.key = md.original_blob)::float8 as kept_ms`
}

/**
 * Ends every lease, at the start of a process: its holder has most likely died, and a picture should not wait for the lease to run out.
 * If another process is fetching after all, one of the two finds that its claim is no longer its own.
 */
export async function releaseMediaLeases(db: Db): Promise<void> {
  await db
    .update(media)
    .set({ leaseOwner: null, leasedUntil: null })
    .where(and(eq(media.state, 'pending'), sql`lease_owner is not null`))
}

/** Media woken at once; the next success wakes the next ones. */
const MAX_WOKEN = 200

/**
 * Makes media due whose last attempt failed at LINE: the newest `MAX_WOKEN` of a channel, or one as a trial. Returns whether any became
 * due.
 */
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

/** Goes on holding a claim that takes long. False: it is no longer ours, or its message was taken back. */
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

/** A content that stands in the store already, and has no row yet. */
export interface NewBlob {
  key: string
  sha256: string
  contentType: string
  bytes: number
  width: number | null
  height: number | null
}

/**
 * What a try has come to. `reason` of one that is ready: why it has no preview; of one that waits: what it waits for, where people
 * should know; `original`: its content has come, and waits for a preview.
 */
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
      /** The attempt failed at LINE. */
      waitsForLine?: boolean
      /** LINE asked not to be called for this long. */
      retryAfterMs?: number
      original?: NewBlob
    }

/**
 * Notes what became of a claim, under the ticket's lock: what people see differently gives the message a new revision. `isOurs` false:
 * the claim has run out, or the message was taken back, and nothing was noted. `facts`: what readers of the ticket are told.
 */
export async function settleMedia(
  db: Db,
  claim: ClaimedMedia,
  owner: string,
  outcome: FetchOutcome,
  mediaAddresses: MediaAddresses,
): Promise<{ isOurs: boolean; facts: Fact[] }> {
  return inTransaction(db, async (tx) => {
    const ticketId = await lockTicketOf(tx, claim.message_id)
    const [before] = await tx
      .select({ reason: media.reason })
      .from(media)
      .where(isStillOurs(claim, owner))
      .for('update')
    if (before === undefined) return { isOurs: false, facts: [] }
    const picture = pictureOf(claim, outcome)
    if (picture !== undefined) await lockPicture(tx, claim.channel_key, picture)
    await write(tx, claim, outcome)
    if (outcome.state === 'pending' && outcome.reason === before.reason) return { isOurs: true, facts: [] }
    await touchMessage(tx, claim.message_id)
    const { facts } = await readChanged(tx, [ticketId], [claim.message_id], { mediaAddresses })
    return { isOurs: true, facts }
  })
}

/** The picture whose content a try has brought, or has found in the store. */
export function pictureOf({ kind }: ClaimedMedia, outcome: FetchOutcome): NewBlob | undefined {
  return kind === 'image' && outcome.state !== 'gone' ? outcome.original : undefined
}

/** Where two cases get the same picture at once, the second one to settle has to see the first. Behind the ticket's lock. */
async function lockPicture(tx: Tx, channelKey: string, { sha256 }: NewBlob): Promise<void> {
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
    const kept = outcome.original && { originalBlob: outcome.original.key }
    const nextAttemptAt = sql`clock_timestamp() + interval '1 ms' * ${outcome.waitMs}::float8`
    await tx
      .update(media)
      .set({ ...released, ...kept, nextAttemptAt, waitsForLine: outcome.waitsForLine === true })
      .where(eq(media.id, claim.id))
  }
}

/** One that has waited for its preview has its row already. */
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

/** How many customers' media are still to be fetched. */
export async function countPendingMedia(db: Db): Promise<number> {
  const [found] = await db.select({ count: count() }).from(media).where(eq(media.state, 'pending'))
  return found?.count ?? 0
}

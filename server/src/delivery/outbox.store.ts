import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { deliveries } from '../db/schema.ts'
import { touchMessage } from '../messages/message.store.ts'
import type { MessageRow } from '../messages/message-row.ts'
import { findTicket } from '../tickets/ticket.store.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { noteAnswer, noteFailedAnswer, recomputeWaitingSince } from './answers.store.ts'
import { MAX_WAIT_HOURS, RETRY_KEY_HOURS } from './retry-pauses.ts'

/** A message that is ours to bring to LINE until the lease ends. */
export interface Claimed extends Record<string, unknown> {
  message_id: string
  ticket_id: string
  channel_key: string
  seq: number
  /** How often it was claimed, this time included: tells whether the claim is still ours. */
  attempts: number
  line_user_id: string
  message_type: string
  text: string | null
  image_url: string | null
}

/** How many may be claimed: in all, and of one official account (`taken` of it are on their way already). */
export interface ClaimLimits {
  total: number
  perChannel: number
  taken: ReadonlyMap<string, number>
  /** Accounts of which nothing is taken: LINE has asked for a pause. */
  paused: readonly string[]
}

/**
 * Takes messages that are due, of each ticket only the oldest that is neither sent nor failed: so a ticket's messages leave one
 * at a time and in order. Each official account has places of its own, so that a slow one does not hold the others up. A claim
 * whose lease has run out (its process died) is due again. What is due and when leases end goes by the database's clock, which all
 * processes share; the clock of the statement, for a volatile one cannot be looked up in the index.
 */
export async function claimDue(db: Db, leaseMs: number, limits: ClaimLimits): Promise<Claimed[]> {
  const claimed = await db.execute<Claimed>(claimStatement(leaseMs, limits))
  return claimed.rows
}

/** The statement of `claimDue`. */
export function claimStatement(leaseMs: number, limits: ClaimLimits): SQL {
  return sql`
    with due as (
      select d.message_id from channels ch
      cross join lateral (
        select message_id, next_attempt_at from deliveries d
        where d.channel_key = ch.key and d.state in ('queued', 'sending') and d.next_attempt_at <= statement_timestamp()
          and (d.leased_until is null or d.leased_until <= statement_timestamp())
          and not exists (select 1 from deliveries earlier
            where earlier.ticket_id = d.ticket_id and earlier.seq < d.seq and earlier.state in ('queued', 'sending'))
        order by d.next_attempt_at
        limit greatest(0, ${limits.perChannel}::int
          - coalesce((${JSON.stringify(Object.fromEntries(limits.taken))}::jsonb ->> ch.key)::int, 0))
        for update of d skip locked) d
      where ch.key <> all(${sql.param(limits.paused)}::text[])
      order by d.next_attempt_at
      limit ${limits.total}),
    claimed as (
      update deliveries d set state = 'sending', attempts = d.attempts + 1,
        leased_until = clock_timestamp() + interval '1 ms' * ${leaseMs}::float8
      from due where d.message_id = due.message_id
      returning d.message_id, d.ticket_id, d.channel_key, d.seq, d.attempts)
    select cl.message_id, cl.ticket_id, cl.channel_key, cl.seq, cl.attempts,
      c.line_user_id, m.message_type, m.text, m.image_url
    from claimed cl
    join messages m on m.id = cl.message_id
    join tickets t on t.id = cl.ticket_id
    join customers c on c.id = t.customer_id`
}

/**
 * Ends every lease, at the start of a process: its holder has most likely died, and customers should not wait for the lease to
 * run out. If another process is pushing after all, the same retry key prevents a duplicate.
 */
export async function releaseLeases(db: Db): Promise<void> {
  await db.update(deliveries).set({ leasedUntil: null }).where(eq(deliveries.state, 'sending'))
}

/**
 * Asked immediately before LINE is called: counts the call, writes down when the first one was, and answers how old the retry key is
 * by then, by the database's clock (`isKnown`: LINE still remembers it). `isTooOld`: never called and written so long ago that a
 * person has to decide. Undefined: the claim is no longer ours.
 */
export async function beginCall(
  db: Db,
  claim: Claimed,
): Promise<{ calls: number; ageMs: number; isKnown: boolean; isTooOld: boolean } | undefined> {
  const begun = await db.execute<{
    calls: number
    age_ms: number | null
    is_known: boolean | null
  }>(sql`
    update deliveries set
      calls = calls + 1,
      first_called_at = coalesce(first_called_at,
        case when created_at > clock_timestamp() - interval '1 hour' * ${MAX_WAIT_HOURS}::int then clock_timestamp() end)
    where message_id = ${claim.message_id}::uuid and state = 'sending' and attempts = ${claim.attempts}
    returning calls, (extract(epoch from clock_timestamp() - first_called_at) * 1000)::float8 as age_ms,
      first_called_at > clock_timestamp() - interval '1 hour' * ${RETRY_KEY_HOURS}::int as is_known`)
  const [row] = begun.rows
  return (
    row && {
      calls: row.calls,
      ageMs: row.age_ms ?? 0,
      isKnown: row.is_known ?? true,
      isTooOld: row.age_ms === null,
    }
  )
}

/** What a try has come to. */
export type Outcome =
  | { state: 'sent'; at: Date; requestId: string | null; lineMessageId: string | null }
  | { state: 'failed'; at: Date; errorCode: string; error: string }
  | { state: 'queued'; waitMs: number; error: string }

/** The claim has not run out and been taken by another since. */
const isStillOurs = (claim: Claimed) =>
  and(
    eq(deliveries.messageId, claim.message_id),
    eq(deliveries.state, 'sending'),
    eq(deliveries.attempts, claim.attempts),
  )

/** Returns a message to the queue for a retry; readers of the ticket see no change. */
async function putBack(db: Db, claim: Claimed, outcome: Outcome & { state: 'queued' }): Promise<void> {
  await db
    .update(deliveries)
    .set({
      state: 'queued',
      leasedUntil: null,
      error: outcome.error,
      nextAttemptAt: sql`clock_timestamp() + interval '1 ms' * ${outcome.waitMs}::float8`,
    })
    .where(isStillOurs(claim))
}

/**
 * Notes the outcome of a claim, under the ticket's lock: with the end of a delivery comes a new revision of the message, and the
 * customer's waiting is over or goes on. Answers message and ticket as they now stand; undefined when nobody sees a difference,
 * or the claim is no longer ours.
 */
export async function settle(
  db: Db,
  claim: Claimed,
  outcome: Outcome,
): Promise<{ message: MessageRow; ticket: TicketRow } | undefined> {
  if (outcome.state === 'queued') {
    await putBack(db, claim, outcome)
    return undefined
  }
  return inTransaction(db, async (tx) => {
    const { friendship } = await lockTicket(tx, claim.ticket_id)
    const toBlocked = friendship === 'blocked'
    const sent = outcome.state === 'sent' ? outcome : null
    const failed = outcome.state === 'failed' ? outcome : null
    const settled = await tx.execute<{ was_to_blocked: boolean }>(sql`
      update deliveries d set state = ${outcome.state}, leased_until = null, to_blocked = ${toBlocked},
        via = case when ${sent !== null}::boolean then 'push' else via end,
        sent_at = ${sent?.at.toISOString() ?? null}::timestamptz,
        line_request_id = coalesce(${sent?.requestId ?? null}, line_request_id),
        error_code = ${failed?.errorCode ?? null}, error = ${failed?.error ?? null}
      from (select to_blocked from deliveries where message_id = ${claim.message_id}::uuid) before
      where message_id = ${claim.message_id}::uuid and state = 'sending' and attempts = ${claim.attempts}
      returning before.to_blocked as was_to_blocked`)
    const [row] = settled.rows
    if (row === undefined) return undefined
    const lineMessageId = sent?.lineMessageId ?? null
    const message = await touchMessage(tx, claim.message_id, { lineMessageId })
    if (sent !== null && !toBlocked) await noteAnswer(tx, claim.message_id)
    if (failed !== null) await noteFailedAnswer(tx, claim.message_id, failed)
    if (failed !== null || toBlocked || row.was_to_blocked) await recomputeWaitingSince(tx, claim.ticket_id)
    const ticket = await findTicket(tx, claim.ticket_id)
    if (message === undefined || ticket === undefined)
      throw new Error('a message just settled cannot be read')
    return { message, ticket }
  })
}

async function lockTicket(tx: Tx, ticketId: string): Promise<{ friendship: string }> {
  const found = await tx.execute<{ friendship: string }>(sql`
    select c.friendship from tickets t join customers c on c.id = t.customer_id
    where t.id = ${ticketId}::uuid for update of t`)
  const [row] = found.rows
  if (row === undefined) throw new Error('a delivery has no ticket')
  return row
}

/** When the next message becomes due at the earliest; null when none waits. */
export async function nextDueAt(db: Db): Promise<Date | null> {
  const { nextAttemptAt, leasedUntil, state } = deliveries
  const [found] = await db
    .select({ at: sql<Date | null>`min(greatest(${nextAttemptAt}, ${leasedUntil}))`.mapWith(nextAttemptAt) })
    .from(deliveries)
    .where(inArray(state, ['queued', 'sending']))
  return found?.at ?? null
}

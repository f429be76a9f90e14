import { sql } from 'drizzle-orm'
import { type Db, inTransaction } from '../db/client.ts'
import type { MessageRow } from '../messages/message-row.ts'
import { findMessage } from '../messages/store.ts'

/** A message that is ours to bring to LINE until the lease ends. */
export interface Claimed extends Record<string, unknown> {
  message_id: string
  ticket_id: string
  channel_key: string
  seq: number
  /** This try included; also tells whether the claim is still ours. */
  attempts: number
  /** How long this message has been in the outbox, in ms. */
  age_ms: number
  line_user_id: string
  message_type: string
  text: string | null
  image_url: string | null
}

/**
 * Takes up to `limit` messages that are due, of each ticket only the oldest that is neither sent nor failed: so a ticket's
 * messages leave one at a time and in order. A claim whose lease has run out (its process died) is due again.
 */
export async function claimDue(db: Db, now: Date, leaseMs: number, limit: number): Promise<Claimed[]> {
  const at = now.toISOString()
  const claimed = await db.execute<Claimed>(sql`
    with due as (
      select d.message_id from deliveries d
      where d.state in ('queued', 'sending') and d.next_attempt_at <= ${at}::timestamptz
        and (d.leased_until is null or d.leased_until <= ${at}::timestamptz)
        and not exists (select 1 from deliveries earlier
          where earlier.ticket_id = d.ticket_id and earlier.seq < d.seq and earlier.state in ('queued', 'sending'))
      order by d.next_attempt_at
      limit ${limit}
      for update of d skip locked),
    claimed as (
      update deliveries d set state = 'sending', attempts = d.attempts + 1,
        leased_until = ${new Date(now.getTime() + leaseMs).toISOString()}::timestamptz
      from due where d.message_id = due.message_id
      returning d.message_id, d.ticket_id, d.channel_key, d.seq, d.attempts, d.created_at)
    select cl.message_id, cl.ticket_id, cl.channel_key, cl.seq, cl.attempts,
      (extract(epoch from ${at}::timestamptz - cl.created_at) * 1000)::float8 as age_ms,
      c.line_user_id, m.message_type, m.text, m.image_url
    from claimed cl
    join messages m on m.id = cl.message_id
    join tickets t on t.id = cl.ticket_id
    join customers c on c.id = t.customer_id`)
  return claimed.rows
}

/**
 * Takes every lease back, for a process that starts: whoever held one is most likely dead, and its customers should not wait for
 * the lease to end. Should another process live and be pushing, no harm is done: the retry key is the same.
 */
export async function releaseLeases(db: Db): Promise<void> {
  await db.execute(sql`update deliveries set leased_until = null where state = 'sending'`)
}

/** What a try has come to. */
export type Outcome =
  | { state: 'sent'; at: Date; requestId: string | null; lineMessageId: string | null }
  | { state: 'failed'; errorCode: string; error: string }
  | { state: 'queued'; nextAttemptAt: Date; error: string }

/** Notes the outcome of a claim and answers the message as it now stands; undefined when the claim is no longer ours. */
export async function settle(db: Db, claim: Claimed, outcome: Outcome): Promise<MessageRow | undefined> {
  return inTransaction(db, async (tx) => {
    const sent = outcome.state === 'sent' ? outcome : null
    const failed = outcome.state === 'failed' ? outcome : null
    const queued = outcome.state === 'queued' ? outcome : null
    const settled = await tx.execute(sql`
      update deliveries set state = ${outcome.state}, leased_until = null,
        via = case when ${sent !== null}::boolean then 'push' else via end,
        sent_at = ${sent?.at.toISOString() ?? null}::timestamptz,
        line_request_id = coalesce(${sent?.requestId ?? null}, line_request_id),
        error_code = ${failed?.errorCode ?? null}, error = ${failed?.error ?? queued?.error ?? null},
        next_attempt_at = coalesce(${queued?.nextAttemptAt.toISOString() ?? null}::timestamptz, next_attempt_at)
      where message_id = ${claim.message_id}::uuid and state = 'sending' and attempts = ${claim.attempts}`)
    if (settled.rowCount === 0) return undefined
    if (sent?.lineMessageId) {
      await tx.execute(sql`
        update messages set line_message_id = ${sent.lineMessageId}
        where id = ${claim.message_id}::uuid and not exists (select 1 from messages other
          where other.channel_key = ${claim.channel_key} and other.line_message_id = ${sent.lineMessageId})`)
    }
    return findMessage(tx, claim.message_id)
  })
}

/** When the next message becomes due at the earliest; null when none waits. */
export async function nextDueAt(db: Db): Promise<Date | null> {
  const found = await db.execute<{ at: string | null }>(sql`
    select min(greatest(next_attempt_at, leased_until)) as at from deliveries where state in ('queued', 'sending')`)
  const at = found.rows[0]?.at
  return at ? new Date(at) : null
}

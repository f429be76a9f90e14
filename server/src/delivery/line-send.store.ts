import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import type { LineSend } from './compose-line-call.ts'
import type { Claimed } from './outbox.store.ts'
import { MAX_WAIT_HOURS, RETRY_KEY_HOURS } from './retry-backoff.ts'

interface NewSend {
  send: LineSend
  channelKey: string
  customerId: string
}

/** Stores requests to LINE and returns the stored ids. An existing push is replaced only if its outcome is unknown. */
export async function writeSends(
  tx: Tx,
  sends: readonly NewSend[],
  due: { inMs: number; isLease: boolean },
): Promise<Set<string>> {
  if (sends.length === 0) return new Set()
  const rows = sends.map(({ send, channelKey, customerId }) => ({ ...send, channelKey, customerId }))
  const dueAt = sql`clock_timestamp() + interval '1 ms' * ${due.inMs}::float8`
  const sendsWithMessages = await tx.execute<{ send_id: string }>(sql`
    with send as (
      select s.*, s."messageIds"[1] as head from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s (id uuid, "channelKey" text, "customerId" uuid, "messageIds" uuid[], via text, "replyToken" text, body text)),
    written as (
      insert into line_sends (id, channel_key, customer_id, message_ids, via, reply_token, body)
      select s.id, s."channelKey", s."customerId", s."messageIds", s.via, s."replyToken", to_jsonb(s.body) from send s
      on conflict (id) do update set message_ids = excluded.message_ids, calls = 0, refused_calls = 0,
        outcome = null, ended_at = null, error_code = null, error = null
      where line_sends.outcome = 'unknown'
      returning id)
    update deliveries d set send_id = s.id, state = 'queued',
      leased_until = case when d.message_id = s.head and ${due.isLease}::boolean then ${dueAt} end,
      next_attempt_at = case when d.message_id = s.head then ${dueAt} else d.next_attempt_at end
    from send s join written on written.id = s.id where d.message_id = any(s."messageIds")
    returning d.send_id`)
  return new Set(sendsWithMessages.rows.map(({ send_id }) => send_id))
}

/** SQL condition: the claim is still valid. `d` is the delivery of the claim's first message. */
export const isOurs = (claim: Claimed, sendId: string) =>
  sql`d.message_id = ${claim.headId}::uuid and d.attempts = ${claim.attempts} and d.send_id = ${sendId}::uuid
    and d.state in ('queued', 'sending')`

/** SQL condition on a message `m` that is sent again: an earlier message with the same content was delivered. */
export const HAS_ARRIVED = sql`m.retry_of is not null and exists (
  with recursive earlier (id) as (
    select m.retry_of
    union select e.retry_of from earlier join messages e on e.id = earlier.id where e.retry_of is not null)
  select 1 from earlier join messages o on o.id = earlier.id join deliveries od on od.message_id = o.id
  where od.state = 'sent' and od.to_blocked is not true
    and (o.message_type, o.text, o.image_url) is not distinct from (m.message_type, m.text, m.image_url))`

export interface BegunCall {
  /** Number of attempts to send the request, including the current one. */
  calls: number
  /** Time in ms since the first attempt or, for a repeated older push, since the message was written. */
  ageMs: number
  /** True when LINE may have accepted an earlier attempt, so that a refusal now does not show the outcome. */
  mayHaveArrived: boolean
  /** True when LINE still remembers the retry key of this push. */
  isKnown: boolean
  /** True when this is the first attempt and another LINE module controls the chat. */
  isStandby: boolean
  /** True when this is the first attempt and the customer already has the content of one of the messages. */
  hasArrived: boolean
  /** True when this is the first attempt and the messages are so old that staff must decide whether to send them. */
  isTooOld: boolean
  tokenAgeMs: number
}

/** Records an attempt immediately before LINE is called. Returns undefined when the claim is no longer valid. */
export async function beginCall(db: Db, claim: Claimed, send: LineSend): Promise<BegunCall | undefined> {
  const begun = await db.execute<
    Pick<BegunCall, 'calls' | 'mayHaveArrived' | 'isStandby' | 'hasArrived'> &
      Record<'ageMs' | 'tokenAgeMs', number | null> & { isKnown: boolean | null }
  >(sql`
    update line_sends s set calls = s.calls + 1,
      first_called_at = coalesce(s.first_called_at,
        case when c.standby_since is null and not late.has_arrived and d.created_at > clock_timestamp() - interval '1 hour' * ${MAX_WAIT_HOURS}::int then clock_timestamp() end)
    from line_sends before, customers c, deliveries d,
      lateral (select exists (
        select 1 from messages m where m.id = any(before.message_ids) and ${HAS_ARRIVED}) as has_arrived) late
    where s.id = ${send.id}::uuid and before.id = s.id and c.id = d.customer_id and s.outcome is null and ${isOurs(claim, send.id)}
    returning s.calls, before.first_called_at is not null and (s.via = 'push' and before.calls = 0 or before.calls > before.refused_calls) as "mayHaveArrived",
      before.first_called_at is null and c.standby_since is not null as "isStandby",
      before.first_called_at is null and late.has_arrived as "hasArrived", case when s.first_called_at is not null
        then (extract(epoch from clock_timestamp() - greatest(s.first_called_at, d.created_at)) * 1000)::float8 end as "ageMs",
      s.first_called_at > clock_timestamp() - interval '1 hour' * ${RETRY_KEY_HOURS}::int as "isKnown",
      (select extract(epoch from clock_timestamp() - r.received_at) * 1000 from reply_tokens r
        where r.token = s.reply_token)::float8 as "tokenAgeMs"`)
  const [row] = begun.rows
  return (
    row && {
      ...row,
      ageMs: row.ageMs ?? 0,
      isKnown: row.isKnown ?? true,
      isTooOld: row.ageMs === null,
      tokenAgeMs: row.tokenAgeMs ?? Number.POSITIVE_INFINITY,
    }
  )
}

export async function removeOldSends(db: Db, now: Date, limit: number): Promise<number> {
  const removed = await db.execute(sql`
    delete from line_sends where id in (
      select id from line_sends where ended_at < ${now.toISOString()}::timestamptz - interval '30 days'
      order by ended_at limit ${limit} for update skip locked)`)
  return removed.rowCount ?? 0
}

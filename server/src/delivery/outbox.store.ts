import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { MESSAGES_PER_LINE_CALL } from 'shared/contract/constants.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { deliveries } from '../db/line-schema.ts'
import type { ClaimCapacity } from '../job-claim-loop.ts'
import { type MediaAddressConfig, ownImageJson } from '../media/public-media.ts'
import { claimReplyTokens } from '../messages/reply-token.store.ts'
import {
  composeLineCall,
  type Failed,
  type LineSend,
  pushCall,
  type QueuedMessage,
  replyCall,
} from './compose-line-call.ts'
import { HAS_ARRIVED, writeSends } from './line-send.store.ts'
import { MAX_WAIT_HOURS, REPLY_WITHIN_MS, RETRY_KEY_HOURS } from './retry-backoff.ts'

export interface Claimed {
  /** Id of the customer's oldest unsent message, whose delivery row holds the lease. */
  headId: string
  /** Number of claims, including this one. A different number in the row means that the claim is no longer valid. */
  attempts: number
  customerId: string
  channelKey: string
  lineUserId: string
  work: LineSend | Failed
}

/** A customer's oldest unsent message. The owner of its lease makes the customer's next request to LINE. */
type Head = Omit<Claimed, 'work'> & { send: LineSend | null }

interface ClaimLimits extends ClaimCapacity {
  paused: readonly string[]
}

/**
 * Claims only each customer's oldest unsent message, so that a customer's messages are sent in order and one request at
 * a time, even across tickets. A request to LINE is composed and committed before it is sent.
 */
export async function claimDue(
  db: Db,
  config: MediaAddressConfig,
  leaseMs: number,
  limits: ClaimLimits,
): Promise<Claimed[]> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<Head>(claimStatement(leaseMs, limits))
    const composed = await composeFor(
      tx,
      config,
      rows.filter(({ send }) => send === null),
      leaseMs,
    )
    return rows.flatMap(({ send, ...head }) => {
      const work = send ?? composed.get(head.headId)
      return work === undefined ? [] : [{ ...head, work }]
    })
  })
}

/**
 * For a message in a stored request, only `next_attempt_at` matters: the end of the lease or of the pause before a
 * retry. Uses `statement_timestamp()`, because the volatile `clock_timestamp()` cannot use the index.
 */
export function claimStatement(leaseMs: number, limits: ClaimLimits): SQL {
  const leaseEnd = sql`clock_timestamp() + interval '1 ms' * ${leaseMs}::float8`
  return sql`
    with due as (
      select d.message_id from channels ch
      cross join lateral (
        select message_id, next_attempt_at from deliveries d
        where d.channel_key = ch.key and d.state in ('queued', 'sending') and d.next_attempt_at <= statement_timestamp()
          and (d.send_id is not null or d.leased_until is null or d.leased_until <= statement_timestamp())
          and not exists (select 1 from deliveries earlier
            where earlier.customer_id = d.customer_id and earlier.place < d.place and earlier.state in ('queued', 'sending'))
        order by d.next_attempt_at
        limit greatest(0, ${limits.perChannel}::int
          - coalesce((${JSON.stringify(Object.fromEntries(limits.inUse))}::jsonb ->> ch.key)::int, 0))
        for update of d skip locked) d
      where ch.key <> all(${sql.param(limits.paused)}::text[])
      order by d.next_attempt_at
      limit ${limits.total}),
    claimed as (
      update deliveries d set attempts = d.attempts + 1,
        state = case when d.send_id is null then 'sending' else 'queued' end::delivery_state,
        leased_until = ${leaseEnd},
        next_attempt_at = case when d.send_id is null then d.next_attempt_at else ${leaseEnd} end
      from due where d.message_id = due.message_id
      returning d.message_id, d.customer_id, d.channel_key, d.attempts, d.send_id)
    select cl.message_id as "headId", cl.customer_id as "customerId", cl.channel_key as "channelKey", cl.attempts,
      c.line_user_id as "lineUserId",
      case when s.id is not null then jsonb_build_object('id', s.id, 'via', s.via, 'replyToken', s.reply_token,
        'body', s.body, 'messageIds', to_jsonb(s.message_ids)) end as send
    from claimed cl
    join customers c on c.id = cl.customer_id
    left join line_sends s on s.id = cl.send_id`
}

async function composeFor(
  tx: Tx,
  config: MediaAddressConfig,
  heads: readonly Head[],
  leaseMs: number,
): Promise<Map<string, Claimed['work']>> {
  const work = new Map<string, Claimed['work']>()
  if (heads.length === 0) return work
  const queued = Map.groupBy(await openMessages(tx, heads), (row) => row.customer_id)
  const calls = heads.flatMap((head) => {
    const composed = composeLineCall(queued.get(head.customerId) ?? [], config)
    if (composed === undefined) return []
    if ('state' in composed) work.set(head.headId, composed)
    return 'state' in composed ? [] : [{ head, ...composed }]
  })
  const replyable = calls.filter(({ isReplyable }) => isReplyable).map(({ head }) => head.customerId)
  const tokens = await claimReplyTokens(tx, replyable, REPLY_WITHIN_MS)
  const sends = calls.map(({ head, messages, ids, repeated }) => {
    const token = tokens.get(head.customerId)
    const send =
      token === undefined
        ? pushCall(head.lineUserId, messages, ids, repeated)
        : replyCall(token, messages, ids)
    return { head, send, channelKey: head.channelKey, customerId: head.customerId }
  })
  const written = await writeSends(tx, sends, { inMs: leaseMs, isLease: true })
  // A message whose request could not be stored is composed again after its lease has ended.
  for (const { head, send } of sends) if (written.has(send.id)) work.set(head.headId, send)
  return work
}

type OpenMessage = QueuedMessage & { customer_id: string }

/** Reads the customers' unsent messages. Waits for concurrent changes of their rows. */
async function openMessages(tx: Tx, heads: readonly Head[]): Promise<OpenMessage[]> {
  const ids = sql.param(heads.map(({ customerId }) => customerId))
  const found = await tx.execute<OpenMessage & Record<string, unknown>>(sql`
    select d.message_id, d.customer_id, m.message_type, m.text, m.image_url,
      case when m.message_type = 'image' and m.image_url is not null then ${ownImageJson(sql`m.image_url`)} end as own_image,
      c.standby_since is not null as is_standby,
      d.created_at <= clock_timestamp() - interval '1 hour' * ${MAX_WAIT_HOURS}::int as is_too_old,
      d.state = 'queued' and d.send_id is null and d.next_attempt_at <= clock_timestamp()
        and (d.leased_until is null or d.leased_until <= clock_timestamp()) as may_join, before.push as unknown_push,
      ${HAS_ARRIVED} as has_arrived
    from unnest(${ids}::uuid[]) customer (id)
    cross join lateral (
      select * from deliveries d where d.customer_id = customer.id and d.state in ('queued', 'sending')
      order by d.place limit ${MESSAGES_PER_LINE_CALL} for update of d) d
    join messages m on m.id = d.message_id
    join customers c on c.id = d.customer_id
    left join lateral (
      select jsonb_build_object('id', s.id, 'body', s.body) as push from deliveries failed
      join line_sends s on s.id = failed.send_id
      where failed.message_id = m.retry_of and failed.state = 'failed' and s.via = 'push' and s.outcome = 'unknown'
        and cardinality(s.message_ids) = 1
        and s.first_called_at > clock_timestamp() - interval '1 hour' * ${RETRY_KEY_HOURS}::int) before on true
    order by d.customer_id, d.place`)
  return found.rows
}

/** Releases the leases of an earlier process. If that process still runs, retry key and token prevent duplicates. */
export async function releaseLeases(db: Db, leaseMs: number): Promise<void> {
  await db.update(deliveries).set({ leasedUntil: null }).where(eq(deliveries.state, 'sending'))
  // May also start a scheduled retry too early, by at most the duration of a lease.
  await db.execute(sql`
    update deliveries set next_attempt_at = clock_timestamp(), leased_until = null
    where state = 'queued' and send_id is not null and next_attempt_at > clock_timestamp()
      and next_attempt_at <= clock_timestamp() + interval '1 ms' * ${leaseMs}::float8`)
}

export async function nextDueAt(db: Db): Promise<Date | null> {
  const { nextAttemptAt, leasedUntil, sendId, state } = deliveries
  const due = sql`min(case when ${sendId} is null then greatest(${nextAttemptAt}, ${leasedUntil}) else ${nextAttemptAt} end)`
  const [found] = await db
    .select({ at: sql<Date | null>`${due}`.mapWith(nextAttemptAt) })
    .from(deliveries)
    .where(inArray(state, ['queued', 'sending']))
  return found?.at ?? null
}

import { type SQL, sql } from 'drizzle-orm'
import type { OpenQuestion } from 'shared/contract/knowledge/open-questions.call.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { TERMS_VERSION } from '../knowledge/search-terms.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

/** Age in hours from which unprocessed messages are dropped, so that a backlog does not delay new messages. */
const DUE_HOURS = 24
const MIN_SIMILARITY = 0.55
const LEASE = '30 seconds'
/** Delay before a failed message is retried. */
const RETRY_DELAY = '10 minutes'
/** Maximum number of frequent and of recently listed question groups that are checked after a knowledge change. */
const MOST_FREQUENT = 200
/** Time in ms for which a listed question group is checked again whenever the knowledge base changes. */
const LISTED_MS = 10 * 60_000

interface DueMessage extends Record<string, unknown> {
  id: string
  text: string
}

/** Leases messages, newest first. `messages` has only inbound texts that were not unsent. */
export async function leaseDue(db: Db, limit: number): Promise<{ taken: string[]; messages: DueMessage[] }> {
  const leased = await db.execute<{ message_id: string }>(sql`
    with taken as materialized (
      select message_id from knowledge_questions_due where leased_until is null or leased_until < clock_timestamp()
      order by at desc limit ${limit} for update skip locked)
    update knowledge_questions_due d set leased_until = clock_timestamp() + ${LEASE}::interval
    from taken where d.message_id = taken.message_id returning d.message_id`)
  const taken = leased.rows.map(({ message_id }) => message_id)
  if (taken.length === 0) return { taken, messages: [] }
  const found = await db.execute<DueMessage>(sql`
    select id, text from messages where id = any(${sql.param(taken)}::uuid[])
      and direction = 'IN' and unsent_at is null and text is not null and coalesce(kind, message_type) = 'text'
    order by sort_at desc`)
  return { taken, messages: found.rows }
}

export async function dropDue(db: Db | Tx, messageIds: readonly string[]): Promise<number> {
  if (messageIds.length === 0) return 0
  const gone = await db.execute(
    sql`delete from knowledge_questions_due where message_id = any(${sql.param(messageIds)}::uuid[])`,
  )
  return gone.rowCount ?? 0
}

export async function releaseDue(db: Db, messageIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    update knowledge_questions_due set leased_until = null where message_id = any(${sql.param(messageIds)}::uuid[])`)
}

export async function deferDue(db: Db, messageId: string): Promise<void> {
  await db.execute(sql`
    update knowledge_questions_due set leased_until = clock_timestamp() + ${RETRY_DELAY}::interval
    where message_id = ${messageId}::uuid`)
}

export async function forgetOldDue(db: Db, now: Date, limit: number): Promise<number> {
  const at = new Date(now.getTime() - DUE_HOURS * 3_600_000).toISOString()
  const gone = await db.execute(sql`
    delete from knowledge_questions_due where message_id in (
      select message_id from knowledge_questions_due where at < ${at}::timestamptz order by at limit ${limit} for update skip locked)`)
  return gone.rowCount ?? 0
}

export interface KnowledgeState {
  /** Number of the newest knowledge base change; 0 when there is none. */
  log: number
  at: Date
  /** Latest start of a validity period that has begun. */
  begun: string | null
  /** True when part of the index has outdated search terms, so searches can miss entries. A server soon rebuilds it. */
  isStale: boolean
}

/** `checked_log` of a question group that must be checked again after the index is rebuilt. */
const NO_LOG = -1

function checkedLog({ log, isStale }: KnowledgeState): number {
  return isStale ? NO_LOG : log
}

export async function readState(db: Db, now: Date): Promise<KnowledgeState> {
  const found = await db.execute<{ no: number; begun: string | null; is_stale: boolean }>(sql`
    select exists (select from knowledge_blocks where terms_version <> ${TERMS_VERSION}) as is_stale,
      (select coalesce(max(no), 0) from knowledge_logs) as no,
      (select max(valid_from)::text from knowledge_entries
        where valid_from <= ${now.toISOString()}::timestamptz and removed_at is null) as begun`)
  const [row] = found.rows
  return { log: row?.no ?? 0, at: now, begun: row?.begun ?? null, isStale: row?.is_stale ?? false }
}

/** Adds a question to its group, and reopens an answered group. Ignores messages that are unsent or already stored. */
export async function addQuestion(
  db: Db,
  question: { messageId: string; key: string; state: KnowledgeState },
): Promise<void> {
  const { messageId, key, state } = question
  await inTransaction(db, async (tx) => {
    // Locks the message first, as an unsend does: a concurrent unsend waits and then sees the stored question.
    const message = await tx.execute<{ channel_key: string; at: string }>(sql`
      select channel_key, sort_at::text as at from messages
      where id = ${messageId}::uuid and unsent_at is null
        and not exists (select from knowledge_questions where message_id = ${messageId}::uuid)
      for share`)
    const [row] = message.rows
    if ((await dropDue(tx, [messageId])) === 0 || row === undefined) return
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('knowledge questions', 0))`)
    const groupId = (await findGroup(tx, key)) ?? (await addGroup(tx, row.at, state))
    await tx.execute(sql`
      update knowledge_question_groups set status = 'open', checked_log = ${checkedLog(state)},
        checked_at = ${state.at.toISOString()}::timestamptz
      where id = ${groupId}::uuid and status = 'answered'`)
    await tx.execute(sql`
      insert into knowledge_questions (message_id, group_id, channel_key, key, asked_at)
      values (${messageId}::uuid, ${groupId}::uuid, ${row.channel_key}, ${key}, ${row.at}::timestamptz)
      on conflict do nothing`)
  })
}

async function findGroup(tx: Tx, key: string): Promise<string | undefined> {
  // Sets the minimum similarity for the operator `%`, which uses the trigram index.
  await tx.execute(sql`select set_config('pg_trgm.similarity_threshold', ${String(MIN_SIMILARITY)}, true)`)
  const near = await tx.execute<{ id: string }>(sql`
    select id from knowledge_question_groups where key = ${key} or key % ${key}
    order by similarity(key, ${key}) desc, last_asked_at desc limit 1`)
  const [group] = near.rows
  if (group === undefined) return undefined
  const locked = await tx.execute<{ id: string }>(sql`
    select id from knowledge_question_groups where id = ${group.id}::uuid for no key update`)
  return locked.rows[0]?.id
}

async function addGroup(tx: Tx, at: string, state: KnowledgeState): Promise<string> {
  const made = await tx.execute<{ id: string }>(sql`
    insert into knowledge_question_groups (last_asked_at, checked_log, checked_at)
    values (${at}::timestamptz, ${checkedLog(state)}, ${state.at.toISOString()}::timestamptz) returning id`)
  const [row] = made.rows
  if (row === undefined) throw new Error('no question group was inserted')
  return row.id
}

function isUnchecked({ log, begun }: KnowledgeState): SQL {
  return sql`(g.checked_log < ${log} or g.checked_at < coalesce(${begun}::timestamptz, '-infinity'))`
}

/** Considers only the most frequent and the recently listed question groups, since there may be thousands. */
export async function leaseUnchecked(
  db: Db,
  state: KnowledgeState,
): Promise<{ id: string; text: string } | undefined> {
  const since = new Date(state.at.getTime() - LISTED_MS).toISOString()
  const found = await db.execute<{ id: string; text: string | null }>(sql`
    with most as (
      select id from knowledge_question_groups where status = 'open'
      order by asked desc, last_asked_at desc, id desc limit ${MOST_FREQUENT}),
    recently_listed as (
      select id from knowledge_question_groups where status = 'open' and listed_at > ${since}::timestamptz
      order by listed_at desc limit ${MOST_FREQUENT}),
    taken as materialized (
      select g.id from knowledge_question_groups g
      where g.id in (select id from most union select id from recently_listed) and g.status = 'open' and ${isUnchecked(state)}
        and (g.checking_until is null or g.checking_until < clock_timestamp())
      order by g.checked_log, g.asked desc, g.id limit 1 for update of g skip locked)
    update knowledge_question_groups g set checking_until = clock_timestamp() + ${LEASE}::interval
    from taken where g.id = taken.id
    returning g.id, (select m.text from knowledge_questions q join messages m on m.id = q.message_id
      where q.group_id = g.id and m.unsent_at is null order by q.asked_at desc limit 1) as text`)
  return found.rows.map(({ id, text }) => ({ id, text: text ?? '' }))[0]
}

export async function recordChecked(
  db: Db,
  id: string,
  { state, isAnswered }: { state: KnowledgeState; isAnswered: boolean },
): Promise<void> {
  const at = state.at.toISOString()
  await db.execute(sql`
    update knowledge_question_groups set checking_until = null, checked_log = ${state.log}, checked_at = ${at}::timestamptz,
      status = case when ${isAnswered}::boolean then 'answered' else status end,
      settled_at = case when ${isAnswered}::boolean then ${at}::timestamptz end, settled_by_id = null
    where id = ${id}::uuid and status = 'open'`)
}

const MAX_QUESTIONS_PER_GROUP = 5

/** Considers only the `MAX_COUNTED` most frequent question groups. Times are in PostgreSQL's text format. */
export async function listGroups(
  db: Db,
  scope: ChannelScope,
  page: { limit: number; offset: number },
): Promise<{ rows: OpenQuestion[]; total: number }> {
  const within = sql`q.channel_key <> all(g.dismissed_channels) and ${scope.condition(sql`q.channel_key`)}`
  const counted = sql`
    select count(*)::int as asked, max(q.asked_at) as last_asked_at from knowledge_questions q
    where q.group_id = g.id and ${within}`
  // Staff with access to all channels get the stored count and, from an index, the time of the latest question.
  const own =
    scope.channels === 'all'
      ? sql`select g.asked, (select max(q.asked_at) from knowledge_questions q where q.group_id = g.id) as last_asked_at
          where cardinality(g.dismissed_channels) = 0
        union all ${counted} and cardinality(g.dismissed_channels) > 0 having cardinality(g.dismissed_channels) > 0`
      : counted
  const seen = sql`exists (select from knowledge_questions q where q.group_id = g.id and ${within})`
  const found = await db.execute<OpenQuestion>(sql`
    with seen as materialized (
      select g.id, g.asked, g.dismissed_channels from knowledge_question_groups g where g.status = 'open' and ${seen}
      order by g.asked desc, g.last_asked_at desc, g.id desc limit ${MAX_COUNTED}),
    g as materialized (
      select g.id, g.dismissed_channels, own.asked, own.last_asked_at from seen g
      cross join lateral (
        ${own}) own
      order by own.asked desc, own.last_asked_at desc, g.id desc limit ${page.limit} offset ${page.offset})
    select g.id, g.asked, g.last_asked_at::text, newest.texts as questions,
      newest.ticket_id, newest.message_id
    from g
    cross join lateral (
      select array_agg(text order by asked_at desc) as texts,
        (array_agg(ticket_id order by asked_at desc))[1] as ticket_id,
        (array_agg(id order by asked_at desc))[1] as message_id
      from (select distinct on (btrim(m.text)) btrim(m.text) as text, m.ticket_id, m.id, q.asked_at
        from (select * from knowledge_questions q where q.group_id = g.id and ${within}
          order by q.asked_at desc limit ${MAX_QUESTIONS_PER_GROUP * 4}) q
        join messages m on m.id = q.message_id and m.unsent_at is null
        order by btrim(m.text), q.asked_at desc) each) newest
    where newest.texts is not null
    order by g.asked desc, g.last_asked_at desc, g.id desc`)
  const total = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select from knowledge_question_groups g where g.status = 'open' and ${seen} limit ${MAX_COUNTED}) each`)
  return {
    rows: found.rows.map((row) => ({ ...row, questions: row.questions.slice(0, MAX_QUESTIONS_PER_GROUP) })),
    total: total.rows[0]?.total ?? 0,
  }
}

const MAX_COUNTED = 1_000

/** Records that staff saw these question groups, so that they are checked again soon. */
export async function markListed(db: Db, ids: readonly string[], state: KnowledgeState): Promise<void> {
  const at = state.at.toISOString()
  await db.execute(sql`
    update knowledge_question_groups g set listed_at = ${at}::timestamptz
    where g.id in (select id from knowledge_question_groups where id = any(${sql.param(ids)}::uuid[])
      order by id for no key update skip locked)
      and g.status = 'open' and ${isUnchecked(state)}`)
}

/** Dismisses a group in the channels of `scope`. Returns false when it has no open question in these channels. */
export async function dismissGroup(
  db: Db,
  scope: ChannelScope,
  id: string,
  { staffId, now }: { staffId: string; now: Date },
): Promise<boolean> {
  const settled =
    scope.channels === 'all'
      ? sql`status = 'dismissed', settled_by_id = ${staffId}::uuid, settled_at = ${now.toISOString()}::timestamptz`
      : sql`dismissed_channels = array(select unnest(dismissed_channels) union select unnest(${sql.param(scope.channels)}::text[]))`
  const done = await db.execute(sql`
    update knowledge_question_groups g set ${settled} where g.id = ${id}::uuid and g.status = 'open'
      and exists (select from knowledge_questions q where q.group_id = g.id
        and q.channel_key <> all(g.dismissed_channels) and ${scope.condition(sql`q.channel_key`)})`)
  return done.rowCount === 1
}

/** Removes old questions; a trigger then deletes groups without questions. */
export async function removeOldQuestions(db: Db, now: Date, limit: number): Promise<number> {
  const at = new Date(now.getTime() - RETENTION_DAYS * 86_400_000).toISOString()
  const gone = await db.execute(sql`
    delete from knowledge_questions where message_id in (
      select message_id from knowledge_questions where asked_at < ${at}::timestamptz order by asked_at limit ${limit})`)
  return gone.rowCount ?? 0
}

const RETENTION_DAYS = 180

import { type SQL, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { TERMS_VERSION } from '../knowledge/search-terms.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

/** What was noted waits no longer than so: after a storm the newest count. */
const DUE_HOURS = 24
/** Two questions are near-equal from this share of common trigrams. */
const SIMILAR = 0.55
/** How long a server may take over a search; then another one does. */
const LEASE = '30 seconds'
/** When a message is looked at again whose search has failed. */
const ASIDE = '10 minutes'
/** Groups that a change of the knowledge base has looked for again. */
const MOST_ASKED = 200
/** What somebody was told of is looked for again within that time. */
const LISTED_MS = 10 * 60_000

interface DueMessage extends Record<string, unknown> {
  id: string
  text: string
}

/**
 * Leases up to `limit` of the noted messages, the newest first: several servers lease others, and what one that dies has leased is noted
 * still. Answers all of them, and those that a customer has written and not taken back. Nothing is locked once it has answered.
 */
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
    order by coalesce(sort_at, created_at) desc`)
  return { taken, messages: found.rows }
}

/** That these need not be looked at any more. */
export async function dropDue(db: Db | Tx, messageIds: readonly string[]): Promise<number> {
  if (messageIds.length === 0) return 0
  const gone = await db.execute(
    sql`delete from knowledge_questions_due where message_id = any(${sql.param(messageIds)}::uuid[])`,
  )
  return gone.rowCount ?? 0
}

/** That others may look at these. */
export async function releaseDue(db: Db, messageIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    update knowledge_questions_due set leased_until = null where message_id = any(${sql.param(messageIds)}::uuid[])`)
}

/** That nobody looks at this one for a while. */
export async function setAsideDue(db: Db, messageId: string): Promise<void> {
  await db.execute(sql`
    update knowledge_questions_due set leased_until = clock_timestamp() + ${ASIDE}::interval
    where message_id = ${messageId}::uuid`)
}

/** Leaves what has waited too long unlooked at; answers how many at most `limit`. */
export async function forgetOldDue(db: Db, now: Date, limit: number): Promise<number> {
  const at = new Date(now.getTime() - DUE_HOURS * 3_600_000).toISOString()
  const gone = await db.execute(sql`
    delete from knowledge_questions_due where message_id in (
      select message_id from knowledge_questions_due where at < ${at}::timestamptz order by at limit ${limit} for update skip locked)`)
  return gone.rowCount ?? 0
}

/** Until the transaction ends nobody else puts questions together. */
async function lockGroups(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('knowledge questions', 0))`)
}

/** How far the knowledge base had come when something was looked for in it. */
export interface KnowledgeState {
  /** The number of its newest change; 0: there was none. */
  log: number
  at: Date
  /** When the last of its texts so far became valid; null: none has. */
  begun: string | null
  /** Part of its index was made by other rules than today's, which may miss what is in it: soon a server writes it anew. */
  isStale: boolean
}

/** In the place of a change's number: the group is looked for again once the index is whole, and whatever the knowledge base is then. */
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

/**
 * Keeps a message that had no answer, with those that ask the same; what was answered once and has no answer any more is open again.
 * Nothing is kept of a message that was taken back meanwhile, or that somebody else has looked at.
 */
export async function addQuestion(
  db: Db,
  question: { messageId: string; key: string; state: KnowledgeState },
): Promise<void> {
  const { messageId, key, state } = question
  await inTransaction(db, async (tx) => {
    // First of all, as whoever takes the message back does: that one waits for this transaction, and finds what it has written.
    const message = await tx.execute<{ channel_key: string; at: string }>(sql`
      select channel_key, coalesce(sort_at, created_at)::text as at from messages
      where id = ${messageId}::uuid and unsent_at is null
        and not exists (select from knowledge_questions where message_id = ${messageId}::uuid)
      for share`)
    const [row] = message.rows
    if ((await dropDue(tx, [messageId])) === 0 || row === undefined) return
    await lockGroups(tx)
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

/** The group that asks what is nearest to this, which nobody removes before the transaction ends. */
async function findGroup(tx: Tx, key: string): Promise<string | undefined> {
  // What `%` takes for near, for this transaction: the index then gives no more than that.
  await tx.execute(sql`select set_config('pg_trgm.similarity_threshold', ${String(SIMILAR)}, true)`)
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
  if (row === undefined) throw new Error('a group of questions was not made')
  return row.id
}

/** Whether an open group was not looked for in the knowledge base as it is now. */
function isUnchecked({ log, begun }: KnowledgeState): SQL {
  return sql`(g.checked_log < ${log} or coalesce(g.checked_at, '-infinity') < coalesce(${begun}::timestamptz, '-infinity'))`
}

/**
 * Leases an open group that was not looked for in the knowledge base as it is now, with its newest question: one of those that are asked
 * most, or that somebody was told of. The others wait until they are: there may be thousands.
 */
export async function leaseUnchecked(
  db: Db,
  state: KnowledgeState,
): Promise<{ id: string; text: string } | undefined> {
  const since = new Date(state.at.getTime() - LISTED_MS).toISOString()
  const found = await db.execute<{ id: string; text: string | null }>(sql`
    with most as (
      select id from knowledge_question_groups where status = 'open'
      order by asked desc, last_asked_at desc, id desc limit ${MOST_ASKED}),
    told as (
      select id from knowledge_question_groups where status = 'open' and listed_at > ${since}::timestamptz
      order by listed_at desc limit ${MOST_ASKED}),
    taken as materialized (
      select g.id from knowledge_question_groups g
      where g.id in (select id from most union select id from told) and g.status = 'open' and ${isUnchecked(state)}
        and (g.checking_until is null or g.checking_until < clock_timestamp())
      order by g.checked_log, g.asked desc, g.id limit 1 for update of g skip locked)
    update knowledge_question_groups g set checking_until = clock_timestamp() + ${LEASE}::interval
    from taken where g.id = taken.id
    returning g.id, (select m.text from knowledge_questions q join messages m on m.id = q.message_id
      where q.group_id = g.id and m.unsent_at is null order by q.asked_at desc limit 1) as text`)
  return found.rows.map(({ id, text }) => ({ id, text: text ?? '' }))[0]
}

export async function noteChecked(
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

/** Texts of a group that are told. */
const TOLD = 5

export interface QuestionGroupRow {
  id: string
  asked: number
  last_asked_at: string
  /** Those asked last first, each once. */
  questions: string[]
  ticket_id: string
  message_id: string
}

/**
 * Open groups of questions, those asked most often first, then those asked last: by what the customers of the accounts have asked that
 * the reader has a right to. Looked through are so many groups, of those that all have asked most, and the total is of these.
 */
export async function listGroups(
  db: Db,
  scope: ChannelScope,
  page: { limit: number; offset: number },
): Promise<{ rows: QuestionGroupRow[]; total: number }> {
  const within = sql`q.channel_key <> all(g.dismissed_channels) and ${scope.condition(sql`q.channel_key`)}`
  const counted = sql`
    select count(*)::int as asked, max(q.asked_at) as last_asked_at from knowledge_questions q
    where q.group_id = g.id and ${within}`
  // Of a group that is all theirs the count is kept, and an index has its newest question: none of its questions is counted.
  const own =
    scope.channels === 'all'
      ? sql`select g.asked, (select max(q.asked_at) from knowledge_questions q where q.group_id = g.id) as last_asked_at
          where cardinality(g.dismissed_channels) = 0
        union all ${counted} and cardinality(g.dismissed_channels) > 0 having cardinality(g.dismissed_channels) > 0`
      : counted
  const seen = sql`exists (select from knowledge_questions q where q.group_id = g.id and ${within})`
  const found = await db.execute<QuestionGroupRow & { total: number } & Record<string, unknown>>(sql`
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
          order by q.asked_at desc limit ${TOLD * 4}) q
        join messages m on m.id = q.message_id and m.unsent_at is null
        order by btrim(m.text), q.asked_at desc) each) newest
    where newest.texts is not null
    order by g.asked desc, g.last_asked_at desc, g.id desc`)
  const total = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select from knowledge_question_groups g where g.status = 'open' and ${seen} limit ${MAX_COUNTED}) each`)
  return {
    rows: found.rows.map((row) => ({ ...row, questions: row.questions.slice(0, TOLD) })),
    total: total.rows[0]?.total ?? 0,
  }
}

/** More are not counted. */
const MAX_COUNTED = 1_000

/** That somebody was told of these groups: those that were not looked for in the knowledge base as it is now are, soon. */
export async function noteListed(db: Db, ids: readonly string[], state: KnowledgeState): Promise<void> {
  const at = state.at.toISOString()
  await db.execute(sql`
    update knowledge_question_groups g set listed_at = ${at}::timestamptz
    where g.id in (select id from knowledge_question_groups where id = any(${sql.param(ids)}::uuid[])
      order by id for no key update skip locked)
      and g.status = 'open' and ${isUnchecked(state)}`)
}

/**
 * Takes a group off the list of these accounts for good, of all that there are also of those that ask later. false: there is none that is
 * open and theirs.
 */
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

/** Removes what was asked long ago, with its group once nothing is left of it; answers how many. */
export async function removeOldQuestions(db: Db, now: Date, limit: number): Promise<number> {
  const at = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString()
  const gone = await db.execute(sql`
    delete from knowledge_questions where message_id in (
      select message_id from knowledge_questions where asked_at < ${at}::timestamptz order by asked_at limit ${limit})`)
  return gone.rowCount ?? 0
}

const KEPT_DAYS = 180

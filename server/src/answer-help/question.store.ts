import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'

/** What was noted waits no longer than so: after a storm the newest count. */
const DUE_HOURS = 24
/** Two questions are near-equal from this share of common trigrams. */
const SIMILAR = 0.55

interface DueMessage extends Record<string, unknown> {
  id: string
  text: string
}

/**
 * Takes up to `limit` of the noted messages, the newest first: several servers take others, and one that dies leaves them noted. Answers
 * how many, and those of them that a customer has written and not taken back.
 */
export async function takeDue(tx: Tx, limit: number): Promise<{ taken: number; messages: DueMessage[] }> {
  const taken = await tx.execute<{ message_id: string }>(sql`
    with taken as materialized (
      select message_id from knowledge_questions_due order by at desc limit ${limit} for update skip locked)
    delete from knowledge_questions_due d using taken where d.message_id = taken.message_id returning d.message_id`)
  if (taken.rows.length === 0) return { taken: 0, messages: [] }
  const found = await tx.execute<DueMessage>(sql`
    select id, text from messages
    where id = any(${sql.param(taken.rows.map(({ message_id }) => message_id))}::uuid[])
      and direction = 'IN' and unsent_at is null and text is not null and coalesce(kind, message_type) = 'text'`)
  return { taken: taken.rows.length, messages: found.rows }
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

/**
 * Keeps a message that had no answer, with those that ask the same; what was answered once and has no answer any more is open again.
 * Nothing is kept of a message that was taken back meanwhile, or that is kept already. `checkedLog`: see `newestLog`.
 */
export async function addQuestion(
  tx: Tx,
  question: { messageId: string; key: string; checkedLog: number },
): Promise<void> {
  const { messageId, key, checkedLog } = question
  await lockGroups(tx)
  // Who takes the message back waits for this transaction, and then finds what it has written.
  const message = await tx.execute<{ channel_key: string; at: string }>(sql`
    select channel_key, coalesce(sort_at, created_at)::text as at from messages
    where id = ${messageId}::uuid and unsent_at is null
      and not exists (select from knowledge_questions where message_id = ${messageId}::uuid)
    for share`)
  const [row] = message.rows
  if (row === undefined) return
  const near = await tx.execute<{ group_id: string }>(sql`
    select group_id from knowledge_questions
    where key = ${key} or (key % ${key} and similarity(key, ${key}) >= ${SIMILAR})
    order by similarity(key, ${key}) desc, asked_at desc limit 1`)
  const groupId = near.rows[0]?.group_id ?? (await addGroup(tx, row.at, checkedLog))
  await tx.execute(sql`
    update knowledge_question_groups set status = 'open', checked_log = ${checkedLog}
    where id = ${groupId}::uuid and status = 'answered'`)
  await tx.execute(sql`
    insert into knowledge_questions (message_id, group_id, channel_key, key, asked_at)
    values (${messageId}::uuid, ${groupId}::uuid, ${row.channel_key}, ${key}, ${row.at}::timestamptz)`)
}

async function addGroup(tx: Tx, at: string, checkedLog: number): Promise<string> {
  const made = await tx.execute<{ id: string }>(sql`
    insert into knowledge_question_groups (last_asked_at, checked_log) values (${at}::timestamptz, ${checkedLog}) returning id`)
  const [row] = made.rows
  if (row === undefined) throw new Error('a group of questions was not made')
  return row.id
}

/** The number of the newest change of the knowledge base; 0: there was none. */
export async function newestLog(db: Db | Tx): Promise<number> {
  const found = await db.execute<{ no: number }>(sql`select coalesce(max(no), 0) as no from knowledge_logs`)
  return found.rows[0]?.no ?? 0
}

/** Open groups that were not looked for since this change, with their newest question: taken for this transaction. */
export async function takeUnchecked(
  tx: Tx,
  log: number,
  limit: number,
): Promise<{ id: string; text: string }[]> {
  const found = await tx.execute<{ id: string; text: string | null }>(sql`
    select g.id, (select m.text from knowledge_questions q join messages m on m.id = q.message_id
      where q.group_id = g.id and m.unsent_at is null order by q.asked_at desc limit 1) as text
    from knowledge_question_groups g where g.status = 'open' and g.checked_log < ${log}
    order by g.checked_log limit ${limit} for update of g skip locked`)
  return found.rows.map(({ id, text }) => ({ id, text: text ?? '' }))
}

export async function noteChecked(
  tx: Tx,
  id: string,
  { log, isAnswered, now }: { log: number; isAnswered: boolean; now: Date },
): Promise<void> {
  await tx.execute(sql`
    update knowledge_question_groups set checked_log = ${log},
      status = case when ${isAnswered}::boolean then 'answered' else status end,
      settled_at = case when ${isAnswered}::boolean then ${now.toISOString()}::timestamptz end, settled_by_id = null
    where id = ${id}::uuid`)
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
 * Open groups of questions, those asked most often first, then those asked last. Whoever has no right to all accounts is told of what the
 * customers of theirs have asked. The total is of the groups that are looked through.
 */
export async function listGroups(
  db: Db,
  scope: ChannelScope,
  page: { limit: number; offset: number },
): Promise<{ rows: QuestionGroupRow[]; total: number }> {
  const within = scope.condition(sql`q.channel_key`)
  const seen = sql`exists (select from knowledge_questions q where q.group_id = g.id and ${within})`
  const found = await db.execute<QuestionGroupRow & { total: number } & Record<string, unknown>>(sql`
    with page as materialized (
      select g.id, g.asked, g.last_asked_at from knowledge_question_groups g where g.status = 'open' and ${seen}
      order by g.asked desc, g.last_asked_at desc, g.id desc limit ${page.limit} offset ${page.offset})
    select page.id, asked.count::int as asked, page.last_asked_at::text, newest.texts as questions,
      newest.ticket_id, newest.message_id
    from page
    cross join lateral (select count(*) from knowledge_questions q where q.group_id = page.id and ${within}) asked
    cross join lateral (
      select array_agg(text order by asked_at desc) as texts,
        (array_agg(ticket_id order by asked_at desc))[1] as ticket_id,
        (array_agg(id order by asked_at desc))[1] as message_id
      from (select distinct on (btrim(m.text)) btrim(m.text) as text, m.ticket_id, m.id, q.asked_at
        from (select * from knowledge_questions q where q.group_id = page.id and ${within}
          order by q.asked_at desc limit ${TOLD * 4}) q
        join messages m on m.id = q.message_id and m.unsent_at is null
        order by btrim(m.text), q.asked_at desc) each) newest
    where newest.texts is not null
    order by page.asked desc, page.last_asked_at desc, page.id desc`)
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

/** Takes a group off the list for good. false: there is none that is open and of these accounts. */
export async function dismissGroup(
  db: Db,
  scope: ChannelScope,
  id: string,
  { staffId, now }: { staffId: string; now: Date },
): Promise<boolean> {
  const done = await db.execute(sql`
    update knowledge_question_groups g set status = 'dismissed', settled_by_id = ${staffId}::uuid,
      settled_at = ${now.toISOString()}::timestamptz
    where g.id = ${id}::uuid and g.status = 'open'
      and exists (select from knowledge_questions q where q.group_id = g.id and ${scope.condition(sql`q.channel_key`)})`)
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

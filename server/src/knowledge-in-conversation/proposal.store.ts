import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import type { Db, Tx } from '../db/client.ts'
import { knowledgeProposals } from '../db/question-and-proposal-schema.ts'
import type { ChannelScope } from '../sessions/channel-scope.ts'
import { staffMemberJson } from '../staff/staff-member.ts'
import type { VisibleTicket } from '../tickets/ticket.store.ts'
import { iso } from '../tickets/ticket-row.ts'

/** Row of a proposal, with times in PostgreSQL's text format. */
type ProposalRow = Omit<KnowledgeProposal, 'questions' | 'answer'> & {
  questions: string | null
  answer: string | null
}

const PROPOSAL = sql`
  select p.id, p.ticket_id, json_build_object('key', ch.key, 'name', ch.name) as channel, p.questions, p.answer, p.status,
    ${staffMemberJson('a')} as proposed_by, p.proposed_at::text, ${staffMemberJson('d')} as decided_by, p.decided_at::text, p.reason,
    p.entry_id
  from knowledge_proposals p join channels ch on ch.key = p.channel_key join staff a on a.id = p.proposed_by_id
  left join staff d on d.id = p.decided_by_id`

function proposalOf(row: ProposalRow): KnowledgeProposal {
  const { proposed_at: at, decided_at: decided, ...rest } = row
  return {
    ...rest,
    questions: row.questions ?? '',
    answer: row.answer ?? '',
    proposed_at: iso(at),
    decided_at: decided && iso(decided),
  }
}

const MAX_COUNTED = 1_000

export async function listPending(
  db: Db,
  scope: ChannelScope,
  page: { limit: number; offset: number },
): Promise<{ items: KnowledgeProposal[]; total: number }> {
  const condition = sql`p.status = 'pending' and ${scope.condition(sql`p.channel_key`)}`
  const found = await db.execute<ProposalRow>(sql`
    ${PROPOSAL} where ${condition} order by p.proposed_at, p.id limit ${page.limit} offset ${page.offset}`)
  const total = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (select from knowledge_proposals p where ${condition} limit ${MAX_COUNTED}) each`)
  return { items: found.rows.map(proposalOf), total: total.rows[0]?.total ?? 0 }
}

export async function findProposal(
  db: Db | Tx,
  scope: ChannelScope,
  id: string,
): Promise<KnowledgeProposal | undefined> {
  return readOne(db, sql`where p.id = ${id}::uuid and ${scope.condition(sql`p.channel_key`)}`)
}

/** Locks the proposal's row until the transaction ends. */
export async function lockProposal(
  tx: Tx,
  scope: ChannelScope,
  id: string,
): Promise<KnowledgeProposal | undefined> {
  // Locks in a separate statement, so that the following read sees a decision that was committed during the wait.
  const locked = await tx.execute(sql`
    select from knowledge_proposals p where p.id = ${id}::uuid and ${scope.condition(sql`p.channel_key`)} for update`)
  return locked.rowCount === 0 ? undefined : findProposal(tx, scope, id)
}

async function readOne(db: Db | Tx, condition: SQL): Promise<KnowledgeProposal | undefined> {
  const [row] = (await db.execute<ProposalRow>(sql`${PROPOSAL} ${condition}`)).rows
  return row && proposalOf(row)
}

export async function findSame(
  tx: Tx,
  ticket: VisibleTicket,
  { questions, answer }: { questions: string; answer: string },
): Promise<KnowledgeProposal | undefined> {
  return readOne(
    tx,
    sql`where p.ticket_id = ${ticket.id}::uuid and p.questions = ${questions} and p.answer = ${answer}
      and (p.status = 'pending' or (p.status = 'accepted' and exists (
        select from knowledge_entries e where e.id = p.entry_id and e.removed_at is null))) order by p.proposed_at limit 1`,
  )
}

export async function listOfTicket(
  db: Db,
  ticket: VisibleTicket,
  limit: number,
): Promise<KnowledgeProposal[]> {
  const found = await db.execute<ProposalRow>(sql`
    ${PROPOSAL} where p.ticket_id = ${ticket.id}::uuid and p.status <> 'withdrawn' and p.questions is not null
    order by p.proposed_at desc, p.id limit ${limit}`)
  return found.rows.map(proposalOf)
}

export function countPending(tx: Tx, { id }: VisibleTicket): Promise<number> {
  const isPending = and(eq(knowledgeProposals.ticketId, id), eq(knowledgeProposals.status, 'pending'))
  return tx.$count(knowledgeProposals, isPending)
}

/** Returns true when a message was unsent. The caller holds the ticket's lock, which prevents further unsends. */
export async function isAnyUnsent(
  tx: Tx,
  ticket: VisibleTicket,
  messageIds: readonly string[],
): Promise<boolean> {
  const found = await tx.execute(sql`
    select from messages where id = any(${sql.param(messageIds)}::uuid[]) and ticket_id = ${ticket.id}::uuid
      and unsent_at is not null limit 1`)
  return found.rowCount === 1
}

export interface NewProposal {
  id: string
  questions: string
  answer: string
  questionMessageIds: readonly string[]
  answerMessageId: string | null
  staffId: string
}

/** Ignores messages of another ticket or with the wrong direction. Returns false when the id is already in use. */
export async function addProposal(
  tx: Tx,
  ticket: VisibleTicket,
  proposal: NewProposal,
  now: Date,
): Promise<boolean> {
  const added = await tx.execute(sql`
    insert into knowledge_proposals (id, ticket_id, channel_key, question_message_ids, answer_message_id, questions, answer,
      proposed_by_id, proposed_at)
    select ${proposal.id}::uuid, ${ticket.id}::uuid, ${ticket.head.channel_key},
      coalesce((select array_agg(id) from (select id from messages where id = any(${sql.param(proposal.questionMessageIds)}::uuid[])
        and ticket_id = ${ticket.id}::uuid and direction = 'IN' and unsent_at is null for share) each), '{}'),
      (select id from messages where id = ${proposal.answerMessageId}::uuid and ticket_id = ${ticket.id}::uuid and direction = 'OUT'),
      ${proposal.questions}, ${proposal.answer}, ${proposal.staffId}::uuid, ${now.toISOString()}::timestamptz
    on conflict (id) do nothing`)
  return added.rowCount === 1
}

export type Decision =
  | { status: 'accepted'; questions: string; answer: string; entryId: string }
  | { status: 'declined'; reason: string }

export async function saveDecision(
  tx: Tx,
  id: string,
  decision: Decision,
  { staffId, now }: { staffId: string; now: Date },
): Promise<void> {
  await tx
    .update(knowledgeProposals)
    .set({ ...decision, decidedById: staffId, decidedAt: now })
    .where(eq(knowledgeProposals.id, id))
}

/** Deletes old proposals. Accepted ones lose only their text: their rows link entries to customers' messages. */
export async function forgetOldProposals(db: Db, now: Date, limit: number): Promise<number> {
  const at = new Date(now.getTime() - RETENTION_DAYS * 86_400_000).toISOString()
  const done = await db.execute<{ count: number }>(sql`
    with old as materialized (
      select id, status from knowledge_proposals
      where status <> 'pending' and (status <> 'accepted' or questions is not null)
        and coalesce(decided_at, proposed_at) < ${at}::timestamptz
      order by coalesce(decided_at, proposed_at) limit ${limit} for update skip locked),
    gone as (
      delete from knowledge_proposals where id in (select id from old where status <> 'accepted') returning id),
    emptied as (
      update knowledge_proposals set questions = null, answer = null
      where id in (select id from old where status = 'accepted') returning id)
    select (select count(*) from gone)::int + (select count(*) from emptied)::int as count`)
  return done.rows[0]?.count ?? 0
}

const RETENTION_DAYS = 180

export async function readTexts(
  db: Db,
  ticket: VisibleTicket,
  direction: 'IN' | 'OUT',
  limit: number,
): Promise<{ message_id: string; text: string; at: string }[]> {
  const found = await db.execute<{ message_id: string; text: string; at: string }>(sql`
    select id as message_id, left(text, ${TEXT_LENGTH}) as text, sort_at::text as at from (
      select * from messages where ticket_id = ${ticket.id}::uuid order by seq desc limit ${MAX_READ}) m
    where direction = ${direction}::message_direction and unsent_at is null and coalesce(kind, message_type) = 'text'
      and btrim(text) <> ''
    order by seq desc limit ${limit}`)
  return found.rows.map((row) => ({ ...row, at: iso(row.at) })).reverse()
}

const TEXT_LENGTH = 5_000
const MAX_READ = 200

import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { knowledgeEntries } from './knowledge-schema.ts'
import { channelReference, messages, moment, requiredReference, staff, tickets } from './schema.ts'

/** Customer messages that must be checked against the knowledge base. A trigger on `message_search` adds rows. */
export const knowledgeQuestionsDue = pgTable(
  'knowledge_questions_due',
  {
    messageId: uuid('message_id').primaryKey(),
    at: moment('at').notNull(),
    leasedUntil: moment('leased_until'),
  },
  (t) => [index('knowledge_questions_due_at').on(t.at)],
)

/** Groups of similar customer questions without an answer. Only `messages` stores the texts of the questions. */
export const knowledgeQuestionGroups = pgTable(
  'knowledge_question_groups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** `answered`: the knowledge base has an answer now. `dismissed`: a manager of all channels closed the group. */
    status: text('status').notNull().default('open'),
    /** Number of questions in the group, maintained by a trigger, which deletes the group with its last question. */
    asked: integer('asked').notNull().default(0),
    lastAskedAt: moment('last_asked_at').notNull(),
    /** `knowledge_logs.no` of the newest change that the last check covered; -1 if it used an outdated search index. */
    checkedLog: integer('checked_log').notNull(),
    /** Time of the last check, which ignored entries that were not yet valid. */
    checkedAt: moment('checked_at').notNull(),
    checkingUntil: moment('checking_until'),
    /** Time when a manager last saw the group in a list although its last check was outdated. */
    listedAt: moment('listed_at'),
    /** Words of one of the group's questions, to find similar questions. Replaced when that question is deleted. */
    key: text('key'),
    dismissedChannels: text('dismissed_channels').array().notNull().default(sql`'{}'::text[]`),
    settledById: uuid('settled_by_id').references(() => staff.id),
    settledAt: moment('settled_at'),
  },
  (t) => [
    index('knowledge_question_groups_open').on(t.asked, t.lastAskedAt, t.id).where(sql`${t.status} = 'open'`),
    index('knowledge_question_groups_listed')
      .on(t.listedAt)
      .where(sql`${t.status} = 'open' and ${t.listedAt} is not null`),
    index('knowledge_question_groups_key').using('gin', t.key.op('gin_trgm_ops')),
    check('knowledge_question_groups_status', sql`${t.status} in ('open', 'answered', 'dismissed')`),
  ],
)

/** A customer question that the knowledge base did not answer. The row is deleted when the message is unsent. */
export const knowledgeQuestions = pgTable(
  'knowledge_questions',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    groupId: requiredReference('group_id', () => knowledgeQuestionGroups.id, { onDelete: 'cascade' }),
    channelKey: channelReference(),
    key: text('key').notNull(),
    askedAt: moment('asked_at').notNull(),
  },
  (t) => [
    index('knowledge_questions_group').on(t.groupId, t.askedAt),
    index('knowledge_questions_asked').on(t.askedAt),
  ],
)

export const knowledgeProposals = pgTable(
  'knowledge_proposals',
  {
    /** Idempotency key, created by the browser. */
    id: uuid('id').primaryKey(),
    ticketId: requiredReference('ticket_id', () => tickets.id),
    channelKey: channelReference(),
    /** Messages with the questions. When one is unsent, the texts of a proposal that was not accepted are deleted. */
    questionMessageIds: uuid('question_message_ids').array().notNull(),
    /** Message with the answer; null when an agent wrote a new answer. No foreign key: proposals outlive messages. */
    answerMessageId: uuid('answer_message_id'),
    /** One question per line. Null when the proposal was withdrawn, or accepted long ago (the entry has the text). */
    questions: text('questions'),
    answer: text('answer'),
    status: text('status').notNull().default('pending'),
    proposedById: requiredReference('proposed_by_id', () => staff.id),
    proposedAt: moment('proposed_at').notNull(),
    decidedById: uuid('decided_by_id').references(() => staff.id),
    decidedAt: moment('decided_at'),
    reason: text('reason'),
    entryId: uuid('entry_id').references(() => knowledgeEntries.id),
  },
  (t) => [
    index('knowledge_proposals_pending').on(t.proposedAt, t.id).where(sql`${t.status} = 'pending'`),
    index('knowledge_proposals_ticket').on(t.ticketId, t.proposedAt),
    index('knowledge_proposals_messages')
      .using('gin', t.questionMessageIds)
      .where(sql`${t.status} in ('pending', 'declined')`),
    index('knowledge_proposals_old')
      .on(sql`coalesce(${t.decidedAt}, ${t.proposedAt})`)
      .where(sql`${t.status} <> 'pending' and (${t.status} <> 'accepted' or ${t.questions} is not null)`),
    check('knowledge_proposals_status', sql`${t.status} in ('pending', 'accepted', 'declined', 'withdrawn')`),
    check(
      'knowledge_proposals_words',
      sql`${t.status} = 'accepted' or (${t.status} = 'withdrawn') = (${t.questions} is null or ${t.answer} is null)`,
    ),
  ],
)

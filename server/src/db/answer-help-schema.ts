import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { knowledgeEntries } from './knowledge-schema.ts'
import { channels, messages, moment, staff, tickets } from './schema.ts'

/** What customers wrote, until it is looked at whether the knowledge base answers it: noted by a trigger on `message_search`. */
export const knowledgeQuestionsDue = pgTable(
  'knowledge_questions_due',
  {
    messageId: uuid('message_id').primaryKey(),
    at: moment('at').notNull(),
    /** Until then a server is at it; null: none. */
    leasedUntil: moment('leased_until'),
  },
  (t) => [index('knowledge_questions_due_at').on(t.at)],
)

/** Questions that ask the same and had no answer. What they say stands in their messages alone. */
export const knowledgeQuestionGroups = pgTable(
  'knowledge_question_groups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** open; answered: the knowledge base says something now; dismissed: by a person with a right to all accounts, for good. */
    status: text('status').notNull().default('open'),
    /** How many questions it has, kept by a trigger; with its last one it goes. */
    asked: integer('asked').notNull().default(0),
    lastAskedAt: moment('last_asked_at').notNull(),
    /** `knowledge_logs.no` of the newest change of the knowledge base that was tried for an answer; -1: by an index that another release had made. */
    checkedLog: integer('checked_log').notNull(),
    /** When that was: what is valid from a later moment on was not tried. null: by an earlier release. */
    checkedAt: moment('checked_at'),
    /** Until then a server tries again; null: none. */
    checkingUntil: moment('checking_until'),
    /** When somebody was told of it last before it had been tried again. */
    listedAt: moment('listed_at'),
    /** That of one of its questions: by it another one is found to ask the same. A trigger keeps it theirs. */
    key: text('key'),
    /** Accounts whose managers have said that it needs no answer. */
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

/** A customer's message that asks what the knowledge base did not answer. It goes with its message, and when that is taken back. */
export const knowledgeQuestions = pgTable(
  'knowledge_questions',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    groupId: uuid('group_id')
      .notNull()
      .references(() => knowledgeQuestionGroups.id, { onDelete: 'cascade' }),
    channelKey: text('channel_key')
      .notNull()
      .references(() => channels.key),
    /** By which questions are found to be the same. */
    key: text('key').notNull(),
    askedAt: moment('asked_at').notNull(),
  },
  (t) => [
    index('knowledge_questions_group').on(t.groupId, t.askedAt),
    index('knowledge_questions_asked').on(t.askedAt),
  ],
)

/** A question with its answer that somebody would have in the knowledge base. */
export const knowledgeProposals = pgTable(
  'knowledge_proposals',
  {
    /** Given by who proposes: sent twice it is one. */
    id: uuid('id').primaryKey(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id),
    channelKey: text('channel_key')
      .notNull()
      .references(() => channels.key),
    /** The customer's messages that it was drawn from: when one is taken back, the words of what was not accepted go. */
    questionMessageIds: uuid('question_message_ids').array().notNull(),
    /** The message of staff that gave the answer; null: it was written for this. No foreign key: it outlives messages. */
    answerMessageId: uuid('answer_message_id'),
    /** One in each line. null: withdrawn, or accepted long ago: its entry has them. */
    questions: text('questions'),
    answer: text('answer'),
    status: text('status').notNull().default('pending'),
    proposedById: uuid('proposed_by_id')
      .notNull()
      .references(() => staff.id),
    proposedAt: moment('proposed_at').notNull(),
    decidedById: uuid('decided_by_id').references(() => staff.id),
    decidedAt: moment('decided_at'),
    /** Why it was declined. */
    reason: text('reason'),
    /** What it has become. */
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

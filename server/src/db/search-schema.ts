import { index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './schema.ts'

/**
 * What of messages can be searched, in partitions by month of `at` (`message_search_2026_11`: the function `make_message_search_month`).
 * Folded from `messages` after their commit; a message that says nothing has no row.
 */
export const messageSearch = pgTable(
  'message_search',
  {
    messageId: uuid('message_id').notNull(),
    /** Where the message stands: its `sort_at`, or `created_at`. */
    at: moment('at').notNull(),
    channelKey: text('channel_key').notNull(),
    customerId: uuid('customer_id').notNull(),
    /** The text as people search it, by this version of `normalizeForSearch`. */
    norm: text('norm').notNull(),
    normVersion: smallint('norm_version').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.at, t.messageId] }),
    index('message_search_channel').on(t.channelKey, t.at, t.messageId),
    index('message_search_customer').on(t.customerId, t.at, t.messageId),
    // A short list of what is not sorted in yet: each search reads all of it.
    index('message_search_norm_trgm')
      .using('gin', t.norm.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 512 }),
  ],
)

/** Messages that came, changed or were taken back, until the fold has looked at them: written by triggers on `messages`. */
export const messageSearchDue = pgTable(
  'message_search_due',
  { at: moment('at').notNull(), messageId: uuid('message_id').notNull() },
  (t) => [primaryKey({ columns: [t.at, t.messageId] })],
)

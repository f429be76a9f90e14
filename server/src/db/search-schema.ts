import { index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './schema.ts'

/** Searchable texts, in monthly partitions (`make_message_search_month`). Only messages with text have a row. */
export const messageSearch = pgTable(
  'message_search',
  {
    messageId: uuid('message_id').notNull(),
    /** `sort_at` of the message. */
    at: moment('at').notNull(),
    channelKey: text('channel_key').notNull(),
    customerId: uuid('customer_id').notNull(),
    norm: text('norm').notNull(),
    normVersion: smallint('norm_version').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.at, t.messageId] }),
    index('message_search_channel').on(t.channelKey, t.at, t.messageId),
    index('message_search_customer').on(t.customerId, t.at, t.messageId),
    // Limits the size of the index's pending list, because every search scans the whole list.
    index('message_search_norm_trgm')
      .using('gin', t.norm.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 512 }),
  ],
)

/** Messages that were added, changed or unsent and must be indexed for search. Triggers on `messages` add rows. */
export const messageSearchDue = pgTable(
  'message_search_due',
  { at: moment('at').notNull(), messageId: uuid('message_id').notNull() },
  (t) => [primaryKey({ columns: [t.at, t.messageId] })],
)

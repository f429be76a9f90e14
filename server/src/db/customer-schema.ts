import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { channels, customers, moment, staff } from './schema.ts'

/** Words by which an official account's customers are told apart. A tag goes when it is taken off its last customer. */
export const tags = pgTable(
  'tags',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    channelKey: text('channel_key')
      .notNull()
      .references(() => channels.key),
    name: text('name').notNull(),
    /** By `normalizeForSearch`: what looks the same is one tag. */
    nameNorm: text('name_norm').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('tags_name').on(t.channelKey, t.nameNorm)],
)

/** Which customer has which tag, and who said so. Goes with the customer. */
export const customerTags = pgTable(
  'customer_tags',
  {
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    tagId: uuid('tag_id')
      .notNull()
      .references(() => tags.id),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.tagId] }), index('customer_tags_tag').on(t.tagId)],
)

/** What colleagues know of a customer, whichever case it comes from. Goes with the customer; one that was removed keeps no words. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Who wrote it first. */
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    /** The writer's own name for it: written twice it is one note. */
    clientId: text('client_id').notNull(),
    /** null: removed. */
    text: text('text'),
    /** Grows by one with each change: who changes another one than they have read is told. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    editedById: uuid('edited_by_id').references(() => staff.id),
    editedAt: moment('edited_at'),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    uniqueIndex('customer_notes_client_id').on(t.customerId, t.clientId),
    index('customer_notes_standing').on(t.customerId, t.createdAt).where(sql`${t.deletedAt} is null`),
    check('customer_notes_deleted_is_empty', sql`(${t.text} is null) = (${t.deletedAt} is not null)`),
  ],
)

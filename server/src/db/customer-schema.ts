import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { channelReference, customers, moment, requiredReference, staff } from './schema.ts'

/** Tags of customers. A tag is deleted when it is removed from its last customer. */
export const tags = pgTable(
  'tags',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    channelKey: channelReference(),
    name: text('name').notNull(),
    /** Tag name normalized by `normalizeForSearch`, so that names that look the same are one tag. */
    nameNorm: text('name_norm').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('tags_name').on(t.channelKey, t.nameNorm)],
)

export const customerTags = pgTable(
  'customer_tags',
  {
    customerId: requiredReference('customer_id', () => customers.id, { onDelete: 'cascade' }),
    tagId: requiredReference('tag_id', () => tags.id),
    staffId: requiredReference('staff_id', () => staff.id),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.tagId] }), index('customer_tags_tag').on(t.tagId)],
)

/** Notes about customers. When staff delete a note, its row remains without text. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    customerId: requiredReference('customer_id', () => customers.id, { onDelete: 'cascade' }),
    /** Author. */
    staffId: requiredReference('staff_id', () => staff.id),
    /** Idempotency key, created by the browser. */
    clientId: text('client_id').notNull(),
    text: text('text'),
    /** Version of the note; an edit that is based on an older version is a conflict. */
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

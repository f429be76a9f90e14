import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { customers, messages, moment, staff } from './schema.ts'

/** Objects in the blob store. Private content of customers and public content never share an object. */
export const blobs = pgTable(
  'blobs',
  {
    key: text('key').primaryKey(),
    scope: text('scope').$type<'private' | 'public'>().notNull(),
    sha256: text('sha256').notNull(),
    contentType: text('content_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Width and height of an image in pixels, as displayed. */
    width: integer('width'),
    height: integer('height'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('blobs_content').on(t.sha256), index('blobs_age').on(t.createdAt)],
)

/** Media that are fetched from LINE or uploaded by staff. */
export const media = pgTable(
  'media',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purpose: text('purpose').$type<'customer' | 'staff'>().notNull(),
    kind: text('kind').$type<'image' | 'video' | 'audio' | 'file'>().notNull(),
    /** Channel of a customer's media; null for uploads of staff. */
    channelKey: text('channel_key'),
    messageId: uuid('message_id').references(() => messages.id),
    lineMessageId: text('line_message_id'),
    uploadedById: uuid('uploaded_by_id').references(() => staff.id),
    /** `gone`: the content is no longer available; `reason` says why (a code of `MEDIA_REASONS`). */
    state: text('state').$type<'pending' | 'ready' | 'gone'>().notNull().default('pending'),
    /** `no_preview` on pending media: the content was fetched, and staff see a file until the preview is ready. */
    reason: text('reason'),
    fileName: text('file_name'),
    originalBlob: text('original_blob').references(() => blobs.key),
    previewBlob: text('preview_blob').references(() => blobs.key),
    /** SHA-256 of customers' content, set by the trigger `media_content_sha256`; kept when the content is deleted. */
    contentSha256: text('content_sha256'),
    /** Number of attempts to fetch the content from LINE, and time of the next attempt by the database clock. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    /** True when LINE caused the last attempt to fail. The next successful request to LINE ends the backoff. */
    waitsForLine: boolean('waits_for_line').notNull().default(false),
    leaseOwner: uuid('lease_owner'),
    leasedUntil: moment('leased_until'),
    createdAt: moment('created_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (t) => [
    uniqueIndex('media_message').on(t.messageId).where(sql`${t.messageId} is not null`),
    index('media_channel_due').on(t.channelKey, t.nextAttemptAt).where(sql`${t.state} = 'pending'`),
    index('media_waiting_for_line')
      .on(t.channelKey, t.createdAt)
      .where(sql`${t.state} = 'pending' and ${t.waitsForLine}`),
    index('media_original').on(t.originalBlob).where(sql`${t.originalBlob} is not null`),
    index('media_preview').on(t.previewBlob).where(sql`${t.previewBlob} is not null`),
    index('media_same_picture')
      .on(t.channelKey, t.contentSha256, t.createdAt)
      .where(sql`${t.kind} = 'image' and ${t.contentSha256} is not null`),
  ],
)

/** Bytes that each staff member uploaded on the latest (Bangkok) day with uploads, for the daily limit. */
export const uploadDays = pgTable('upload_days', {
  staffId: uuid('staff_id')
    .primaryKey()
    .references(() => staff.id),
  day: date('day', { mode: 'string' }).notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

/** Bytes of media fetched on a customer's latest (Bangkok) day with media, for the daily limit. */
export const customerMediaDays = pgTable('customer_media_days', {
  customerId: uuid('customer_id')
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  day: date('day', { mode: 'string' }).notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

/** Random keys that all servers share; each is generated once. */
export const deskKeys = pgTable('desk_keys', {
  name: text('name').primaryKey(),
  /** The key in base64url. */
  value: text('value').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

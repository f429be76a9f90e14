import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { customers, messages, moment, staff } from './schema.ts'

/** Object in the blob store. Private content of customers is never shared with public content. */
export const blobs = pgTable(
  'blobs',
  {
    key: text('key').primaryKey(),
    scope: text('scope').$type<'private' | 'public'>().notNull(),
    /** SHA-256 of the content in hexadecimal. */
    sha256: text('sha256').notNull(),
    contentType: text('content_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Size of an image in pixels, as displayed. */
    width: integer('width'),
    height: integer('height'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('blobs_content').on(t.sha256), index('blobs_age').on(t.createdAt)],
)

/** Use of a blob: content from a customer that is downloaded from LINE, or an upload of staff. */
export const media = pgTable(
  'media',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purpose: text('purpose').$type<'customer' | 'staff'>().notNull(),
    kind: text('kind').$type<'image' | 'video' | 'audio' | 'file'>().notNull(),
    /** Only for customers' content. */
    channelKey: text('channel_key'),
    messageId: uuid('message_id').references(() => messages.id),
    lineMessageId: text('line_message_id'),
    /** Only for uploads of staff. */
    uploadedById: uuid('uploaded_by_id').references(() => staff.id),
    /** `gone`: no longer available, for the `reason` (a code of `MEDIA_REASONS`). */
    state: text('state').$type<'pending' | 'ready' | 'gone'>().notNull().default('pending'),
    /** `no_preview` while pending: it was downloaded, and staff get it as a file until its preview is ready. */
    reason: text('reason'),
    fileName: text('file_name'),
    originalBlob: text('original_blob').references(() => blobs.key),
    previewBlob: text('preview_blob').references(() => blobs.key),
    /**
     * SHA-256 of a customer's original content. Copied by the trigger `media_content_sha256`, and retained after the
     * content is deleted.
     */
    contentSha256: text('content_sha256'),
    /** State of the download: number of attempts, next attempt, and lease by the database clock. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    /** True when the last attempt failed at LINE. The next successful LINE call ends the pause. */
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

/** Bytes that a staff member uploaded on their latest upload day (Bangkok), for the daily budget. */
export const uploadDays = pgTable('upload_days', {
  staffId: uuid('staff_id')
    .primaryKey()
    .references(() => staff.id),
  day: date('day', { mode: 'string' }).notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

/** Bytes of media fetched from a customer on the latest day (Bangkok) with any, for the daily budget. Deleted with the customer. */
export const customerMediaDays = pgTable('customer_media_days', {
  customerId: uuid('customer_id')
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  day: date('day', { mode: 'string' }).notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

/** Random keys shared by all servers, generated once. */
export const deskKeys = pgTable('desk_keys', {
  name: text('name').primaryKey(),
  /** Encoded in base64url. */
  value: text('value').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

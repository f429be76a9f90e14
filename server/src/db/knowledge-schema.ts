import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ImportCounts } from 'shared/contract/knowledge/import-entries.call.ts'
import { moment, requiredReference, staff } from './schema.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const knowledgeEntries = pgTable(
  'knowledge_entries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    source: text('source').notNull(),
    text: text('text').notNull(),
    /** SHA-256 of the entry's normalized text. */
    contentHash: bytes('content_hash').notNull(),
    version: integer('version').notNull().default(1),
    /** Start and end of the validity period; null when there is no limit. */
    validFrom: moment('valid_from'),
    validUntil: moment('valid_until'),
    url: text('url'),
    /** Time when the web page was last fetched, even when it had not changed. */
    urlReadAt: moment('url_read_at'),
    urlCut: boolean('url_cut').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    removedAt: moment('removed_at'),
  },
  (t) => [
    uniqueIndex('knowledge_entries_content').on(t.source, t.contentHash).where(sql`${t.removedAt} is null`),
    index('knowledge_entries_newest').on(t.source, t.updatedAt, t.id).where(sql`${t.removedAt} is null`),
    index('knowledge_entries_begins')
      .on(t.validFrom)
      .where(sql`${t.validFrom} is not null and ${t.removedAt} is null`),
    uniqueIndex('knowledge_entries_url')
      .on(t.url)
      .where(sql`${t.url} is not null and ${t.removedAt} is null`),
    index('knowledge_entries_ends')
      .on(t.validUntil)
      .where(sql`${t.validUntil} is not null and ${t.removedAt} is null`),
    check(
      'knowledge_entries_validity',
      sql`${t.validFrom} is null or ${t.validUntil} is null or ${t.validFrom} < ${t.validUntil}`,
    ),
  ],
)

export const knowledgeLogs = pgTable(
  'knowledge_logs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    source: text('source').notNull(),
    /** How the texts were entered: `manual` or `url`. */
    origin: text('origin').notNull(),
    /** Kind of change: `upsert`, `edit`, `remove`, `undo`, `import` or `refresh`. */
    action: text('action').notNull(),
    /** Number of added chunks. */
    inserted: integer('inserted').notNull(),
    /** Number of removed entries. */
    removed: integer('removed').notNull().default(0),
    replaced: boolean('replaced').notNull(),
    staffId: uuid('staff_id').references(() => staff.id),
    /** Author of the accepted proposal; null when the change was made without a proposal. */
    proposedById: uuid('proposed_by_id').references(() => staff.id),
    at: moment('at').notNull(),
    /** Sequence number, which orders changes with the same time. */
    no: serial('no').notNull(),
  },
  (t) => [index('knowledge_logs_newest').on(t.no), index('knowledge_logs_source').on(t.source, t.no)],
)

/** Background jobs that undo a change, because undoing the change of a whole source takes too long for a request. */
export const knowledgeUndos = pgTable(
  'knowledge_undos',
  {
    logId: uuid('log_id')
      .primaryKey()
      .references(() => knowledgeLogs.id, { onDelete: 'cascade' }),
    staffId: requiredReference('staff_id', () => staff.id),
    askedAt: moment('asked_at').notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    attempts: integer('attempts').notNull(),
    leaseOwner: uuid('lease_owner'),
    leasedUntil: moment('leased_until'),
    endedAt: moment('ended_at'),
    undoLogId: uuid('undo_log_id'),
    /** `conflict` or `internal`; null while the undo runs or when it succeeded. */
    error: text('error'),
    /** Id of the knowledge entry that caused the conflict. */
    knownId: uuid('known_id'),
  },
  (t) => [index('knowledge_undos_due').on(t.askedAt).where(sql`${t.endedAt} is null`)],
)

/** Parts of an import text that is too long for one request. Deleted when imported, replaced, or a day old. */
export const knowledgeImportParts = pgTable(
  'knowledge_import_parts',
  {
    uploadId: uuid('upload_id').notNull(),
    no: integer('no').notNull(),
    staffId: requiredReference('staff_id', () => staff.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uploadId, t.no] }),
    index('knowledge_import_parts_staff').on(t.staffId),
    index('knowledge_import_parts_at').on(t.at),
  ],
)

/** Knowledge imports. Their entries are written in batches and share one entry of the update log. */
export const knowledgeImports = pgTable(
  'knowledge_imports',
  {
    /** Idempotency key, created by the browser. */
    id: uuid('id').primaryKey(),
    staffId: requiredReference('staff_id', () => staff.id),
    source: text('source').notNull(),
    replace: boolean('replace').notNull(),
    logId: uuid('log_id').references(() => knowledgeLogs.id, { onDelete: 'cascade' }),
    counts: jsonb('counts').$type<ImportCounts>().notNull(),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    /** Number of entries in `done` that were skipped because another staff member changed them during the import. */
    skipped: integer('skipped').notNull().default(0),
    at: moment('at').notNull(),
    /** Number of times that the import was started since its last written batch. */
    attempts: integer('attempts').notNull().default(0),
    leaseOwner: uuid('lease_owner'),
    leasedUntil: moment('leased_until'),
    isCancelled: boolean('is_cancelled').notNull().default(false),
    endedAt: moment('ended_at'),
    /** Null while the import runs. */
    outcome: text('outcome').$type<'done' | 'cancelled' | 'failed'>(),
  },
  (t) => [
    uniqueIndex('knowledge_imports_log').on(t.logId),
    uniqueIndex('knowledge_imports_running')
      .on(t.source)
      .where(sql`${t.endedAt} is null and ${t.logId} is not null`),
    index('knowledge_imports_open').on(t.at).where(sql`${t.endedAt} is null`),
  ],
)

export const knowledgeImportRows = pgTable(
  'knowledge_import_rows',
  {
    importId: requiredReference('import_id', () => knowledgeImports.id, { onDelete: 'cascade' }),
    no: integer('no').notNull(),
    entryId: uuid('entry_id').notNull(),
    /** Version of the entry that the preview read; 0 for a new entry. */
    version: integer('version').notNull(),
    /** New text of the entry; null when the import removes the entry. */
    text: text('text'),
    validFrom: moment('valid_from'),
    validUntil: moment('valid_until'),
  },
  (t) => [primaryKey({ columns: [t.importId, t.no] })],
)

export const knowledgeVersions = pgTable(
  'knowledge_versions',
  {
    entryId: requiredReference('entry_id', () => knowledgeEntries.id),
    version: integer('version').notNull(),
    logId: requiredReference('log_id', () => knowledgeLogs.id),
    /** Text of the entry in this version; null when the change removed the entry. */
    text: text('text'),
    validFrom: moment('valid_from'),
    validUntil: moment('valid_until'),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.version] }),
    index('knowledge_versions_log').on(t.logId, t.entryId),
  ],
)

/** Chunks of knowledge entries; removed entries have none. */
export const knowledgeChunks = pgTable(
  'knowledge_chunks',
  {
    /** Position of the chunk in the search index; never reused. */
    no: integer('no').primaryKey(),
    entryId: requiredReference('entry_id', () => knowledgeEntries.id),
    part: integer('part').notNull(),
    content: text('content').notNull(),
    /** Heading of the chunk, which is searched but not shown. */
    heading: text('heading').notNull(),
  },
  (t) => [uniqueIndex('knowledge_chunks_entry').on(t.entryId, t.part)],
)

/**
 * Search index in blocks of 4,096 chunk positions (`no / 4096`). `lengths` has four bytes per position: the number of
 * words and the number of trigrams, two bytes each (little-endian); both are zero when the position has no chunk.
 */
export const knowledgeBlocks = pgTable('knowledge_blocks', {
  block: integer('block').primaryKey(),
  lengths: bytes('lengths').notNull(),
  /** Number of positions in the block whose chunks were deleted. A block with many of them is rebuilt. */
  dead: integer('dead').notNull().default(0),
  /** Version of the rules that extracted the block's terms. */
  termsVersion: text('terms_version').notNull(),
})

/** Postings of the search index, three bytes each: position in the block (little-endian), frequency up to 255. */
export const knowledgePostings = pgTable(
  'knowledge_postings',
  {
    term: text('term').notNull(),
    block: integer('block')
      .notNull()
      .references(() => knowledgeBlocks.block, { onDelete: 'cascade' }),
    places: bytes('places').notNull(),
  },
  (t) => [primaryKey({ columns: [t.term, t.block] })],
)

export const knowledgeVectors = pgTable(
  'knowledge_vectors',
  {
    chunkNo: integer('chunk_no')
      .primaryKey()
      .references(() => knowledgeChunks.no, { onDelete: 'cascade' }),
    /** Model that computed the vector; vectors of different models cannot be compared. */
    model: text('model').notNull(),
    /** Vector as in `vector-format.ts`; empty when the embedding server refused the text; null until computed. */
    vector: bytes('vector'),
    leaseOwner: uuid('lease_owner'),
    leasedUntil: moment('leased_until'),
  },
  (t) => [
    index('knowledge_vectors_made').on(t.model, t.chunkNo).where(sql`${t.vector} is not null`),
    index('knowledge_vectors_leased').on(t.chunkNo).where(sql`${t.leasedUntil} is not null`),
  ],
)

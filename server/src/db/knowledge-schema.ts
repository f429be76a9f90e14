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
import { moment, staff } from './schema.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** One text of the knowledge base: a question with its answer, a promotion, a page. */
export const knowledgeEntries = pgTable(
  'knowledge_entries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    source: text('source').notNull(),
    /** As it was written. */
    text: text('text').notNull(),
    /** SHA-256 of the text as people compare it: the same text comes in once. */
    contentHash: bytes('content_hash').notNull(),
    /** Counts its versions, from 1. */
    version: integer('version').notNull().default(1),
    /** Found from and until then; null: always. */
    validFrom: moment('valid_from'),
    validUntil: moment('valid_until'),
    /** Of a page that the server has read: of those that were not removed no two have the same. */
    url: text('url'),
    /** When that page was read last, whether or not it had changed. */
    urlReadAt: moment('url_read_at'),
    /** That page is longer than a text may be. */
    urlCut: boolean('url_cut').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** Removed entries stay for the history, and can come back. */
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

/** One change of the knowledge base by one person: a line of its history. */
export const knowledgeLogs = pgTable(
  'knowledge_logs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    source: text('source').notNull(),
    /** manual or url. */
    origin: text('origin').notNull(),
    /** upsert, edit, remove, undo, import or refresh. */
    action: text('action').notNull(),
    /** Chunks that came in. */
    inserted: integer('inserted').notNull(),
    /** Entries that went; null: an earlier release wrote the line beside this one. */
    removed: integer('removed'),
    /** Whether the whole source was emptied first. */
    replaced: boolean('replaced').notNull(),
    staffId: uuid('staff_id').references(() => staff.id),
    /** Who proposed what came in; null: who changed it wrote it. */
    proposedById: uuid('proposed_by_id').references(() => staff.id),
    at: moment('at').notNull(),
    /** Gives changes of one moment their order. */
    no: serial('no').notNull(),
  },
  (t) => [index('knowledge_logs_newest').on(t.no), index('knowledge_logs_source').on(t.source, t.no)],
)

/** That a line of the history is to be undone, how far that is and how it ended: a whole source takes longer than anybody waits. */
export const knowledgeUndos = pgTable(
  'knowledge_undos',
  {
    logId: uuid('log_id')
      .primaryKey()
      .references(() => knowledgeLogs.id, { onDelete: 'cascade' }),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    askedAt: moment('asked_at').notNull(),
    /** Entries of the line. */
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    /** How often a server has begun. */
    attempts: integer('attempts').notNull(),
    leaseOwner: uuid('lease_owner'),
    leasedUntil: moment('leased_until'),
    endedAt: moment('ended_at'),
    /** The line that says so, of what is undone; null: an earlier release did it, by the next version of each entry. */
    undoLogId: uuid('undo_log_id'),
    /** conflict or internal; null: it is not over, or all is undone. */
    error: text('error'),
    /** The entry that stands in the way. */
    knownId: uuid('known_id'),
  },
  (t) => [index('knowledge_undos_due').on(t.askedAt).where(sql`${t.endedAt} is null`)],
)

/** Parts of an import text that is too long for one request; deleted when it is imported, replaced or a day old. */
export const knowledgeImportParts = pgTable(
  'knowledge_import_parts',
  {
    uploadId: uuid('upload_id').notNull(),
    no: integer('no').notNull(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uploadId, t.no] }),
    index('knowledge_import_parts_staff').on(t.staffId),
    index('knowledge_import_parts_at').on(t.at),
  ],
)

/** An import and its progress. Rows are written in portions, all under one log entry. */
export const knowledgeImports = pgTable(
  'knowledge_imports',
  {
    /** Idempotency key from the client: a retried request does not start the import again. */
    id: uuid('id').primaryKey(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id),
    source: text('source').notNull(),
    replace: boolean('replace').notNull(),
    /** Null before the import starts. */
    logId: uuid('log_id').references(() => knowledgeLogs.id, { onDelete: 'cascade' }),
    /** `ImportCounts` of its preview. */
    counts: jsonb('counts').$type<ImportCounts>().notNull(),
    /** Total number of entries to write. */
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    /** Part of `done`: entries that were skipped because another person changed them after the import began. */
    skipped: integer('skipped').notNull().default(0),
    at: moment('at').notNull(),
    /** Starts since the last written portion. */
    attempts: integer('attempts').notNull().default(0),
    leaseOwner: uuid('lease_owner'),
    leasedUntil: moment('leased_until'),
    /** Cancellation requested: the import ends before its next portion. */
    isCancelled: boolean('is_cancelled').notNull().default(false),
    endedAt: moment('ended_at'),
    /** done, cancelled or failed; null while it runs. */
    outcome: text('outcome'),
  },
  (t) => [
    uniqueIndex('knowledge_imports_log').on(t.logId),
    uniqueIndex('knowledge_imports_running')
      .on(t.source)
      .where(sql`${t.endedAt} is null and ${t.logId} is not null`),
    index('knowledge_imports_open').on(t.at).where(sql`${t.endedAt} is null`),
  ],
)

/** Entries that an import has not written yet, in order. */
export const knowledgeImportRows = pgTable(
  'knowledge_import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => knowledgeImports.id, { onDelete: 'cascade' }),
    no: integer('no').notNull(),
    entryId: uuid('entry_id').notNull(),
    /** The version that the preview read; 0: a new entry. */
    version: integer('version').notNull(),
    /** null: the entry is removed. */
    text: text('text'),
    validFrom: moment('valid_from'),
    validUntil: moment('valid_until'),
  },
  (t) => [primaryKey({ columns: [t.importId, t.no] })],
)

/** What an entry was before and after a change. */
export const knowledgeVersions = pgTable(
  'knowledge_versions',
  {
    entryId: uuid('entry_id')
      .notNull()
      .references(() => knowledgeEntries.id),
    version: integer('version').notNull(),
    logId: uuid('log_id')
      .notNull()
      .references(() => knowledgeLogs.id),
    /** null: removed by this change. */
    text: text('text'),
    validFrom: moment('valid_from'),
    validUntil: moment('valid_until'),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.version] }),
    index('knowledge_versions_log').on(t.logId, t.entryId),
  ],
)

/** The pieces of an entry that are searched: of entries that were removed there are none. */
export const knowledgeChunks = pgTable(
  'knowledge_chunks',
  {
    /** Its place in the index: given once, never again. */
    no: integer('no').primaryKey(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => knowledgeEntries.id),
    /** 0, 1, 2 … within the entry. */
    part: integer('part').notNull(),
    content: text('content').notNull(),
    /** What else it is found by; not shown. */
    heading: text('heading').notNull(),
  },
  (t) => [uniqueIndex('knowledge_chunks_entry').on(t.entryId, t.part)],
)

/**
 * The index, in blocks of 4,096 places (`no / 4096`). A block says of each place how many terms stand there, four bytes each (words and
 * grams, little endian, two bytes each); zero: no chunk.
 */
export const knowledgeBlocks = pgTable('knowledge_blocks', {
  block: integer('block').primaryKey(),
  lengths: bytes('lengths').notNull(),
  /** Places that were given and given up: once they are many the block is written anew. */
  dead: integer('dead').notNull().default(0),
  /** The rules by which its terms were made. */
  termsVersion: text('terms_version').notNull(),
})

/** Where in a block a term stands: three bytes a place (its number in the block, little endian, and how often, 255 at most). */
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

/** What a chunk means, as an embedding server says: made behind it, by whoever holds its lease. */
export const knowledgeVectors = pgTable(
  'knowledge_vectors',
  {
    chunkNo: integer('chunk_no')
      .primaryKey()
      .references(() => knowledgeChunks.no, { onDelete: 'cascade' }),
    /** The server's name for what has made it; vectors of two models are not comparable. */
    model: text('model').notNull(),
    /** As `vector-format.ts` writes it; empty: that server refuses the text; null: not yet. */
    vector: bytes('vector'),
    leaseOwner: uuid('lease_owner'),
    leasedUntil: moment('leased_until'),
  },
  (t) => [
    index('knowledge_vectors_made').on(t.model, t.chunkNo).where(sql`${t.vector} is not null`),
    index('knowledge_vectors_leased').on(t.chunkNo).where(sql`${t.leasedUntil} is not null`),
  ],
)

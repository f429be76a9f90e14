import * as z from 'zod/mini'
import { IMPORT_MAX_PARTS, IMPORT_PART_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { CountSchema } from '../response-parts.ts'
import { SourceNameSchema, ValiditySchema } from './knowledge-entry.ts'
import { KnowledgeLogSchema, LogImportSchema } from './knowledge-logs.call.ts'

/** Maximum text size of an import request without an upload, in bytes of UTF-8. */
const TEXT_MAX_BYTES = 2 * 1024 * 1024

/**
 * Content of an import: CSV or a text. CSV is separated by commas, semicolons or tabs. CSV has a heading row, or
 * its columns are question and answer, or name, text and image. The columns for the first and last day of a
 * promotion need headings. A text contains entries in the format of `knowledge-text`, one after the other. `text`
 * contains the content. A content that is too long for one request is uploaded in parts (`uploadImportPart`).
 */
const ImportSchema = z.object({
  source: SourceNameSchema,
  text: z.optional(
    StorableTextSchema.check(
      z.refine((text) => text.trim() !== '', 'must not be empty'),
      z.refine(
        (text) => text.length <= TEXT_MAX_BYTES && new TextEncoder().encode(text).length <= TEXT_MAX_BYTES,
        'must not have more than 2 MB',
      ),
    ),
  ),
  upload: z.optional(z.object({ id: z.uuid(), parts: z.int().check(z.gte(1), z.lte(IMPORT_MAX_PARTS)) })),
  /** True when the first row contains unknown headings, so that the row is not imported. */
  first_row_is_headings: z._default(z.boolean(), false),
  /** True to remove all entries from the source that the import does not contain. */
  replace: z._default(z.boolean(), false),
})

export const IMPORT_REFUSALS = [
  'no_question',
  'no_answer',
  'no_name',
  /** A promotion with neither a text nor an image. */
  'no_content',
  /** The image URL does not start with http:// or https://. */
  'bad_image',
  'too_long',
  /** The first or last day is not a date. */
  'bad_date',
  /** The period ends before it begins. A date that is missing in the file is taken from the existing entry. */
  'bad_period',
  /** The last day of the period has passed. */
  'over',
  /** An earlier row has the same questions or the same name, but a different text or period. */
  'twice',
] as const

/** Maximum number of unused columns whose names are listed. */
export const UNUSED_COLUMNS_MAX = 20

/**
 * An ambiguous date of an import, such as 3/4/26: `written` is the text in the file, `read` the date that was
 * understood, or null when the text is not a date.
 */
const ImportDateSchema = z.object({ written: z.string(), read: z.nullable(z.string()) })
export type ImportDate = z.infer<typeof ImportDateSchema>

/** An ignored row, such as a title above the headings, with the start of its text. */
const IgnoredRowSchema = z.object({ row: CountSchema, text: z.string() })
export type IgnoredRow = z.infer<typeof IgnoredRowSchema>

export const ImportRowSchema = z.object({
  /** Row number of a spreadsheet, or line number of a text, from 1. */
  row: CountSchema,
  /**
   * `changed`: the source has a different answer to the same questions, a different promotion with the same name,
   * or an entry with the same text that has expired or has another spelling or period. `known`: the source has the
   * same text.
   */
  state: z.enum(['new', 'changed', 'known', 'refused']),
  /**
   * True for a `changed` row whose existing entry has expired and becomes valid again. Servers that implement only the
   * API calls of the specification omit this field.
   */
  renewed: z.optional(z.boolean()),
  reason: z.nullable(z.enum(IMPORT_REFUSALS)),
  /** Start of the new text, and start of the text that it replaces. */
  text: z.string(),
  before: z.nullable(z.string()),
  /**
   * Start of another entry that remains, or of another row, with one of the row's questions and a different answer: the
   * search would find both. Null when there is no overlap. Servers that implement only the API calls of the
   * specification omit this field.
   */
  overlap: z.optional(z.nullable(z.string())),
  /**
   * Validity period after the import. Servers that implement only the API calls of the specification omit this field.
   */
  period: z.optional(ValiditySchema),
  /** Dates of the row that are ambiguous or invalid. */
  dates: z.optional(z.array(ImportDateSchema)),
  /** Current period of a `changed` entry; null when the period does not change. */
  period_before: z.optional(z.nullable(ValiditySchema)),
})
export type ImportRow = z.infer<typeof ImportRowSchema>

const ImportCountsSchema = z.object({
  new: CountSchema,
  changed: CountSchema,
  known: CountSchema,
  refused: CountSchema,
  /** Number of entries that `replace` removes. */
  removed: CountSchema,
})
export type ImportCounts = z.infer<typeof ImportCountsSchema>

export const ImportPreviewSchema = z.object({
  /** Reason why the content cannot be read; null for readable content. */
  problem: z.nullable(z.enum(['no_rows', 'too_many_rows', 'open_quote', 'long_headings'])),
  /** The first rows of the import, then the first of the later rows that need attention. `counts` covers all rows. */
  rows: z.array(ImportRowSchema),
  /**
   * Number of rows that are not in `rows`. `attention`: how many of them are rejected, overlap with another text,
   * or have a guessed date.
   */
  omitted: z.optional(z.object({ rows: CountSchema, attention: CountSchema })),
  /** Number of rows with an `overlap`, including omitted rows. */
  overlaps: z.optional(CountSchema),
  /**
   * Columns whose content is not imported: their headings, or their column letters when they have no headings. Servers
   * that implement only the API calls of the specification omit this field.
   */
  unused_columns: z.optional(z.array(z.string())),
  /** The first ignored rows, with their row numbers. */
  ignored_rows: z.optional(z.array(IgnoredRowSchema)),
  /**
   * First row of a table without known headings: the columns are read in the default order. Null when the headings
   * are known.
   */
  unknown_headings: z.nullable(z.array(z.string())),
  counts: ImportCountsSchema,
  /** Number of knowledge entries of the source before and after the import. */
  entries_now: CountSchema,
  entries_then: CountSchema,
  /** Identifies the preview: `applyImport` applies exactly this preview. */
  digest: z.string(),
})
export type ImportPreview = z.infer<typeof ImportPreviewSchema>

/** Returns the preview of an import. Changes nothing. */
export const previewImport = defineCall({
  name: 'previewImport',
  method: 'POST',
  path: '/kb/import/preview',
  summary: 'Preview of an import into the knowledge base, row by row',
  access: 'BUSINESS',
  body: ImportSchema,
  response: ImportPreviewSchema,
  errors: ['forbidden', 'not_found', 'payload_too_large', 'unavailable'],
})

/** Stores one part of a text that is too long for one request. Storing a part again replaces it. */
export const uploadImportPart = defineCall({
  name: 'uploadImportPart',
  method: 'PUT',
  path: '/kb/import/uploads/:id/parts/:no',
  summary: 'Upload a part of a text to import; the parts are joined in the order of their numbers',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid(), no: z.coerce.number().check(z.int(), z.gte(0), z.lt(IMPORT_MAX_PARTS)) }),
  body: z.object({ text: StorableTextSchema.check(z.minLength(1), z.maxLength(IMPORT_PART_LENGTH)) }),
  response: z.object({ ok: z.literal(true) }),
  errors: ['forbidden', 'payload_too_large'],
})

/**
 * Progress of an import: `done` of `total` entries. `skipped` is the number of entries that were not written
 * because another user has changed them.
 */
export const ImportProgressSchema = z.extend(LogImportSchema, { skipped: CountSchema })
export type ImportProgress = z.infer<typeof ImportProgressSchema>

const ImportStateSchema = z.object({
  /** History entry of the import. Null when the import changes nothing or has not started. */
  log: z.nullable(KnowledgeLogSchema),
  counts: ImportCountsSchema,
  progress: ImportProgressSchema,
})
export type ImportState = z.infer<typeof ImportStateSchema>

/**
 * Starts a previewed import as one history item and returns its progress: a long import continues in the
 * background, in batches of rows. The error is `conflict` when the result would differ from the preview because the
 * text or the source has changed, or with `import_running` when another import of that source is in progress; then
 * nothing is changed. `id` makes the call idempotent: an import with the same id is not started again.
 */
export const applyImport = defineCall({
  name: 'applyImport',
  method: 'POST',
  path: '/kb/import',
  summary: 'Import entries into the knowledge base',
  access: 'BUSINESS',
  body: z.extend(ImportSchema, {
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    id: z.optional(z.uuid()),
  }),
  response: ImportStateSchema,
  errors: ['forbidden', 'conflict', 'not_found', 'payload_too_large', 'unavailable'],
})

export const readImport = defineCall({
  name: 'readImport',
  method: 'GET',
  path: '/kb/imports/:id',
  summary: 'Progress of an import into the knowledge base',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid() }),
  response: ImportStateSchema,
  errors: ['forbidden', 'not_found'],
})

/** Stops an import. Entries that are already imported remain, with a history item that can be undone. */
export const cancelImport = defineCall({
  name: 'cancelImport',
  method: 'POST',
  path: '/kb/imports/:id/cancel',
  summary: 'Stop an import into the knowledge base',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid() }),
  response: ImportStateSchema,
  errors: ['forbidden', 'not_found'],
})

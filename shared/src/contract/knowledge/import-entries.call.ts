import * as z from 'zod/mini'
import { IMPORT_MAX_PARTS, IMPORT_PART_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { CountSchema } from '../response-parts.ts'
import { SourceNameSchema, ValiditySchema } from './knowledge-entry.ts'
import { KnowledgeLogSchema, LogImportSchema } from './knowledge-logs.call.ts'

const TEXT_MAX_BYTES = 2 * 1024 * 1024

/**
 * An import is CSV (comma, semicolon or tab) or a text of entries in the format of `knowledge-text`. CSV has a heading
 * row; without one, its columns are question and answer, or name, text and image. Only CSV with headings can contain
 * promotion dates.
 * The content is in `text`, or was uploaded in parts (`uploadImportPart`).
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
  /** True when the first row contains unknown headings and must not be imported. */
  first_row_is_headings: z._default(z.boolean(), false),
  /** True: all entries that the import does not contain are removed from the source. */
  replace: z._default(z.boolean(), false),
})

export const IMPORT_REFUSALS = [
  'no_question',
  'no_answer',
  'no_name',
  'no_content',
  'bad_image',
  'too_long',
  'bad_date',
  /** Problem of a row: the period ends before it begins. A date that the file omits is that of the existing entry. */
  'bad_period',
  /** Problem of a row: the last day of the period has passed. */
  'over',
  /** Problem of a row: an earlier row has the same questions or name, but a different text or period. */
  'twice',
] as const

export const UNUSED_COLUMNS_MAX = 20

/** An ambiguous date, such as 3/4/26: `written` in the file, and `read` as understood (null for no date). */
const ImportDateSchema = z.object({ written: z.string(), read: z.nullable(z.string()) })
export type ImportDate = z.infer<typeof ImportDateSchema>

/** A row that is not imported, such as a title above the headings, with the start of its text. */
const IgnoredRowSchema = z.object({ row: CountSchema, text: z.string() })
export type IgnoredRow = z.infer<typeof IgnoredRowSchema>

export const ImportRowSchema = z.object({
  /** Number of the row in a spreadsheet or of the line in a text, from 1. */
  row: CountSchema,
  /**
   * `changed`: the source has another answer to these questions, another text of this promotion, the same text in
   * another spelling or with another period, or an expired entry with the same text. `known`: the source has the same
   * text.
   */
  state: z.enum(['new', 'changed', 'known', 'refused']),
  /** True when the existing entry of a `changed` row has expired and becomes valid again. */
  renewed: z.optional(z.boolean()),
  reason: z.nullable(z.enum(IMPORT_REFUSALS)),
  /** Start of the new text, and start of the text that it replaces. */
  text: z.string(),
  before: z.nullable(z.string()),
  /** Start of a remaining entry or other row that answers one of the questions differently: a search finds both. */
  overlap: z.optional(z.nullable(z.string())),
  /** Validity period after the import. Servers with only the specification's API calls omit the optional fields. */
  period: z.optional(ValiditySchema),
  dates: z.optional(z.array(ImportDateSchema)),
  /** Validity period before the import. Null when the period does not change. */
  period_before: z.optional(z.nullable(ValiditySchema)),
})
export type ImportRow = z.infer<typeof ImportRowSchema>

const ImportCountsSchema = z.object({
  new: CountSchema,
  changed: CountSchema,
  known: CountSchema,
  refused: CountSchema,
  removed: CountSchema,
})
export type ImportCounts = z.infer<typeof ImportCountsSchema>

export const ImportPreviewSchema = z.object({
  /** Reason why the whole import cannot be read. Null when it can be read. */
  problem: z.nullable(z.enum(['no_rows', 'too_many_rows', 'open_quote', 'long_headings'])),
  /** The first rows, and the first of the later rows that need attention. `counts` covers all rows. */
  rows: z.array(ImportRowSchema),
  /** Number of rows not listed. `attention`: those that are rejected, overlap another text, or have a guessed date. */
  omitted: z.optional(z.object({ rows: CountSchema, attention: CountSchema })),
  overlaps: z.optional(CountSchema),
  /** Headings (or column letters) of the columns that are not imported. */
  unused_columns: z.optional(z.array(z.string())),
  ignored_rows: z.optional(z.array(IgnoredRowSchema)),
  /** First row of a table that is read in the default column order. Null when the headings are known. */
  unknown_headings: z.nullable(z.array(z.string())),
  counts: ImportCountsSchema,
  entries_now: CountSchema,
  entries_then: CountSchema,
  /** Hash of the preview. `applyImport` applies exactly the preview with this hash. */
  digest: z.string(),
})
export type ImportPreview = z.infer<typeof ImportPreviewSchema>

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

/** Uploads a part of a text that is too long for one request. Storing a part again replaces it. */
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

/** Progress of an import. `skipped`: entries that were not written because another user has changed them. */
export const ImportProgressSchema = z.extend(LogImportSchema, { skipped: CountSchema })
export type ImportProgress = z.infer<typeof ImportProgressSchema>

const ImportStateSchema = z.object({
  /** Item in the update log. Null when the import changes nothing or has not started. */
  log: z.nullable(KnowledgeLogSchema),
  counts: ImportCountsSchema,
  progress: ImportProgressSchema,
})
export type ImportState = z.infer<typeof ImportStateSchema>

/**
 * Starts an import, which continues in the background when it is long. The error is `conflict` when the result would
 * differ from the preview, or `conflict` with `import_running` when another import of the same source is in progress.
 * `id` makes the call idempotent.
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

/** Stops an import. Entries already imported remain, with an item in the update log that can be undone. */
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

import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { MomentSchema } from '../response-parts.ts'
import { KnowledgeEntrySchema, SourceNameSchema } from './knowledge-entry.ts'

/** Reasons why a web page cannot be imported. `invalid_request` contains one of them as `reason`. */
const PAGE_REFUSALS = [
  /** The URL does not start with http:// or https://, or contains a user name or password. */
  'bad_address',
  /** The port is neither 80 nor 443. */
  'bad_port',
  /** The URL leads to a private network. */
  'private_address',
  'unreachable',
  'too_slow',
  'too_large',
  /** The page has more tags, or tags nested more deeply, than a readable page has. */
  'too_complex',
  /** The content is neither HTML nor plain text. */
  'wrong_type',
  /** The response is an HTTP error. */
  'bad_answer',
  'too_many_redirects',
  /** The page has no text, or only text that a script would render. */
  'no_text',
] as const
export type PageRefusal = (typeof PAGE_REFUSALS)[number]

/** An entry that was imported from a web page. */
export const KnowledgePageSchema = z.object({
  /** Id of the entry. */
  id: z.string(),
  source: z.string(),
  url: z.string(),
  /** First line of the page. */
  title: z.string(),
  /** Time at which the page was last read, and time at which its text last changed. */
  read_at: MomentSchema,
  updated_at: MomentSchema,
  /**
   * True when the page was longer than an entry may be, so that the end of the page is missing. Servers that implement
   * only the API calls of the specification omit this field.
   */
  truncated: z.optional(z.boolean()),
})
export type KnowledgePage = z.infer<typeof KnowledgePageSchema>

/** Lists imported pages, most recently read first. */
export const listPages = defineCall({
  name: 'listPages',
  method: 'GET',
  path: '/kb/pages',
  summary: 'The web pages that the knowledge base has read',
  access: 'staff',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  }),
  response: z.object({ items: z.array(KnowledgePageSchema) }),
})

/**
 * Imports the text of a public web page as an entry. The `invalid_request` error contains the `reason`. The
 * `conflict` error contains `known_id`, the entry that already has the page or its text.
 */
export const addPage = defineCall({
  name: 'addPage',
  method: 'POST',
  path: '/kb/pages',
  summary: 'Add the text of a public web page to the knowledge base',
  access: 'BUSINESS',
  body: z.object({
    source: SourceNameSchema,
    url: StorableTextSchema.check(z.maxLength(2000)),
  }),
  response: z.extend(KnowledgeEntrySchema, { truncated: z.optional(z.boolean()) }),
  errors: ['forbidden', 'conflict', 'unavailable'],
})

/**
 * Reads a web page again. When the text has changed, the entry has the new text as soon as the response arrives,
 * with a history item. The `conflict` error contains `entry` when a user has changed the entry since, or `known_id`
 * when that other entry already has the new text.
 */
export const refreshPage = defineCall({
  name: 'refreshPage',
  method: 'POST',
  path: '/kb/pages/:id/refresh',
  summary: 'Read a web page of the knowledge base again',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid() }),
  response: z.object({
    entry: KnowledgeEntrySchema,
    changed: z.boolean(),
    read_at: MomentSchema,
    truncated: z.optional(z.boolean()),
  }),
  errors: ['forbidden', 'not_found', 'conflict', 'unavailable'],
})

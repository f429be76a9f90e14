import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { MomentSchema } from '../response-parts.ts'
import { KnowledgeEntrySchema, SourceNameSchema } from './knowledge-entry.ts'

/** Values of `reason` in the error `invalid_request`. */
const PAGE_REFUSALS = [
  /** The address does not begin with http:// or https://, or it contains a user name or password. */
  'bad_address',
  'bad_port',
  'private_address',
  'unreachable',
  'too_slow',
  'too_large',
  /** The page has more tags, or deeper nesting, than a readable page. */
  'too_complex',
  'wrong_type',
  'bad_answer',
  'too_many_redirects',
  /** The page has no text, or only text that a script would render. */
  'no_text',
] as const
export type PageRefusal = (typeof PAGE_REFUSALS)[number]

export const KnowledgePageSchema = z.object({
  id: z.string(),
  source: z.string(),
  url: z.string(),
  title: z.string(),
  read_at: MomentSchema,
  updated_at: MomentSchema,
  /** True when the page was too long for an entry. Servers with only the specification's API calls omit this field. */
  truncated: z.optional(z.boolean()),
})
export type KnowledgePage = z.infer<typeof KnowledgePageSchema>

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

/** Imports a web page. `conflict` contains `known_id`, the id of the entry that already has the page or its text. */
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
 * Fetches a web page again. A changed text is searchable as soon as the response arrives. The error `conflict` contains
 * `entry` when a user has changed the entry since the last fetch, or `known_id` of the entry that has the new text.
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

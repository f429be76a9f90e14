import * as z from 'zod/mini'
import { MomentSchema } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { KnowledgeEntrySchema, SourceNameSchema } from './knowledge-entry.ts'

/** Why a page cannot be taken in: `invalid_request` says one of them as `reason`. */
const PAGE_REFUSALS = [
  /** No http:// or https:// address, or with a name or password in it. */
  'bad_address',
  /** Of another port than 80 and 443. */
  'bad_port',
  /** It stands in a private network. */
  'private_address',
  'unreachable',
  'too_slow',
  'too_large',
  /** More tags, or deeper in each other, than a page has that people read. */
  'too_complex',
  /** Neither HTML nor plain text. */
  'wrong_type',
  /** It answers an error. */
  'bad_answer',
  'too_many_redirects',
  /** Nothing to read, or only what a script would write. */
  'no_text',
] as const
export type PageRefusal = (typeof PAGE_REFUSALS)[number]

/** A text of the knowledge base that was read from a page. */
export const KnowledgePageSchema = z.object({
  /** Of its entry. */
  id: z.string(),
  source: z.string(),
  url: z.string(),
  /** Its first line. */
  title: z.string(),
  /** When it was read last, and when it was another text last. */
  read_at: MomentSchema,
  updated_at: MomentSchema,
  /** It was longer than a text may be: its end is not there. Servers of the first days do not say. */
  truncated: z.optional(z.boolean()),
})
export type KnowledgePage = z.infer<typeof KnowledgePageSchema>

/** The one read last first. */
export const listPages = defineCall({
  name: 'listPages',
  method: 'GET',
  path: '/kb/pages',
  summary: 'The pages that the knowledge base has read',
  access: 'staff',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  }),
  answer: z.object({ items: z.array(KnowledgePageSchema) }),
})

/**
 * Reads a public page and keeps its text as an entry. `invalid_request` says why it cannot (`reason`); `conflict` with `known_id`: the page,
 * or its text in that source, is there already as that entry.
 */
export const addPage = defineCall({
  name: 'addPage',
  method: 'POST',
  path: '/kb/pages',
  summary: 'Take the text of a public page into the knowledge base',
  access: 'BUSINESS',
  body: z.object({
    source: SourceNameSchema,
    url: StorableTextSchema.check(z.maxLength(2000)),
  }),
  answer: z.extend(KnowledgeEntrySchema, { truncated: z.optional(z.boolean()) }),
  errors: ['forbidden', 'conflict', 'unavailable'],
})

/**
 * Reads the page again. The entry has its new text once this has been answered, as a line of the history, where that is another one.
 * `conflict` with `entry`: somebody has changed it meanwhile; with `known_id`: that entry has the new text.
 */
export const refreshPage = defineCall({
  name: 'refreshPage',
  method: 'POST',
  path: '/kb/pages/:id/refresh',
  summary: 'Read a page of the knowledge base again',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid() }),
  answer: z.object({
    entry: KnowledgeEntrySchema,
    changed: z.boolean(),
    read_at: MomentSchema,
    truncated: z.optional(z.boolean()),
  }),
  errors: ['forbidden', 'not_found', 'conflict', 'unavailable'],
})

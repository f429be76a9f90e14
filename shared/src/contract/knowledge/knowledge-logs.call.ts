import * as z from 'zod/mini'
import { KNOWLEDGE_LOG_PAGE } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asFlag, asMoment, asRaw, firstText } from '../raw-json.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { CountSchema, itemsOf, MomentSchema, preprocess } from '../response-parts.ts'
import { readStaffMember, StaffMemberSchema } from '../staff/staff-member.ts'

const ACTIONS = ['upsert', 'edit', 'remove', 'undo', 'import', 'refresh'] as const

/** Undo of an item in the update log: all of its entries are restored, or none. */
const KnowledgeUndoSchema = z.object({
  state: z.enum(['running', 'done', 'failed']),
  done: CountSchema,
  total: CountSchema,
  /** `conflict`: an entry changed after this item, or `known_id` has the earlier text. Null without an error. */
  code: z.nullable(z.enum(['conflict', 'internal'])),
  known_id: z.nullable(z.string()),
  staff: z.nullable(StaffMemberSchema),
  at: MomentSchema,
})
export type KnowledgeUndo = z.infer<typeof KnowledgeUndoSchema>

export const LogImportSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: CountSchema,
  total: CountSchema,
})

export const KnowledgeLogSchema = z.object({
  id: z.string(),
  source: z.string(),
  origin: z.enum(['manual', 'url']),
  /** Number of added chunks. */
  inserted: CountSchema,
  /** Number of removed entries. Servers with only the specification's API calls omit this field and `excerpt`. */
  removed: z.optional(CountSchema),
  /** Excerpt of one changed entry, preferably an added one: its first question, its name or its first words. */
  excerpt: z.optional(z.nullable(z.string())),
  replaced: z.boolean(),
  at: MomentSchema,
  action: z.enum(ACTIONS),
  staff: z.nullable(StaffMemberSchema),
  /** Author of the accepted proposal; `staff` is the staff member who accepted it. */
  proposed_by: z.nullable(StaffMemberSchema),
  /** Undo of this item. Null when no undo was requested, or when the undo was itself undone. */
  undo: z.optional(z.nullable(KnowledgeUndoSchema)),
  import: z.optional(z.nullable(LogImportSchema)),
})
export type KnowledgeLog = z.infer<typeof KnowledgeLogSchema>

export const decodeKnowledgeLog = preprocess((value) => {
  const raw = asRaw(value)
  return {
    id: firstText(raw, 'id'),
    source: firstText(raw, 'source'),
    origin: raw.origin === 'url' ? 'url' : 'manual',
    inserted: Number(raw.inserted ?? 0),
    removed: raw.removed,
    excerpt: raw.excerpt,
    replaced: asFlag(raw.replaced),
    at: asMoment(raw.at),
    // Servers that implement only the API calls of the specification omit `action` and the following fields.
    action: ACTIONS.find((action) => action === raw.action) ?? 'upsert',
    staff: readStaffMember(raw.staff),
    proposed_by: readStaffMember(raw.proposed_by),
    undo: raw.undo,
    import: raw.import,
  }
}, KnowledgeLogSchema)

export const knowledgeLogs = defineCall({
  name: 'knowledgeLogs',
  method: 'GET',
  path: '/kb/logs',
  summary: 'The history of the knowledge base, newest first',
  access: 'staff',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), KNOWLEDGE_LOG_PAGE),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
    source: z.optional(StorableTextSchema.check(z.maxLength(100))),
  }),
  response: z.object({ items: z.array(KnowledgeLogSchema) }),
  decode: itemsOf(decodeKnowledgeLog),
})

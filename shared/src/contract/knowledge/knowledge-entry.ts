import * as z from 'zod/mini'
import { CountSchema, MomentSchema } from '../answer-parts.ts'
import { KNOWLEDGE_SOURCES, KNOWLEDGE_TEXT_MAX } from '../constants.ts'
import { AskedMomentSchema, ImageLinkSchema, INVALID_IMAGE, StorableTextSchema } from '../request-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { separateImages } from './knowledge-text.ts'

/** The sources that people write into. */
export const SourceNameSchema = z.enum(Object.values(KNOWLEDGE_SOURCES))

/** From and until when an entry is found; null: without that bound. */
export const ValiditySchema = z.object({
  valid_from: z.nullable(AskedMomentSchema),
  valid_until: z.nullable(AskedMomentSchema),
})
export type Validity = z.infer<typeof ValiditySchema>

/** One text of the knowledge base as it is now. */
export const KnowledgeEntrySchema = z.extend(ValiditySchema, {
  id: z.string(),
  source: z.string(),
  text: z.string(),
  /** Goes up by one with each change: who changes it says which one was read. */
  version: CountSchema,
  created_at: MomentSchema,
  updated_at: MomentSchema,
  /** Who changed it last; null: not known. */
  updated_by: z.optional(z.nullable(StaffMemberSchema)),
})
export type KnowledgeEntry = z.infer<typeof KnowledgeEntrySchema>

/** What a person may write into an entry. */
export const KnowledgeTextSchema = StorableTextSchema.check(
  z.maxLength(KNOWLEDGE_TEXT_MAX),
  z.refine((text) => text.trim() !== '', 'must not be empty'),
  z.refine(hasPictureLinks, INVALID_IMAGE),
)

/** Whether all pictures of a text have addresses that can be sent. */
export function hasPictureLinks(text: string): boolean {
  return separateImages(text).images.every((link) => z.safeParse(ImageLinkSchema, link).success)
}

/** Whether it begins before it ends. */
export function isPeriod({ valid_from, valid_until }: Validity): boolean {
  return valid_from === null || valid_until === null || Date.parse(valid_from) < Date.parse(valid_until)
}

export const NO_PERIOD = 'valid_until must be later than valid_from'

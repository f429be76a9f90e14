import * as z from 'zod/mini'
import { KNOWLEDGE_SOURCES, KNOWLEDGE_TEXT_MAX } from '../constants.ts'
import {
  ImageLinkSchema,
  INVALID_IMAGE,
  RequestedMomentSchema,
  StorableTextSchema,
} from '../request-parts.ts'
import { CountSchema, MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { separateImages } from './knowledge-text.ts'

export const SourceNameSchema = z.enum(Object.values(KNOWLEDGE_SOURCES))

/** Validity period in which the search finds an entry. Null means no limit on that side. */
export const ValiditySchema = z.object({
  valid_from: z.nullable(RequestedMomentSchema),
  valid_until: z.nullable(RequestedMomentSchema),
})
export type Validity = z.infer<typeof ValiditySchema>

export const KnowledgeEntrySchema = z.extend(ValiditySchema, {
  id: z.string(),
  source: z.string(),
  text: z.string(),
  /** Increases by one with each change. A request to change the entry must contain the version that the user read. */
  version: CountSchema,
  created_at: MomentSchema,
  updated_at: MomentSchema,
  updated_by: z.optional(z.nullable(StaffMemberSchema)),
})
export type KnowledgeEntry = z.infer<typeof KnowledgeEntrySchema>

export const KnowledgeTextSchema = StorableTextSchema.check(
  z.maxLength(KNOWLEDGE_TEXT_MAX),
  z.refine((text) => text.trim() !== '', 'must not be empty'),
  z.refine(hasImageLinks, INVALID_IMAGE),
)

export function hasImageLinks(text: string): boolean {
  return separateImages(text).images.every((link) => z.safeParse(ImageLinkSchema, link).success)
}

export function isPeriod({ valid_from, valid_until }: Validity): boolean {
  return valid_from === null || valid_until === null || Date.parse(valid_from) < Date.parse(valid_until)
}

export const NO_PERIOD = 'valid_until must be later than valid_from'

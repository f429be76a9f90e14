import * as z from 'zod/mini'
import { MomentSchema } from '../answer-parts.ts'
import { MAX_MENTIONS, TEXT_MAX_UTF16 } from '../constants.ts'
import { isInvisible } from '../invisible-text.ts'
import { StorableTextSchema, TEXT_TOO_LONG } from '../request-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** What a line of kind `note` says beyond other lines; its words are the line's `text`. */
export const NoteFactsSchema = z.object({
  /** By which whoever wrote it finds it again. */
  client_id: z.string(),
  /** Colleagues whom it names with `@` and who were told. */
  mentions: z.array(StaffMemberSchema),
  edited_at: z.nullable(MomentSchema),
  /** Its writer has removed it: there is no text any more. */
  is_deleted: z.boolean(),
})

/** `max` counts an emoji as one; the bound is that of messages. */
export const NoteTextSchema = StorableTextSchema.check(
  z.maxLength(TEXT_MAX_UTF16),
  z.refine((text) => !isInvisible(text), 'must not be empty'),
  z.refine((text) => text.length <= TEXT_MAX_UTF16, TEXT_TOO_LONG),
)

/** Ids of staff. Who has no right to the case's account, or is the writer, is not told and left out. */
export const MentionsSchema = z.array(z.uuid()).check(z.maxLength(MAX_MENTIONS))

/** A note that names a person, as that person is told. */
export const MentionSchema = z.object({
  /** The note's. */
  id: z.string(),
  ticket_id: z.string(),
  channel_key: z.string(),
  /** Whose case it is about. */
  customer: z.string(),
  /** The number of the message behind which it stands. */
  after_seq: z.optional(z.number()),
  /** Who wrote it. */
  staff: StaffMemberSchema,
  /** The beginning of it. */
  text: z.string(),
  at: MomentSchema,
})
export type Mention = z.infer<typeof MentionSchema>

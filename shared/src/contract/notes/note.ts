import * as z from 'zod/mini'
import { MAX_MENTIONS } from '../constants.ts'
import { MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** Fields of a timeline event that is a note. The event's `text` is the text of the note. */
export const NoteFieldsSchema = z.object({
  client_id: z.string(),
  mentions: z.array(StaffMemberSchema),
  edited_at: z.nullable(MomentSchema),
  /** True when the note was deleted. `text` is then null. */
  is_deleted: z.boolean(),
})

/** Ids of staff members. The author, and those without access to the ticket's channel, are ignored. */
export const MentionsSchema = z.array(z.uuid()).check(z.maxLength(MAX_MENTIONS))

export const MentionSchema = z.object({
  id: z.string(),
  ticket_id: z.string(),
  channel_key: z.string(),
  /** Display name of the customer. */
  customer: z.string(),
  /** `seq` of the message before the note. */
  after_seq: z.optional(z.number()),
  staff: StaffMemberSchema,
  text: z.string(),
  at: MomentSchema,
})
export type Mention = z.infer<typeof MentionSchema>

import * as z from 'zod/mini'
import { MAX_MENTIONS } from '../constants.ts'
import { MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** Fields that only timeline events of kind `note` have. The event's `text` is the text of the note. */
export const NoteFieldsSchema = z.object({
  /** Idempotency key that the author's client created. */
  client_id: z.string(),
  /** Staff members whom the note mentions with `@` and who were notified. */
  mentions: z.array(StaffMemberSchema),
  edited_at: z.nullable(MomentSchema),
  /** True when the author has deleted the note, so that its text is null. */
  is_deleted: z.boolean(),
})

/** Ids of staff members. The author, and staff members without access to the ticket's channel, are ignored. */
export const MentionsSchema = z.array(z.uuid()).check(z.maxLength(MAX_MENTIONS))

/** A mention, as sent to the mentioned staff member. */
export const MentionSchema = z.object({
  /** Id of the note. */
  id: z.string(),
  ticket_id: z.string(),
  channel_key: z.string(),
  /** Name of the ticket's customer. */
  customer: z.string(),
  /** Sequence number of the message before the note. */
  after_seq: z.optional(z.number()),
  /** Author. */
  staff: StaffMemberSchema,
  /** Start of the note's text. */
  text: z.string(),
  at: MomentSchema,
})
export type Mention = z.infer<typeof MentionSchema>

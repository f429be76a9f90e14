import * as z from 'zod/mini'
import { MAX_MENTIONS } from '../constants.ts'
import { MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** Details of a timeline event of kind `note`. The event's `text` is the text of the note. */
export const NoteFieldsSchema = z.object({
  /** Idempotency key of the author's client. */
  client_id: z.string(),
  /** Staff members that the note mentions with `@`, and who were notified. */
  mentions: z.array(StaffMemberSchema),
  edited_at: z.nullable(MomentSchema),
  /** True when the author has deleted the note. Its text is then null. */
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

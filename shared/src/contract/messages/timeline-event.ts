import * as z from 'zod/mini'
import { NoteFieldsSchema } from '../notes/note.ts'
import { MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/**
 * A timeline event: an item of a conversation that is not a message. Visible to staff members only, and never sent
 * to LINE.
 */
export const TimelineEventSchema = z.object({
  id: z.string(),
  ticket_id: z.string(),
  /**
   * Change of the ticket (`accepted`, `transferred`, `returned`, `subject_changed`, `closed`), or `note`. Later
   * servers may add kinds.
   */
  kind: z.string(),
  /** Sequence number of the preceding message. 0 when the event precedes the first message. */
  after_seq: z.number(),
  /** Revision of the ticket when the event last changed. 0 for an event that was stored before events had revisions. */
  revision: z.number(),
  at: MomentSchema,
  /** Staff member who caused the event. */
  staff: z.nullable(StaffMemberSchema),
  /** Assignee before and after the event; null when the assignee did not change. */
  from: z.nullable(StaffMemberSchema),
  to: z.nullable(StaffMemberSchema),
  /** Reason, or the text of a note. */
  text: z.nullable(z.string()),
  /** Issue type before and after the change. Only for `subject_changed`. */
  subject: z.optional(z.object({ from: z.string(), to: z.string() })),
  /** Fields that only notes have. */
  note: z.optional(NoteFieldsSchema),
})
export type TimelineEvent = z.infer<typeof TimelineEventSchema>

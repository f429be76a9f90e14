import * as z from 'zod/mini'
import { NoteFieldsSchema } from '../notes/note.ts'
import { MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** A conversation's item that is not a message. Visible to staff members only, never sent to LINE. */
export const TimelineEventSchema = z.object({
  id: z.string(),
  ticket_id: z.string(),
  /** Kind of event: `accepted`, `transferred`, `returned`, `subject_changed`, `closed`, `note`, or a newer kind. */
  kind: z.string(),
  /** `seq` of the preceding message; 0 before the first message. */
  after_seq: z.number(),
  /** Revision of the ticket at the event's last change. 0 for an event that was stored before events had revisions. */
  revision: z.number(),
  at: MomentSchema,
  staff: z.nullable(StaffMemberSchema),
  /** Assignee before and after; null when the assignee did not change. */
  from: z.nullable(StaffMemberSchema),
  to: z.nullable(StaffMemberSchema),
  /** Reason of the change, or the text of a note. */
  text: z.nullable(z.string()),
  subject: z.optional(z.object({ from: z.string(), to: z.string() })),
  note: z.optional(NoteFieldsSchema),
})
export type TimelineEvent = z.infer<typeof TimelineEventSchema>

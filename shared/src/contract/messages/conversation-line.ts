import * as z from 'zod/mini'
import { MomentSchema } from '../answer-parts.ts'
import { NoteFactsSchema } from '../notes/note.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** A line of a conversation that is no message: colleagues alone see it, and nothing brings it to LINE. */
export const ConversationLineSchema = z.object({
  id: z.string(),
  ticket_id: z.string(),
  /** `accepted`, `transferred`, `returned`, `subject_changed`, `closed`: what happened to the case; `note`: what a colleague has noted. Later servers may say more. */
  kind: z.string(),
  /** The number of the message behind which it stands; 0: it stands before the first. */
  after_seq: z.number(),
  /** The ticket's revision when it last changed. 0: it was there before lines had revisions. */
  revision: z.number(),
  at: MomentSchema,
  /** Whose doing it was. */
  staff: z.nullable(StaffMemberSchema),
  /** Who held the case before, and who does since, where that is another. */
  from: z.nullable(StaffMemberSchema),
  to: z.nullable(StaffMemberSchema),
  /** Why, in the person's own words; of a note, its words. */
  text: z.nullable(z.string()),
  /** Of `subject_changed`: the issue type before, and since. */
  subject: z.optional(z.object({ from: z.string(), to: z.string() })),
  /** Of a note. */
  note: z.optional(NoteFactsSchema),
})
export type ConversationLine = z.infer<typeof ConversationLineSchema>

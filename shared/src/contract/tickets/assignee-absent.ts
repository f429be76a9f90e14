import * as z from 'zod/mini'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** Alert about an absent assignee. Sent to all staff members with access to the channel. */
export const AssigneeAbsentSchema = z.object({
  ticket_id: z.string(),
  channel_key: z.string(),
  customer: z.string(),
  assigned_to: StaffMemberSchema,
  text: z.nullable(z.string()),
  /** `seq` of the newest message. Unique for each alert about a ticket. */
  seq: z.number(),
})
export type AssigneeAbsent = z.infer<typeof AssigneeAbsentSchema>

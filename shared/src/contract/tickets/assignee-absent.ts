import * as z from 'zod/mini'
import { StaffMemberSchema } from '../staff/staff-member.ts'

/** A customer needs a reply while the assignee is offline. Sent to all staff members with access to the channel. */
export const AssigneeAbsentSchema = z.object({
  ticket_id: z.string(),
  channel_key: z.string(),
  /** Display name of the customer. */
  customer: z.string(),
  assigned_to: StaffMemberSchema,
  /** Text of the newest message, as in the ticket list. */
  text: z.nullable(z.string()),
  /** Message number (`seq`) of the newest message. Unique per alert of a ticket. */
  seq: z.number(),
})
export type AssigneeAbsent = z.infer<typeof AssigneeAbsentSchema>

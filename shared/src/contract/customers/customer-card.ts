import * as z from 'zod/mini'
import { ChannelSchema } from '../channels/channel.ts'
import { MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { FRIENDSHIPS } from '../tickets/ticket.ts'
import { CustomerSchema } from './customer.ts'

/** A customer tag of one channel. */
export const TagSchema = z.object({ id: z.string(), name: z.string() })
export type Tag = z.infer<typeof TagSchema>

/** A note about a customer, shown on all of the customer's tickets. */
export const CustomerNoteSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Author of the note, and the staff member who edited it last. `edited_by` is null for an unedited note. */
  staff: StaffMemberSchema,
  created_at: MomentSchema,
  edited_by: z.nullable(StaffMemberSchema),
  edited_at: z.nullable(MomentSchema),
  /** Version of the note; increases with each change. */
  version: z.number(),
  /** True when the caller may delete the note. */
  can_remove: z.boolean(),
})
export type CustomerNote = z.infer<typeof CustomerNoteSchema>

/** Another customer record of the same LINE user, on another channel that the caller may access. */
export const ElsewhereSchema = z.object({
  customer_id: z.string(),
  channel: ChannelSchema,
  /** Newest ticket of this customer record. */
  ticket_id: z.string(),
  is_open: z.boolean(),
  last_activity_at: MomentSchema,
})

/** Details of a customer on one channel, without tickets. */
export const CustomerCardSchema = z.extend(CustomerSchema, {
  channel: ChannelSchema,
  status_message: z.nullable(z.string()),
  friendship: z.enum(FRIENDSHIPS),
  /** Time at which the customer was first stored. */
  created_at: MomentSchema,
  tags: z.array(TagSchema),
  /** Customer notes, newest first. */
  notes: z.array(CustomerNoteSchema),
  elsewhere: z.array(ElsewhereSchema),
})
export type CustomerCard = z.infer<typeof CustomerCardSchema>

export const CustomerIdSchema = z.object({ id: z.uuid() })

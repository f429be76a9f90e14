import * as z from 'zod/mini'
import { ChannelSchema } from '../channels/channel.ts'
import { MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { FRIENDSHIPS } from '../tickets/ticket.ts'
import { CustomerSchema } from './customer.ts'

export const TagSchema = z.object({ id: z.string(), name: z.string() })
export type Tag = z.infer<typeof TagSchema>

/** Shown on all of the customer's tickets. */
export const CustomerNoteSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Author; `edited_by` is the staff member who edited the note last. */
  staff: StaffMemberSchema,
  created_at: MomentSchema,
  edited_by: z.nullable(StaffMemberSchema),
  edited_at: z.nullable(MomentSchema),
  /** Increases with each change. */
  version: z.number(),
  can_remove: z.boolean(),
})
export type CustomerNote = z.infer<typeof CustomerNoteSchema>

/** The same LINE user on another channel that the caller may access. */
export const ElsewhereSchema = z.object({
  customer_id: z.string(),
  channel: ChannelSchema,
  /** The newest. */
  ticket_id: z.string(),
  is_open: z.boolean(),
  last_activity_at: MomentSchema,
})

export const CustomerCardSchema = z.extend(CustomerSchema, {
  channel: ChannelSchema,
  status_message: z.nullable(z.string()),
  friendship: z.enum(FRIENDSHIPS),
  created_at: MomentSchema,
  tags: z.array(TagSchema),
  /** Newest first. */
  notes: z.array(CustomerNoteSchema),
  elsewhere: z.array(ElsewhereSchema),
})
export type CustomerCard = z.infer<typeof CustomerCardSchema>

export const CustomerIdSchema = z.object({ id: z.uuid() })

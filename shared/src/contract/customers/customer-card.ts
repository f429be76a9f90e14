import * as z from 'zod/mini'
import { ChannelSchema } from '../channels/channel.ts'
import { MomentSchema } from '../response-parts.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { FRIENDSHIPS } from '../tickets/ticket.ts'
import { CustomerSchema } from './customer.ts'

export const TagSchema = z.object({ id: z.string(), name: z.string() })
export type Tag = z.infer<typeof TagSchema>

export const CustomerNoteSchema = z.object({
  id: z.string(),
  text: z.string(),
  staff: StaffMemberSchema,
  created_at: MomentSchema,
  edited_by: z.nullable(StaffMemberSchema),
  edited_at: z.nullable(MomentSchema),
  /** Increases with each change of the note. */
  version: z.number(),
  can_remove: z.boolean(),
})
export type CustomerNote = z.infer<typeof CustomerNoteSchema>

export const ElsewhereSchema = z.object({
  customer_id: z.string(),
  channel: ChannelSchema,
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
  notes: z.array(CustomerNoteSchema),
  elsewhere: z.array(ElsewhereSchema),
})
export type CustomerCard = z.infer<typeof CustomerCardSchema>

export const CustomerIdSchema = z.object({ id: z.uuid() })

import * as z from 'zod/mini'
import { MomentSchema } from '../answer-parts.ts'
import { ChannelSchema } from '../channels/channel.ts'
import { StaffMemberSchema } from '../staff/staff-member.ts'
import { FRIENDSHIPS } from '../tickets/ticket.ts'
import { CustomerSchema } from './customer.ts'

/** A word by which customers of one official account are told apart. */
export const TagSchema = z.object({ id: z.string(), name: z.string() })
export type Tag = z.infer<typeof TagSchema>

/** What colleagues know of a customer, whichever case it comes from. */
export const CustomerNoteSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Who wrote it first; and who has changed it last, if anybody has. */
  staff: StaffMemberSchema,
  created_at: MomentSchema,
  edited_by: z.nullable(StaffMemberSchema),
  edited_at: z.nullable(MomentSchema),
  /** Grows with each change. */
  version: z.number(),
  /** Whether the caller may remove it. */
  can_remove: z.boolean(),
})
export type CustomerNote = z.infer<typeof CustomerNoteSchema>

/** The same person as a customer of another official account that the caller may see. */
export const ElsewhereSchema = z.object({
  customer_id: z.string(),
  channel: ChannelSchema,
  /** Their newest case there. */
  ticket_id: z.string(),
  is_open: z.boolean(),
  last_activity_at: MomentSchema,
})

/** Everything about a customer of an official account but for their cases. */
export const CustomerCardSchema = z.extend(CustomerSchema, {
  channel: ChannelSchema,
  status_message: z.nullable(z.string()),
  friendship: z.enum(FRIENDSHIPS),
  /** When the desk first met them. */
  created_at: MomentSchema,
  tags: z.array(TagSchema),
  /** The newest first. */
  notes: z.array(CustomerNoteSchema),
  elsewhere: z.array(ElsewhereSchema),
})
export type CustomerCard = z.infer<typeof CustomerCardSchema>

export const CustomerIdSchema = z.object({ id: z.uuid() })

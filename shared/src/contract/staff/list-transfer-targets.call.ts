import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { ChannelKeySchema } from '../request-parts.ts'
import { CountSchema } from '../response-parts.ts'
import { StaffMemberSchema } from './staff-member.ts'

export const TransferTargetSchema = z.extend(StaffMemberSchema, {
  is_online: z.boolean(),
  /** Number of open tickets in the channels that the caller may access, counted up to `MAX_COUNTED_TICKETS`. */
  open_count: CountSchema,
})
export type TransferTarget = z.infer<typeof TransferTargetSchema>

export const listTransferTargets = defineCall({
  name: 'listTransferTargets',
  method: 'GET',
  path: '/api/staff/transfer-targets',
  summary: 'Agents to whom a ticket can be transferred, their presence and their number of open tickets',
  access: 'staff',
  query: z.object({ channel_key: ChannelKeySchema }),
  response: z.object({ items: z.array(TransferTargetSchema) }),
  errors: ['forbidden_channel'],
})

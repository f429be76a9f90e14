import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { itemsOf } from '../response-parts.ts'
import { decodeStaffChannel, StaffChannelSchema } from './channel.ts'

export const staffChannels = defineCall({
  name: 'staffChannels',
  method: 'GET',
  path: '/api/staff/channels',
  summary: 'The channels in which the signed-in agent may work',
  access: 'staff',
  response: z.object({ items: z.array(StaffChannelSchema) }),
  decode: itemsOf(decodeStaffChannel),
})

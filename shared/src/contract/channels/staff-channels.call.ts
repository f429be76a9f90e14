import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { rawItems } from '../raw-json.ts'
import { listOf, preprocess } from '../response-parts.ts'
import { decodeStaffChannel, StaffChannelSchema } from './channel.ts'

export const staffChannels = defineCall({
  name: 'staffChannels',
  method: 'GET',
  path: '/api/staff/channels',
  summary: 'The channels in which the signed-in agent may work',
  access: 'staff',
  response: z.object({ items: z.array(StaffChannelSchema) }),
  decode: preprocess(
    (value) => ({ items: rawItems(value) }),
    z.object({ items: listOf(decodeStaffChannel) }),
  ),
})

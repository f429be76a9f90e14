import * as z from 'zod/mini'
import { listOf, preprocess } from '../answer-parts.ts'
import { defineCall } from '../define-call.ts'
import { rawItems } from '../raw-json.ts'
import { decodeStaffChannel, StaffChannelSchema } from './channel.ts'

export const staffChannels = defineCall({
  name: 'staffChannels',
  method: 'GET',
  path: '/api/staff/channels',
  summary: 'The channels in which the signed-in agent may work',
  access: 'staff',
  answer: z.object({ items: z.array(StaffChannelSchema) }),
  decode: preprocess(
    (value) => ({ items: rawItems(value) }),
    z.object({ items: listOf(decodeStaffChannel) }),
  ),
})

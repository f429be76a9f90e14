import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { itemsOf } from '../response-parts.ts'
import { BusinessChannelSchema, decodeBusinessChannel } from './business-channel.ts'

export const businessChannels = defineCall({
  name: 'businessChannels',
  method: 'GET',
  path: '/api/business/channels',
  summary: 'The channels that a manager may view',
  access: 'BUSINESS',
  response: z.object({ items: z.array(BusinessChannelSchema) }),
  decode: itemsOf(decodeBusinessChannel),
})

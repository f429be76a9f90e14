import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { asRaw } from '../raw-json.ts'
import { preprocess } from '../response-parts.ts'
import { CustomerSchema, decodeCustomer } from './customer.ts'

export const setVip = defineCall({
  name: 'setVip',
  method: 'POST',
  path: '/api/business/customers/:id/vip',
  summary: 'Make a customer VIP, or normal again',
  access: 'BUSINESS',
  params: z.object({ id: z.uuid() }),
  ignoresUnknownFields: true,
  body: z.object({ is_vip: z.boolean() }),
  response: CustomerSchema,
  decode: preprocess((value) => asRaw(value).customer ?? value, decodeCustomer),
  errors: ['forbidden', 'forbidden_channel', 'not_found'],
})

import { defineCall } from '../define-call.ts'
import { CustomerCardSchema, CustomerIdSchema } from './customer-card.ts'

export const getCustomerCard = defineCall({
  name: 'getCustomerCard',
  method: 'GET',
  path: '/api/staff/customers/:id',
  summary: 'A customer: profile, tags, notes, and the other channels of the same LINE user',
  access: 'staff',
  params: CustomerIdSchema,
  response: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel'],
})

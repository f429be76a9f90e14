import { defineCall } from '../define-call.ts'
import { CustomerCardSchema, CustomerIdSchema } from './customer-card.ts'

export const getCustomerCard = defineCall({
  name: 'getCustomerCard',
  method: 'GET',
  path: '/api/staff/customers/:id',
  summary: 'A customer: profile, tags, notes, and where else the same person writes',
  access: 'staff',
  params: CustomerIdSchema,
  answer: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel'],
})

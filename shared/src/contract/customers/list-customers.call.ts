import * as z from 'zod'
import { pageOf } from '../answer-parts.ts'
import { CUSTOMERS_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { ChannelKeysSchema, QueryFlagSchema } from '../request-parts.ts'
import { CustomerSchema, decodeCustomer } from './customer.ts'

export const listCustomers = defineCall({
  name: 'listCustomers',
  method: 'GET',
  path: '/api/business/customers',
  summary: 'Customers by name or LINE user id, VIP or not',
  access: 'BUSINESS',
  query: z.object({
    channel_key: ChannelKeysSchema.optional(),
    search: z.string().max(MAX_SEARCH_LENGTH).optional(),
    vip: QueryFlagSchema.optional(),
    page: z.coerce.number().int().min(1).max(MAX_PAGE).default(1),
    page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(CUSTOMERS_PAGE_SIZE),
  }),
  answer: z.object({ items: z.array(CustomerSchema), total: z.number().int().nonnegative() }),
  decode: pageOf(decodeCustomer),
  errors: ['forbidden', 'forbidden_channel'],
})

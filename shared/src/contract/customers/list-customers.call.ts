import * as z from 'zod/mini'
import { CountSchema, pageOf } from '../answer-parts.ts'
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
    channel_key: z.optional(ChannelKeysSchema),
    search: z.optional(z.string().check(z.maxLength(MAX_SEARCH_LENGTH))),
    vip: z.optional(QueryFlagSchema),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE)), 1),
    page_size: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE_SIZE)),
      CUSTOMERS_PAGE_SIZE,
    ),
  }),
  answer: z.object({ items: z.array(CustomerSchema), total: CountSchema }),
  decode: pageOf(decodeCustomer),
  errors: ['forbidden', 'forbidden_channel'],
})

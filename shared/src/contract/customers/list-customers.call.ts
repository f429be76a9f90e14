import * as z from 'zod/mini'
import { ChannelSchema, decodeChannel } from '../channels/channel.ts'
import { CUSTOMERS_PAGE_SIZE, MAX_COUNTED_CUSTOMERS, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { asMoment, asRaw } from '../raw-json.ts'
import { ChannelKeysSchema, QueryFlagSchema } from '../request-parts.ts'
import { CountSchema, MomentSchema, pageOf, preprocess } from '../response-parts.ts'
import { CustomerSchema, decodeCustomer } from './customer.ts'

const CustomerChannelSchema = z.object({ id: z.string(), channel: ChannelSchema, is_vip: z.boolean() })
export type CustomerChannel = z.infer<typeof CustomerChannelSchema>

/** Fields are null when the server omits them; `last_message_at` also when the customer has never written. */
export const ListedCustomerSchema = z.extend(CustomerSchema, {
  channel: z.nullable(ChannelSchema),
  created_at: z.nullable(MomentSchema),
  last_message_at: z.nullable(MomentSchema),
  /** Requested channels that the caller may access and on which this LINE user is a customer. */
  channels: z._default(z.array(CustomerChannelSchema), []),
})
export type ListedCustomer = z.infer<typeof ListedCustomerSchema>

const decodeListedCustomer = preprocess((value) => {
  const raw = asRaw(value)
  const channel = decodeChannel.safeParse(raw.channel ?? raw.channel_key)
  return {
    ...decodeCustomer.safeParse(value).data,
    channel: channel.data ?? null,
    created_at: asMoment(raw.created_at),
    last_message_at: asMoment(raw.last_message_at),
    channels: z.array(CustomerChannelSchema).safeParse(raw.channels).data ?? [],
  }
}, ListedCustomerSchema)

const decodePage = pageOf(decodeListedCustomer)

/**
 * Lists each LINE user once, latest created first. The fields are those of the newest customer record that matches.
 * `vip=1`: VIP on at least one channel; `vip=0`: VIP on no channel.
 */
export const listCustomers = defineCall({
  name: 'listCustomers',
  method: 'GET',
  path: '/api/business/customers',
  summary: 'Customers by name or LINE user id, VIP or not',
  access: 'BUSINESS',
  query: z
    .object({
      channel_key: z.optional(ChannelKeysSchema),
      /** Search text: words of the customer's name in any order, or a part of the LINE user id. */
      search: z.optional(z.string().check(z.maxLength(MAX_SEARCH_LENGTH))),
      vip: z.optional(QueryFlagSchema),
      page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_COUNTED_CUSTOMERS)), 1),
      page_size: z._default(
        z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE_SIZE)),
        CUSTOMERS_PAGE_SIZE,
      ),
    })
    .check(
      z.refine(({ page, page_size }) => page * page_size <= MAX_COUNTED_CUSTOMERS, {
        path: ['page'],
        error: `there are no pages after ${MAX_COUNTED_CUSTOMERS} customers`,
      }),
    ),
  /** `has_more`: there are more than `total` customers, and only a search finds the remaining ones. */
  response: z.object({
    items: z.array(ListedCustomerSchema),
    total: CountSchema.check(z.lte(MAX_COUNTED_CUSTOMERS)),
    has_more: z.boolean(),
  }),
  decode: preprocess(
    (value) => ({ ...decodePage.safeParse(value).data, has_more: asRaw(value).has_more === true }),
    z.object({ items: z.array(ListedCustomerSchema), total: CountSchema, has_more: z.boolean() }),
  ),
  errors: ['forbidden', 'forbidden_channel'],
})

import * as z from 'zod/mini'
import { TAG_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { ChannelKeySchema, StorableTextSchema } from '../request-parts.ts'
import { CustomerCardSchema, CustomerIdSchema, TagSchema } from './customer-card.ts'

export const listTags = defineCall({
  name: 'listTags',
  method: 'GET',
  path: '/api/staff/tags',
  summary: "Tags of a channel's customers",
  access: 'staff',
  query: z.object({ channel_key: ChannelKeySchema.check(z.minLength(1)) }),
  response: z.object({ items: z.array(TagSchema) }),
  errors: ['forbidden_channel'],
})

/** Adds a tag to a customer. Texts that look the same are treated as one tag. Idempotent. */
export const addCustomerTag = defineCall({
  name: 'addCustomerTag',
  method: 'POST',
  path: '/api/staff/customers/:id/tags',
  summary: 'Tag a customer',
  access: 'staff',
  params: CustomerIdSchema,
  body: z.object({
    name: StorableTextSchema.check(
      z.maxLength(TAG_LENGTH),
      z.refine((name) => name.trim() !== '', 'must not be empty'),
    ),
  }),
  response: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel', 'customer_full'],
})

/** Removes a tag from a customer. Idempotent. */
export const removeCustomerTag = defineCall({
  name: 'removeCustomerTag',
  method: 'DELETE',
  path: '/api/staff/customers/:id/tags/:tag_id',
  summary: 'Remove a tag from a customer',
  access: 'staff',
  params: z.extend(CustomerIdSchema, { tag_id: z.uuid() }),
  response: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel'],
})

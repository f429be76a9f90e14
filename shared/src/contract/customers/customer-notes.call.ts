import * as z from 'zod/mini'
import { CUSTOMER_NOTE_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { CustomerCardSchema, CustomerIdSchema } from './customer-card.ts'

/** Something of it can be seen: who may not remove a note cannot empty it either. */
const SEEN = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const TextSchema = StorableTextSchema.check(
  z.maxLength(CUSTOMER_NOTE_LENGTH),
  z.refine((text) => SEEN.test(text), 'must not be empty'),
)
const NoteParamsSchema = z.extend(CustomerIdSchema, { note_id: z.uuid() })

/** Anybody with a right to the account writes. The same `client_id` twice for one customer is one note. */
export const createCustomerNote = defineCall({
  name: 'createCustomerNote',
  method: 'POST',
  path: '/api/staff/customers/:id/notes',
  summary: 'Write a note about a customer',
  access: 'staff',
  params: CustomerIdSchema,
  body: z.object({ text: TextSchema, client_id: StorableTextSchema.check(z.minLength(1), z.maxLength(100)) }),
  answer: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel', 'customer_full'],
})

/** Anybody with a right to the account changes a note; `version` is the one that they have read, and another one is `conflict`. */
export const updateCustomerNote = defineCall({
  name: 'updateCustomerNote',
  method: 'PUT',
  path: '/api/staff/customers/:id/notes/:note_id',
  summary: 'Change a note about a customer',
  access: 'staff',
  params: NoteParamsSchema,
  body: z.object({ text: TextSchema, version: z.int().check(z.positive()) }),
  answer: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel', 'conflict'],
})

/** Its writer, and managers, remove a note: its words are gone from the database. The same call again answers the same. */
export const deleteCustomerNote = defineCall({
  name: 'deleteCustomerNote',
  method: 'DELETE',
  path: '/api/staff/customers/:id/notes/:note_id',
  summary: 'Remove a note about a customer',
  access: 'staff',
  params: NoteParamsSchema,
  answer: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel', 'forbidden'],
})

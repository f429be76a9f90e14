import * as z from 'zod/mini'
import { CUSTOMER_NOTE_LENGTH } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { StorableTextSchema } from '../request-parts.ts'
import { CustomerCardSchema, CustomerIdSchema } from './customer-card.ts'

/** A note must contain a visible character. Otherwise staff members who may not delete a note could empty it. */
const VISIBLE_CHARACTER = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const TextSchema = StorableTextSchema.check(
  z.maxLength(CUSTOMER_NOTE_LENGTH),
  z.refine((text) => VISIBLE_CHARACTER.test(text), 'must not be empty'),
)
const NoteParamsSchema = z.extend(CustomerIdSchema, { note_id: z.uuid() })

/** Adds a note. Idempotent by `client_id`. */
export const createCustomerNote = defineCall({
  name: 'createCustomerNote',
  method: 'POST',
  path: '/api/staff/customers/:id/notes',
  summary: 'Add a note about a customer',
  access: 'staff',
  params: CustomerIdSchema,
  body: z.object({ text: TextSchema, client_id: StorableTextSchema.check(z.minLength(1), z.maxLength(100)) }),
  response: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel', 'customer_full'],
})

/** Changes a note. The error is `conflict` when the note has changed since `version`. */
export const updateCustomerNote = defineCall({
  name: 'updateCustomerNote',
  method: 'PUT',
  path: '/api/staff/customers/:id/notes/:note_id',
  summary: 'Change a note about a customer',
  access: 'staff',
  params: NoteParamsSchema,
  body: z.object({ text: TextSchema, version: z.int().check(z.positive()) }),
  response: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel', 'conflict'],
})

/** Deletes a note and its text. Only for the note's author and for managers. Idempotent. */
export const deleteCustomerNote = defineCall({
  name: 'deleteCustomerNote',
  method: 'DELETE',
  path: '/api/staff/customers/:id/notes/:note_id',
  summary: 'Remove a note about a customer',
  access: 'staff',
  params: NoteParamsSchema,
  response: CustomerCardSchema,
  errors: ['not_found', 'forbidden_channel', 'forbidden'],
})

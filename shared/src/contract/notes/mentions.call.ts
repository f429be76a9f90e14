import * as z from 'zod/mini'
import { MAX_LISTED_MENTIONS } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { MentionSchema } from './note.ts'

/** The notes that name the caller and that they have not seen, the newest first, at most 50; `total` of all. */
export const listMentions = defineCall({
  name: 'listMentions',
  method: 'GET',
  path: '/api/staff/mentions',
  summary: 'Notes that name me and that I have not seen',
  access: 'staff',
  answer: z.object({ items: z.array(MentionSchema), total: z.number() }),
})

/** The caller has seen those of one ticket, or these notes of those that were listed; without either, all. */
export const seeMentions = defineCall({
  name: 'seeMentions',
  method: 'POST',
  path: '/api/staff/mentions/seen',
  summary: 'Mark notes that name me as seen',
  access: 'staff',
  body: z.object({
    ticket_id: z.optional(z.uuid()),
    note_ids: z.optional(z.array(z.uuid()).check(z.maxLength(MAX_LISTED_MENTIONS))),
  }),
  answer: z.object({ ok: z.literal(true) }),
})

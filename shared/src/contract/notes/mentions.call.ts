import * as z from 'zod/mini'
import { MAX_LISTED_MENTIONS } from '../constants.ts'
import { defineCall } from '../define-call.ts'
import { MentionSchema } from './note.ts'

/** Lists unseen mentions of the caller, newest first, at most 50. `total` counts all of them. */
export const listMentions = defineCall({
  name: 'listMentions',
  method: 'GET',
  path: '/api/staff/mentions',
  summary: 'Notes that mention the caller and that the caller has not seen',
  access: 'staff',
  response: z.object({ items: z.array(MentionSchema), total: z.number() }),
})

/** Marks mentions in one ticket as seen: those in the given notes, or all when the request names no notes. */
export const markMentionsSeen = defineCall({
  name: 'markMentionsSeen',
  method: 'POST',
  path: '/api/staff/mentions/seen',
  summary: 'Mark notes that mention the caller as seen',
  access: 'staff',
  body: z.object({
    ticket_id: z.optional(z.uuid()),
    note_ids: z.optional(z.array(z.uuid()).check(z.maxLength(MAX_LISTED_MENTIONS))),
  }),
  response: z.object({ ok: z.literal(true) }),
})

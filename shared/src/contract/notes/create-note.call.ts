import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { MessageTextSchema } from '../messages/message-text.ts'
import { TimelineEventSchema } from '../messages/timeline-event.ts'
import { StorableTextSchema, TicketIdSchema } from '../request-parts.ts'
import { MentionsSchema } from './note.ts'

/** Adds a note to an open or closed ticket. Notes are never sent to LINE. Idempotent by `client_id`. */
export const createNote = defineCall({
  name: 'createNote',
  method: 'POST',
  path: '/api/staff/tickets/:id/notes',
  summary: 'Add an internal note to a conversation',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({
    text: MessageTextSchema,
    client_id: StorableTextSchema.check(z.minLength(1), z.maxLength(100)),
    mentions: MentionsSchema,
  }),
  response: TimelineEventSchema,
  errors: ['text_too_long', 'ticket_not_found', 'forbidden_channel', 'notes_full'],
})

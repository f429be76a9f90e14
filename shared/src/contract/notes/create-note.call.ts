import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { MessageTextSchema } from '../messages/message-text.ts'
import { TimelineEventSchema } from '../messages/timeline-event.ts'
import { StorableTextSchema, TicketIdSchema } from '../request-parts.ts'
import { MentionsSchema } from './note.ts'

/**
 * Adds an internal note to an open or closed ticket. Visible to staff members only, and never sent to LINE. Idempotent:
 * a repeated `client_id` of a ticket returns the existing note.
 */
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

import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { ConversationLineSchema } from '../messages/conversation-line.ts'
import { StorableTextSchema, TicketIdSchema } from '../request-parts.ts'
import { MentionsSchema, NoteTextSchema } from './note.ts'

/**
 * Writes an internal note, in a closed case too: colleagues alone see it, and nothing brings it to LINE. The same `client_id` twice in
 * one ticket is one note: the second call answers the first one's.
 */
export const createNote = defineCall({
  name: 'createNote',
  method: 'POST',
  path: '/api/staff/tickets/:id/notes',
  summary: 'Write an internal note into a conversation',
  access: 'staff',
  params: TicketIdSchema,
  body: z.object({
    text: NoteTextSchema,
    client_id: StorableTextSchema.check(z.minLength(1), z.maxLength(100)),
    mentions: MentionsSchema,
  }),
  answer: ConversationLineSchema,
  errors: ['text_too_long', 'ticket_not_found', 'forbidden_channel', 'notes_full'],
})

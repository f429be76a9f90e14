import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { ConversationLineSchema } from '../messages/conversation-line.ts'
import { MentionsSchema, NoteTextSchema } from './note.ts'

const NoteIdSchema = z.object({ id: z.uuid() })

/** Its writer alone changes a note; who is named anew is told. */
export const updateNote = defineCall({
  name: 'updateNote',
  method: 'PUT',
  path: '/api/staff/notes/:id',
  summary: 'Change an own internal note',
  access: 'staff',
  params: NoteIdSchema,
  body: z.object({ text: NoteTextSchema, mentions: MentionsSchema }),
  answer: ConversationLineSchema,
  errors: ['text_too_long', 'not_found', 'forbidden_channel', 'forbidden'],
})

/** Its writer alone removes a note: its words are gone from the database. The same call again answers the same. */
export const deleteNote = defineCall({
  name: 'deleteNote',
  method: 'DELETE',
  path: '/api/staff/notes/:id',
  summary: 'Remove an own internal note',
  access: 'staff',
  params: NoteIdSchema,
  answer: ConversationLineSchema,
  errors: ['not_found', 'forbidden_channel', 'forbidden'],
})

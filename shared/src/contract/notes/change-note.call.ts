import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { MessageTextSchema } from '../messages/message-text.ts'
import { TimelineEventSchema } from '../messages/timeline-event.ts'
import { MentionsSchema } from './note.ts'

const NoteIdSchema = z.object({ id: z.uuid() })

/** Changes a note. Only for the note's author. Newly mentioned staff members get a notification. */
export const updateNote = defineCall({
  name: 'updateNote',
  method: 'PUT',
  path: '/api/staff/notes/:id',
  summary: "Change one of the caller's internal notes",
  access: 'staff',
  params: NoteIdSchema,
  body: z.object({ text: MessageTextSchema, mentions: MentionsSchema }),
  response: TimelineEventSchema,
  errors: ['text_too_long', 'not_found', 'forbidden_channel', 'forbidden'],
})

/** Deletes a note and its text. Only for the note's author. Idempotent. */
export const deleteNote = defineCall({
  name: 'deleteNote',
  method: 'DELETE',
  path: '/api/staff/notes/:id',
  summary: "Remove one of the caller's internal notes",
  access: 'staff',
  params: NoteIdSchema,
  response: TimelineEventSchema,
  errors: ['not_found', 'forbidden_channel', 'forbidden'],
})

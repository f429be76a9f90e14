import type { AnswerOf } from '../../contract/define-call.ts'
import type { ConversationLine } from '../../contract/messages/conversation-line.ts'
import { deleteNote, updateNote } from '../../contract/notes/change-note.call.ts'
import { createNote } from '../../contract/notes/create-note.call.ts'
import { listMentions, seeMentions } from '../../contract/notes/mentions.call.ts'
import { deskApi } from '../desk-api.ts'

/** With the same `client_id` again it answers the note that is already stored. */
export function postNote(
  ticketId: string,
  body: { text: string; client_id: string; mentions: string[] },
): Promise<ConversationLine> {
  return deskApi.call(createNote, { params: { id: ticketId }, body })
}

export function putNote(id: string, body: { text: string; mentions: string[] }): Promise<ConversationLine> {
  return deskApi.call(updateNote, { params: { id }, body })
}

export function removeNote(id: string): Promise<ConversationLine> {
  return deskApi.call(deleteNote, { params: { id } })
}

export type UnseenMentions = AnswerOf<typeof listMentions>

/** The notes that name the person and that they have not seen, at most 50; `total` of all. */
export function fetchMentions(signal?: AbortSignal): Promise<UnseenMentions> {
  return deskApi.call(listMentions, { signal })
}

/** Of one ticket, or these notes. */
export async function postMentionsSeen(body: { ticket_id: string } | { note_ids: string[] }): Promise<void> {
  await deskApi.call(seeMentions, { body })
}

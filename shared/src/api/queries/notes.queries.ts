import type { ResponseOf } from '../../contract/define-call.ts'
import { deleteNote, updateNote } from '../../contract/notes/change-note.call.ts'
import { createNote } from '../../contract/notes/create-note.call.ts'
import { listMentions, markMentionsSeen } from '../../contract/notes/mentions.call.ts'
import { deskApi } from '../desk-api.ts'

export function postNote(ticketId: string, body: { text: string; client_id: string; mentions: string[] }) {
  return deskApi.call(createNote, { params: { id: ticketId }, body })
}

export function putNote(id: string, body: { text: string; mentions: string[] }) {
  return deskApi.call(updateNote, { params: { id }, body })
}

export function removeNote(id: string) {
  return deskApi.call(deleteNote, { params: { id } })
}

export type UnseenMentions = ResponseOf<typeof listMentions>

export function fetchMentions(signal?: AbortSignal) {
  return deskApi.call(listMentions, { signal })
}

export async function postMentionsSeen(body: { ticket_id: string } | { note_ids: string[] }): Promise<void> {
  await deskApi.call(markMentionsSeen, { body })
}

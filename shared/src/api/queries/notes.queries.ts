import type { ResponseOf } from '../../contract/define-call.ts'
import { deleteNote, updateNote } from '../../contract/notes/change-note.call.ts'
import { createNote } from '../../contract/notes/create-note.call.ts'
import { listMentions, markMentionsSeen } from '../../contract/notes/mentions.call.ts'
import { deskApi } from '../desk-api.ts'

/** Adds a note. Idempotent: a repeated `client_id` returns the stored note. */
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

/** Fetches at most 50 notes that mention the user and that the user has not seen. `total` counts all of them. */
export function fetchMentions(signal?: AbortSignal) {
  return deskApi.call(listMentions, { signal })
}

/** Marks mentions as seen: all mentions of one ticket, or the given notes. */
export async function postMentionsSeen(body: { ticket_id: string } | { note_ids: string[] }): Promise<void> {
  await deskApi.call(markMentionsSeen, { body })
}

import { noteDraftOf, readDraft, writeDraft } from '../outbox/drafts.store.ts'
import { chooseFieldMode, type FieldMode } from './note-mode.store.ts'

type Note = NonNullable<FieldMode['editing']>

export function ticketNoteDraft(ticketId: string, editing: Pick<Note, 'id'> | null): string {
  return editing === null ? noteDraftOf(ticketId) : `${noteDraftOf(ticketId)}:${editing.id}`
}

export function editNote(note: Note): void {
  const draftId = ticketNoteDraft(note.ticket_id, note)
  if (readDraft(draftId) === '') writeDraft(draftId, note.text ?? '')
  chooseFieldMode(note.ticket_id, 'note', note)
}

/** Stops editing a note. If its text was changed, the text remains as a draft for the next edit of the note. */
export function leaveEditing(note: Note): void {
  forgetUnchanged(note)
  chooseFieldMode(note.ticket_id, 'note')
}

export function forgetUnchanged(note: Note): void {
  const draftId = ticketNoteDraft(note.ticket_id, note)
  if (readDraft(draftId) === note.text) writeDraft(draftId, '')
}

export function stopEditing(note: Note): void {
  writeDraft(ticketNoteDraft(note.ticket_id, note), '')
  chooseFieldMode(note.ticket_id, 'note')
}

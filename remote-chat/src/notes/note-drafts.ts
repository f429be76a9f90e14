import { noteDraftOf, readDraft, writeDraft } from '../outbox/pending.store.ts'
import { chooseFieldMode, type FieldMode } from './note-mode.store.ts'

type Note = NonNullable<FieldMode['editing']>

/** Returns the draft id of a note; each edited note has its own draft. */
export function ticketNoteDraft(ticketId: string, editing: Pick<Note, 'id'> | null): string {
  return editing === null ? noteDraftOf(ticketId) : `${noteDraftOf(ticketId)}:${editing.id}`
}

/** Loads one of the user's own notes into the field for editing: its draft edit, or else its text. */
export function editNote(note: Note): void {
  const draftId = ticketNoteDraft(note.ticket_id, note)
  if (readDraft(draftId) === '') writeDraft(draftId, note.text ?? '')
  chooseFieldMode(note.ticket_id, 'note', note)
}

/** Switches the field to a new note. A changed text remains as a draft for the next edit of that note. */
export function leaveEditing(note: Note): void {
  forgetUnchanged(note)
  chooseFieldMode(note.ticket_id, 'note')
}

/** Deletes the draft of a note whose text is unchanged. */
export function forgetUnchanged(note: Note): void {
  const draftId = ticketNoteDraft(note.ticket_id, note)
  if (readDraft(draftId) === note.text) writeDraft(draftId, '')
}

/** Discards the edit of a note. */
export function stopEditing(note: Note): void {
  writeDraft(ticketNoteDraft(note.ticket_id, note), '')
  chooseFieldMode(note.ticket_id, 'note')
}

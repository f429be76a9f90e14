import { noteDraftOf, readDraft, writeDraft } from '../outbox/unsent.store.ts'
import { chooseFieldMode, type FieldMode } from './note-mode.store.ts'

type Note = NonNullable<FieldMode['editing']>

/** Under which name the draft of a note is kept, beside that of the answer; a note that is changed has one of its own. */
export function caseNoteDraft(ticketId: string, editing: Pick<Note, 'id'> | null): string {
  return editing === null ? noteDraftOf(ticketId) : `${noteDraftOf(ticketId)}:${editing.id}`
}

/** Takes an own note into the field, as it stands or as it was being changed before. */
export function editNote(note: Note): void {
  const draftId = caseNoteDraft(note.ticket_id, note)
  if (readDraft(draftId) === '') writeDraft(draftId, note.text ?? '')
  chooseFieldMode(note.ticket_id, 'note', note)
}

/** Leaves the field for a new note. Words that were changed are kept, and come back with the next change of that note. */
export function leaveEditing(note: Note): void {
  forgetUnchanged(note)
  chooseFieldMode(note.ticket_id, 'note')
}

/** What is not changed yet need not be kept. */
export function forgetUnchanged(note: Note): void {
  const draftId = caseNoteDraft(note.ticket_id, note)
  if (readDraft(draftId) === note.text) writeDraft(draftId, '')
}

/** Leaves the note as it is. */
export function stopEditing(note: Note): void {
  writeDraft(caseNoteDraft(note.ticket_id, note), '')
  chooseFieldMode(note.ticket_id, 'note')
}

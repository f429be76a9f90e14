import { useState } from 'react'
import type { CustomerNote } from 'shared/contract/customers/customer-card.ts'
import { onUnsentOwner, readDraft, writeDraft } from '../outbox/unsent.store.ts'

/** Under which name what is being written about a customer is kept: a new note, or new words of one that stands. */
export const customerNoteDraft = (customerId: string, noteId?: string): string =>
  noteId === undefined ? `customer:${customerId}` : `customer:${customerId}:${noteId}`

interface NoteEdit {
  text: string
  /** The version that its writer has read; null: not known any more, as after a reload. */
  version: number | null
}

/** Which version was read before a draft was begun. */
const readVersions = new Map<string, number>()
onUnsentOwner(() => readVersions.clear())

/** The words of a note while they are changed. They outlive its row, the panel and the page. */
export function useNoteEdit(customerId: string, note: CustomerNote) {
  const draftId = customerNoteDraft(customerId, note.id)
  const kept = (): NoteEdit | null => {
    const text = readDraft(draftId)
    return text === '' ? null : { text, version: readVersions.get(draftId) ?? null }
  }
  const [edit, setEdit] = useState(kept)
  function keep(text: string, version: number | null): void {
    setEdit({ text, version })
    if (version !== null) readVersions.set(draftId, version)
    // What is not changed yet need not be kept.
    writeDraft(draftId, text === note.text ? '' : text)
  }
  function end(): void {
    setEdit(null)
    readVersions.delete(draftId)
    writeDraft(draftId, '')
  }
  return {
    edit,
    /** Somebody else has changed the note since its writer read it, or may have. */
    isOld: edit !== null && edit.version !== note.version,
    /** Words that another tab has kept meanwhile are taken up. */
    begin: () => {
      const words = kept()
      if (words === null) keep(note.text, note.version)
      else setEdit(words)
    },
    write: (text: string) => edit && keep(text, edit.version),
    /** The newest words have been read. */
    agree: () => edit && keep(edit.text, note.version),
    end,
  }
}

import { useState } from 'react'
import type { CustomerNote } from 'shared/contract/customers/customer-card.ts'
import { onPendingOwnerChange, readDraft, writeDraft } from '../outbox/drafts.store.ts'

export const customerNoteDraft = (customerId: string, noteId?: string): string =>
  noteId === undefined ? `customer:${customerId}` : `customer:${customerId}:${noteId}`

interface NoteEdit {
  text: string
  /** Version of the note that the user has read; null when unknown, for example after a reload. */
  version: number | null
}

/** Version of the note that the user had read when an edit was started, by the id of the edit's draft. */
const readVersions = new Map<string, number>()
onPendingOwnerChange(() => readVersions.clear())

/** Edit of a customer note. Its text survives a reload and the unmounting of its row and panel. */
export function useNoteEdit(customerId: string, note: CustomerNote) {
  const draftId = customerNoteDraft(customerId, note.id)
  const storedEdit = (): NoteEdit | null => {
    const text = readDraft(draftId)
    return text === '' ? null : { text, version: readVersions.get(draftId) ?? null }
  }
  const [edit, setEdit] = useState(storedEdit)
  function store(text: string, version: number | null): void {
    setEdit({ text, version })
    if (version !== null) readVersions.set(draftId, version)
    // An unchanged text needs no stored draft.
    writeDraft(draftId, text === note.text ? '' : text)
  }
  function end(): void {
    setEdit(null)
    readVersions.delete(draftId)
    writeDraft(draftId, '')
  }
  return {
    edit,
    /** True when another staff member has, or may have, changed the note since the user read it. */
    isOld: edit !== null && edit.version !== note.version,
    /** Begins the edit with the stored draft, which another tab may have written. */
    begin: () => {
      const words = storedEdit()
      if (words === null) store(note.text, note.version)
      else setEdit(words)
    },
    write: (text: string) => edit && store(text, edit.version),
    agree: () => edit && store(edit.text, note.version),
    end,
  }
}

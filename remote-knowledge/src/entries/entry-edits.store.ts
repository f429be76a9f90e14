import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { draftOf, type EntryInput, isSameInput } from '../forms/knowledge-draft.ts'
import { userStore } from '../forms/unsaved-input-store.ts'

/** Unsaved edits of entries. They survive closing the dialog and an expired session. */
interface Edit extends Partial<EntryInput> {
  /** Version of the entry when editing began; undefined when the entry has not been loaded. */
  base?: KnowledgeEntry
}

const edits = userStore<Readonly<Record<string, Edit>>>({}, { storedAs: 'edits' })

function set(id: string, edit: Edit | null): void {
  const { [id]: _, ...others } = edits.read()
  edits.set(edit === null ? others : { ...others, [id]: edit })
}

const inputOfEntry = ({ text, valid_from, valid_until }: KnowledgeEntry): EntryInput => ({
  draft: draftOf(text),
  period: { valid_from, valid_until },
})

export function useEntryEdit(entry: KnowledgeEntry) {
  const edit = edits.useValue()[entry.id]
  const base = edit?.base ?? entry
  const stored = inputOfEntry(base)
  const written = { ...stored, ...definedFields(edit) }
  return {
    base,
    written,
    isChanged: !isSameInput(written, stored),
    change: (change: (now: EntryInput) => Partial<EntryInput>) => {
      const now = { ...stored, ...definedFields(edits.read()[entry.id]) }
      set(entry.id, { base, ...now, ...change(now) })
    },
  }
}

export const useHasEdit = (id: string): boolean => edits.useValue()[id] !== undefined

function definedFields(edit: Edit | undefined): Partial<EntryInput> {
  return {
    ...(edit?.draft === undefined ? {} : { draft: edit.draft }),
    ...(edit?.period === undefined ? {} : { period: edit.period }),
  }
}

export const beginEdit: (id: string, written: Partial<EntryInput>) => void = set

export function rebaseEdit(entry: KnowledgeEntry, written: EntryInput): void {
  set(entry.id, { base: entry, ...written })
}

export function dropEdit(id: string): void {
  set(id, null)
}

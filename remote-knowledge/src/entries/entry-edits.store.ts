import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { draftOf, isSameWritten, type Written } from '../forms/knowledge-draft.ts'
import { personStore } from '../forms/person-store.ts'

/** What a person has changed of an entry and not stored yet. It outlives its window, and a session that ends by itself. */
interface Edit extends Partial<Written> {
  /** The entry as it was when the person began; undefined: they have seen none yet. */
  base?: KnowledgeEntry
}

const edits = personStore<Readonly<Record<string, Edit>>>({}, { keptAs: 'edits' })

function set(id: string, edit: Edit | null): void {
  const { [id]: _, ...others } = edits.read()
  edits.set(edit === null ? others : { ...others, [id]: edit })
}

const writtenOf = ({ text, valid_from, valid_until }: KnowledgeEntry): Written => ({
  draft: draftOf(text),
  period: { valid_from, valid_until },
})

export interface UsedEdit {
  /** The entry that is edited: as it was when the person began. */
  base: KnowledgeEntry
  written: Written
  /** Whether anything is written that is not stored. */
  isChanged: boolean
  change: (change: (now: Written) => Partial<Written>) => void
}

/** What is written into the window of an entry. */
export function useEntryEdit(entry: KnowledgeEntry): UsedEdit {
  const edit = edits.useValue()[entry.id]
  const base = edit?.base ?? entry
  const stored = writtenOf(base)
  const written = { ...stored, ...definedOf(edit) }
  return {
    base,
    written,
    isChanged: !isSameWritten(written, stored),
    change: (change) => {
      const now = { ...stored, ...definedOf(edits.read()[entry.id]) }
      set(entry.id, { base, ...now, ...change(now) })
    },
  }
}

/** Whether something is written into the window of an entry. */
export const useHasEdit = (id: string): boolean => edits.useValue()[id] !== undefined

function definedOf(edit: Edit | undefined): Partial<Written> {
  return {
    ...(edit?.draft === undefined ? {} : { draft: edit.draft }),
    ...(edit?.period === undefined ? {} : { period: edit.period }),
  }
}

/** Begins to edit an entry that has not been read yet. */
export function beginEdit(id: string, written: Partial<Written>): void {
  set(id, written)
}

/** What is written goes on upon another state of the entry: the one that a colleague has made. */
export function rebaseEdit(entry: KnowledgeEntry, written: Written): void {
  set(entry.id, { base: entry, ...written })
}

export function dropEdit(id: string): void {
  set(id, null)
}

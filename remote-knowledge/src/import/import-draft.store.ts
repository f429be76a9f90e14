import { KNOWLEDGE_SOURCES, type KnowledgeSourceName } from 'shared/contract/constants.ts'
import { userStore } from '../forms/unsaved-input-store.ts'

export interface ImportDraft {
  source: KnowledgeSourceName
  text: string
  replace: boolean
  /** True when the user says that a first row without known headings contains headings. */
  first_row_is_headings?: boolean
}

interface ImportInput {
  draft: ImportDraft
  /** Name of the file; null for pasted text. */
  fileName: string | null
}

const EMPTY: ImportInput = {
  draft: { source: KNOWLEDGE_SOURCES.general, text: '', replace: false },
  fileName: null,
}

/** Maximum number of UTF-16 code units that the field shows and the browser stores. Longer text is slow to edit. */
export const SHOWN_TEXT_LENGTH = 100_000

const written = userStore(EMPTY, {
  storedAs: 'import',
  canStore: ({ draft }) => draft.text.length <= SHOWN_TEXT_LENGTH,
})

export const useImportInput = written.useValue

export const readFileName = (): string => written.read().fileName ?? 'ข้อมูลที่วาง'

/** A new text resets the user's choice whether the first row contains headings. */
export function changeImport(change: Partial<ImportDraft>, fileName: string | null): ImportDraft {
  const { first_row_is_headings: _, ...draft } = written.read().draft
  const changed = { ...(change.text === undefined ? written.read().draft : draft), ...change }
  written.set({ draft: changed, fileName })
  return changed
}

/** Running import, or an ended one whose result the user has not dismissed. */
const run = userStore<{ id: string; source: string } | null>(null, { storedAs: 'import-run' })

export const useImportRun = run.useValue
export const setImportRun = run.set

/** Removes the draft, unless it has changed since the import started. */
export function resetImport(draft: ImportDraft): void {
  if (written.read().draft === draft) written.set(EMPTY)
}

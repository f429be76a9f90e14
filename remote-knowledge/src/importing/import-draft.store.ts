import { KNOWLEDGE_SOURCES, type KnowledgeSourceName } from 'shared/contract/constants.ts'
import { personStore } from '../forms/person-store.ts'

export interface ImportDraft {
  source: KnowledgeSourceName
  text: string
  replace: boolean
}

/** What is to be imported: it outlives the tab and the page, and a session that ends by itself. */
interface WrittenImport {
  draft: ImportDraft
  /** Of the file that the text is from; null: it was pasted. */
  fileName: string | null
}

const EMPTY: WrittenImport = {
  draft: { source: KNOWLEDGE_SOURCES.general, text: '', replace: false },
  fileName: null,
}

const written = personStore(EMPTY, { keptAs: 'import' })

export const useWrittenImport = written.useValue

export function changeImport(change: Partial<ImportDraft>, fileName: string | null): void {
  written.set({ draft: { ...written.read().draft, ...change }, fileName })
}

/** Empties the form, unless something else has been written into it since. */
export function resetImport(draft: ImportDraft): void {
  if (written.read().draft === draft) written.set(EMPTY)
}

import { KNOWLEDGE_SOURCES, type KnowledgeSourceName } from 'shared/contract/constants.ts'
import { personStore } from '../forms/person-store.ts'

export interface NewPage {
  source: KnowledgeSourceName
  url: string
}

const EMPTY: NewPage = { source: KNOWLEDGE_SOURCES.general, url: '' }

/** The page that is to be taken in: what is written outlives the tab and the page, not the session. */
const draft = personStore(EMPTY, { keptAs: 'page' })

export const usePageDraft = draft.useValue

export function changePageDraft(change: Partial<NewPage>): void {
  draft.set({ ...draft.read(), ...change })
}

/** Empties the form, unless something else has been written into it since. */
export function resetPageDraft(page: NewPage): void {
  if (draft.read() === page) draft.set(EMPTY)
}

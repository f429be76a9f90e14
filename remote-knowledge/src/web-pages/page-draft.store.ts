import { KNOWLEDGE_SOURCES, type KnowledgeSourceName } from 'shared/contract/constants.ts'
import { userStore } from '../forms/unsaved-input-store.ts'

export interface NewPage {
  source: KnowledgeSourceName
  url: string
}

const EMPTY: NewPage = { source: KNOWLEDGE_SOURCES.general, url: '' }

const draft = userStore(EMPTY, { storedAs: 'page' })

export const usePageDraft = draft.useValue

export function changePageDraft(change: Partial<NewPage>): void {
  draft.set({ ...draft.read(), ...change })
}

export function resetPageDraft(page: NewPage): void {
  if (draft.read() === page) draft.set(EMPTY)
}

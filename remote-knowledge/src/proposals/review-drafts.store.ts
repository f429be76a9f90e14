import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import type { GeneralDraft } from '../forms/knowledge-draft.ts'
import { userStore } from '../forms/unsaved-input-store.ts'

const drafts = userStore<Readonly<Record<string, GeneralDraft>>>({}, { storedAs: 'proposals' })

export function useReviewDraft({ id, questions, answer }: KnowledgeProposal): GeneralDraft {
  return drafts.useValue()[id] ?? { kind: 'general', questions, answer }
}

export function storeReviewDraft(id: string, draft: GeneralDraft | null): void {
  const { [id]: _, ...others } = drafts.read()
  drafts.set(draft === null ? others : { ...others, [id]: draft })
}

import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import type { GeneralDraft } from '../forms/knowledge-draft.ts'
import { personStore } from '../forms/person-store.ts'

/** What managers have made of proposals and not decided yet, by the proposal's id: it outlives its window. */
const drafts = personStore<Readonly<Record<string, GeneralDraft>>>({}, { keptAs: 'proposals' })

/** A proposal in the words of the person who looks through it, at first in those of who proposed it. */
export function useReviewDraft({ id, questions, answer }: KnowledgeProposal): GeneralDraft {
  return drafts.useValue()[id] ?? { kind: 'general', questions, answer }
}

/** `null`: it is decided. */
export function keepReviewDraft(id: string, draft: GeneralDraft | null): void {
  const { [id]: _, ...others } = drafts.read()
  drafts.set(draft === null ? others : { ...others, [id]: draft })
}

import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import type { GeneralDraft } from '../forms/knowledge-draft.ts'
import { userStore } from '../forms/user-store.ts'

/** Managers' edits of undecided proposals, by proposal id. They survive closing the dialog. */
const drafts = userStore<Readonly<Record<string, GeneralDraft>>>({}, { storedAs: 'proposals' })

/** Returns a manager's edit of a proposal, which starts with the original text. */
export function useReviewDraft({ id, questions, answer }: KnowledgeProposal): GeneralDraft {
  return drafts.useValue()[id] ?? { kind: 'general', questions, answer }
}

/** Stores an edit. `null` deletes the edit after the proposal was decided. */
export function storeReviewDraft(id: string, draft: GeneralDraft | null): void {
  const { [id]: _, ...others } = drafts.read()
  drafts.set(draft === null ? others : { ...others, [id]: draft })
}

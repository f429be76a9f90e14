import type { GeneralDraft } from '../forms/knowledge-draft.ts'
import { personStore } from '../forms/person-store.ts'

/** A customer's message of a case. */
export interface CaseQuestion {
  message_id: string
  text: string
}

/** What a person would propose of a case. */
export interface ProposalDraft extends GeneralDraft {
  /** The answer that it was begun with; empty: none. */
  answerId: string
  /** The messages that its questions are drawn from, also those that the case no longer tells: one may have been taken back since. */
  drawn: readonly CaseQuestion[]
}

/** Cases with a draft: of more the oldest goes. */
const CASES = 20

/** What was written and not sent, by case, the one written last behind the others: it outlives its window, and a session that ends by itself. */
const drafts = personStore<Readonly<Record<string, ProposalDraft>>>({}, { keptAs: 'proposing' })

/** undefined: nothing is written for this case. */
export const useProposalDraft = (ticketId: string): ProposalDraft | undefined => drafts.useValue()[ticketId]

export const readProposalDraft = (ticketId: string): ProposalDraft | undefined => drafts.read()[ticketId]

/** `null`: it is sent, or given up. */
export function keepProposalDraft(ticketId: string, draft: ProposalDraft | null): void {
  const { [ticketId]: _, ...others } = drafts.read()
  const kept = Object.entries(others).slice(-(CASES - 1))
  drafts.set(draft === null ? others : { ...Object.fromEntries(kept), [ticketId]: draft })
}

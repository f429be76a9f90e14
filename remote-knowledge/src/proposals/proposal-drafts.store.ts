import type { GeneralDraft } from '../forms/knowledge-draft.ts'
import { userStore } from '../forms/user-store.ts'

export interface TicketQuestion {
  message_id: string
  text: string
}

export interface ProposalDraft extends GeneralDraft {
  /** Message id of the reply that the draft started with; empty without a reply. */
  answerId: string
  /**
   * Customer messages that the questions are taken from, including those that the ticket no longer returns, because
   * they may have been unsent.
   */
  drawn: readonly TicketQuestion[]
}

/** Maximum number of tickets with a draft. When there are more, the oldest draft is dropped. */
const CASES = 20

/** Unsent drafts by ticket id, the latest last. They survive closing the dialog and an expired session. */
const drafts = userStore<Readonly<Record<string, ProposalDraft>>>({}, { storedAs: 'proposing' })

/** Returns the draft of a ticket; undefined without a draft. */
export const useProposalDraft = (ticketId: string): ProposalDraft | undefined => drafts.useValue()[ticketId]

export const readProposalDraft = (ticketId: string): ProposalDraft | undefined => drafts.read()[ticketId]

/** Stores a draft. `null` deletes the draft after it was sent or discarded. */
export function storeProposalDraft(ticketId: string, draft: ProposalDraft | null): void {
  const { [ticketId]: _, ...others } = drafts.read()
  const recent = Object.entries(others).slice(-(CASES - 1))
  drafts.set(draft === null ? others : { ...Object.fromEntries(recent), [ticketId]: draft })
}

import type { GeneralDraft } from '../forms/knowledge-draft.ts'
import { userStore } from '../forms/user-store.ts'

export interface TicketQuestion {
  message_id: string
  text: string
}

export interface ProposalDraft extends GeneralDraft {
  /** Message id of the reply that it started with; empty for none. */
  answerId: string
  /**
   * Messages that the questions are taken from, including ones no longer returned for the ticket, because they may have
   * been unsent.
   */
  drawn: readonly TicketQuestion[]
}

/** Maximum number of tickets with a draft; the oldest draft is dropped. */
const CASES = 20

/** Unsent drafts by ticket, the latest last. They survive closing the dialog and an expired session. */
const drafts = userStore<Readonly<Record<string, ProposalDraft>>>({}, { storedAs: 'proposing' })

/** Undefined when the ticket has no draft. */
export const useProposalDraft = (ticketId: string): ProposalDraft | undefined => drafts.useValue()[ticketId]

export const readProposalDraft = (ticketId: string): ProposalDraft | undefined => drafts.read()[ticketId]

/** `null` deletes the draft, after it was sent or discarded. */
export function storeProposalDraft(ticketId: string, draft: ProposalDraft | null): void {
  const { [ticketId]: _, ...others } = drafts.read()
  const recent = Object.entries(others).slice(-(CASES - 1))
  drafts.set(draft === null ? others : { ...Object.fromEntries(recent), [ticketId]: draft })
}

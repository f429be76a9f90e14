import type { GeneralDraft } from '../forms/knowledge-draft.ts'
import { userStore } from '../forms/unsaved-input-store.ts'

export interface TicketQuestion {
  message_id: string
  text: string
}

export interface ProposalDraft extends GeneralDraft {
  answerId: string
  /** Source messages. They stay when the ticket no longer returns them: the server checks if they were unsent. */
  drawn: readonly TicketQuestion[]
}

const MAX_TICKETS = 20

/** Drafts by ticket id, the latest last. */
const drafts = userStore<Readonly<Record<string, ProposalDraft>>>({}, { storedAs: 'proposing' })

export const useProposalDraft = (ticketId: string): ProposalDraft | undefined => drafts.useValue()[ticketId]

export const readProposalDraft = (ticketId: string): ProposalDraft | undefined => drafts.read()[ticketId]

export function storeProposalDraft(ticketId: string, draft: ProposalDraft | null): void {
  const { [ticketId]: _, ...others } = drafts.read()
  const recentDrafts = Object.entries(others).slice(-(MAX_TICKETS - 1))
  drafts.set(draft === null ? others : { ...Object.fromEntries(recentDrafts), [ticketId]: draft })
}

import type { FoundMessage } from 'shared/contract/messages/search-messages.call.ts'
import { openAtStep } from '../address/open-ticket.ts'
import { usePageAddress } from '../address/use-page-address.ts'

/** Opens a message in its conversation, beside the list that is there. */
export function useOpenFound(): (found: Pick<FoundMessage, 'ticket_id' | 'seq'>) => void {
  const { writer } = usePageAddress()
  return ({ ticket_id, seq }) => writer.go((now) => openAtStep(now, ticket_id, { seq }))
}

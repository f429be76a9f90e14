import { openAtStep } from './open-ticket.ts'
import { usePageAddress } from './use-page-address.ts'

export function useOpenMessage(): (message: { ticket_id: string; seq: number }) => void {
  const { writer } = usePageAddress()
  return ({ ticket_id, seq }) => writer.go((now) => openAtStep(now, ticket_id, { seq }))
}

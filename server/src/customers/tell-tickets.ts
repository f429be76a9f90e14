import type { ServerContext } from '../server-context.ts'
import { findTicket } from '../tickets/ticket.store.ts'
import { ticketFact } from '../tickets/ticket-facts.ts'
import { ticketOf } from '../tickets/ticket-row.ts'

/**
 * Publishes tickets that changed together with their customer to clients of this process, whichever process made the
 * change. Returns a function that stops it.
 */
export function tellTickets(context: Pick<ServerContext, 'bus' | 'db' | 'availability'>): () => void {
  const tell = async (ticketId: string) => {
    const ticket = await findTicket(context.db, ticketId)
    if (ticket !== undefined) context.bus.publish(ticketFact(ticketOf(ticket)))
  }
  return context.bus.subscribe((fact) => {
    if (fact.kind !== 'customer' || fact.ticketId === undefined) return
    tell(fact.ticketId).catch((error: unknown) =>
      context.availability.warn(error, 'a case that has changed could not be told'),
    )
  })
}

import type { ServerContext } from '../server-context.ts'
import { findTicket } from '../tickets/ticket.store.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { ticketUpdateEvent } from '../tickets/ticket-update-event.ts'

/** Publishes tickets that changed with their customer (in any process) to clients of this process. */
export function publishCustomerTickets(
  context: Pick<ServerContext, 'bus' | 'db' | 'availability'>,
): () => void {
  const publish = async (ticketId: string) => {
    const ticket = await findTicket(context.db, ticketId)
    if (ticket !== undefined) context.bus.publish(ticketUpdateEvent(ticketOf(ticket)))
  }
  return context.bus.subscribe((event) => {
    if (event.kind !== 'customer_update' || event.ticketId === undefined) return
    publish(event.ticketId).catch((error: unknown) =>
      context.availability.warn(error, 'a changed ticket could not be published'),
    )
  })
}

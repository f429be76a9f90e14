import { publishEverywhere } from '../cluster-events.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findVisibleTicket, readTicketFor, saveRead } from './ticket.store.ts'

export async function readTicket(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
  seq: number,
): Promise<{ seq: number; unread_count: number }> {
  const ticket = await findVisibleTicket(context.db, signedIn.scope, id)
  const { id: staffId } = signedIn.staff
  const saved = await saveRead(context.db, ticket, { staffId, seq, now: context.now() })
  publishEverywhere(context, { kind: 'ticket_read', staffId, ticketId: ticket.id, seq: saved })
  const row = await readTicketFor(context.db, ticket, staffId)
  return { seq: saved, unread_count: row.unread_count }
}

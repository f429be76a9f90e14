import type { ChangedTicket } from '../bus.ts'
import type { ServerContext } from '../server-context.ts'
import { findLines } from './conversation-line.store.ts'
import { findTickets } from './ticket.store.ts'
import { ticketOf } from './ticket-row.ts'
import { type ListReason, ticketUpdateEvent } from './ticket-update-event.ts'

const REASONS: Record<string, ListReason> = { returned: 'returned', transferred: 'transferred' }

/** Reads tickets that another process changed, and publishes them to this server's sockets. */
export async function publishChangedTickets(
  { db, bus }: Pick<ServerContext, 'db' | 'bus'>,
  changed: readonly ChangedTicket[],
): Promise<void> {
  const tickets = await findTickets(
    db,
    changed.map(({ id }) => id),
  )
  const lines = await findLines(
    db,
    changed.flatMap(({ lineId }) => lineId ?? []),
  )
  for (const { id, lineId, isAlert } of changed) {
    const row = tickets.get(id)
    if (row === undefined) continue
    const ticket = ticketOf(row)
    const line = lines.get(String(lineId))
    const reason = line === undefined ? undefined : REASONS[line.kind]
    bus.publish(ticketUpdateEvent(ticket, { reason, isAlert, lines: line === undefined ? [] : [line] }))
    if (!line?.to) continue
    const handedOver = { channel_key: ticket.channel_key, customer: ticket.profile.display_name, line }
    bus.publish({ kind: 'handed_over', staffIds: [line.to.id], handedOver })
  }
}

import type { Message } from 'shared/contract/messages/message.ts'
import type { Tx } from '../db/client.ts'
import { allOf } from '../db/prepared-statement.ts'
import type { DeskEvent } from '../event-bus.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { findTickets } from '../tickets/ticket.store.ts'
import { ticketOf } from '../tickets/ticket-row.ts'
import { type ListReason, ticketUpdateEvent } from '../tickets/ticket-update-event.ts'
import { findMessages } from './message.store.ts'
import { messageOf } from './message-of-row.ts'

interface ChangedOptions {
  mediaAddresses: MediaAddresses
  reasonOf?: ((ticketId: string) => ListReason | undefined) | undefined
}

/** Returns, for each ticket, events of its changed messages by revision, then an event of the ticket. */
export async function readChanged(
  tx: Tx,
  ticketIds: readonly string[],
  messageIds: readonly string[],
  { mediaAddresses, reasonOf }: ChangedOptions,
): Promise<{ messages: Map<string, Message>; events: DeskEvent[] }> {
  const [rows, tickets] = await allOf([findMessages(tx, messageIds), findTickets(tx, ticketIds)])
  const messages = new Map(rows.map((row) => [row.id, messageOf(row, mediaAddresses)]))
  const byTicket = Map.groupBy(messages.values(), (message) => message.ticket_id)
  const events = ticketIds.map((id) =>
    ticketUpdateEvent(ticketOf(requireValue(tickets, id)), {
      reason: reasonOf?.(id),
      messages: byTicket.get(id) ?? [],
    }),
  )
  return { messages, events }
}

export function requireValue<Value>(values: ReadonlyMap<string, Value>, id: string): Value {
  const value = values.get(id)
  if (value === undefined) throw new Error('a new row was not returned')
  return value
}

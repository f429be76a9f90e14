import { sql } from 'drizzle-orm'
import type { Tx } from './db/client.ts'
import type { ChangedTicket, ClusterEvent } from './event-bus.ts'
import type { ServerContext } from './server-context.ts'

export const EVENT_CHANNEL = 'desk_events'

type ClusterPublisher = Pick<ServerContext, 'bus' | 'db' | 'availability'>

export function publishEverywhere(context: ClusterPublisher, event: ClusterEvent): void {
  context.bus.publish(event)
  void notifyOtherProcesses(context, event)
}

/** Sends an event to other processes. An event that cannot be sent is lost; the publisher must repeat it if needed. */
export async function notifyOtherProcesses(context: ClusterPublisher, event: ClusterEvent): Promise<void> {
  const notice = JSON.stringify({ from: context.bus.id, event })
  try {
    await context.db.execute(sql`select pg_notify(${EVENT_CHANNEL}, ${notice})`)
  } catch (error) {
    context.availability.warn(error, 'an event could not be published to other server processes')
  }
}

/** Maximum number of tickets per notification: PostgreSQL limits a notification to 8,000 bytes. */
const TICKETS_PER_NOTIFICATION = 80

/** Yields events that each fit into a notification. */
export function* ticketsChanged(tickets: readonly ChangedTicket[]): Generator<ClusterEvent> {
  for (let at = 0; at < tickets.length; at += TICKETS_PER_NOTIFICATION)
    yield { kind: 'tickets_changed', tickets: tickets.slice(at, at + TICKETS_PER_NOTIFICATION) }
}

export async function notifyTicketsChanged(tx: Tx, tickets: readonly ChangedTicket[]): Promise<void> {
  for (const event of ticketsChanged(tickets)) {
    const notice = JSON.stringify({ from: 'a transaction', event })
    await tx.execute(sql`select pg_notify(${EVENT_CHANNEL}, ${notice})`)
  }
}

export function publishNotice({ bus }: Pick<ServerContext, 'bus'>, notice: string): void {
  const { from, event } = JSON.parse(notice) as { from: string; event: ClusterEvent }
  if (from !== bus.id) bus.publish(event)
}

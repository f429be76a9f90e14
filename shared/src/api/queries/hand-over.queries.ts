import type { ResponseOf } from '../../contract/define-call.ts'
import { listAgents } from '../../contract/staff/list-agents.call.ts'
import { listReceivers, type Receiver } from '../../contract/staff/list-receivers.call.ts'
import type { StaffMember } from '../../contract/staff/staff-member.ts'
import {
  listHandedOver,
  returnOwnTickets,
  returnTicket,
  transferTicket,
} from '../../contract/tickets/hand-over.call.ts'
import type { HandedOver } from '../../contract/tickets/handed-over.ts'
import type { Ticket } from '../../contract/tickets/ticket.ts'
import { deskApi } from '../desk-api.ts'

/** Fetches the agents who may work on a channel. */
export async function fetchColleagues(channel_key: string): Promise<StaffMember[]> {
  return (await deskApi.call(listAgents, { query: { channel_key } })).items
}

/**
 * Fetches the agents to whom a ticket of a channel can be transferred, with their presence and their number of open
 * tickets.
 */
export async function fetchReceivers(channel_key: string): Promise<Receiver[]> {
  return (await deskApi.call(listReceivers, { query: { channel_key } })).items
}

/**
 * Transfers a ticket. `from` is the assignee that the caller sees; fails with `assignee_changed` when the assignee is
 * different now.
 */
export function postTransfer(
  id: string,
  body: { from: string; to: string; reason?: string },
): Promise<Ticket> {
  return deskApi.call(transferTicket, { params: { id }, body })
}

export function postReturn(id: string, body: { from: string; reason: string }): Promise<Ticket> {
  return deskApi.call(returnTicket, { params: { id }, body })
}

export type ReturnedTickets = ResponseOf<typeof returnOwnTickets>

/** Unassigns all open tickets of the user, at most 200 in one call. */
export function postReturnOwn(reason: string): Promise<ReturnedTickets> {
  return deskApi.call(returnOwnTickets, { body: { reason } })
}

/** Fetches the transfers that a new socket also receives as `handed_over` events. */
export async function fetchHandedOver(signal: AbortSignal): Promise<HandedOver[]> {
  return (await deskApi.call(listHandedOver, { signal })).items
}

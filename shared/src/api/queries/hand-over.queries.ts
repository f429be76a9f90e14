import type { AnswerOf } from '../../contract/define-call.ts'
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

/** Colleagues who may work in an official account. */
export async function fetchColleagues(channel_key: string): Promise<StaffMember[]> {
  return (await deskApi.call(listAgents, { query: { channel_key } })).items
}

/** To whom a case of an official account can be given, who of them is here, and how many cases they hold. */
export async function fetchReceivers(channel_key: string): Promise<Receiver[]> {
  return (await deskApi.call(listReceivers, { query: { channel_key } })).items
}

/** `from`: who holds the case, as the caller sees it; when that is so no more, `assignee_changed`. */
export function postTransfer(
  id: string,
  body: { from: string; to: string; reason?: string },
): Promise<Ticket> {
  return deskApi.call(transferTicket, { params: { id }, body })
}

export function postReturn(id: string, body: { from: string; reason: string }): Promise<Ticket> {
  return deskApi.call(returnTicket, { params: { id }, body })
}

export type ReturnedTickets = AnswerOf<typeof returnOwnTickets>

/** All own open cases, at most 200 in a call. */
export function postReturnOwn(reason: string): Promise<ReturnedTickets> {
  return deskApi.call(returnOwnTickets, { body: { reason } })
}

/** What `handed_over` tells a new socket. */
export async function fetchHandedOver(signal: AbortSignal): Promise<HandedOver[]> {
  return (await deskApi.call(listHandedOver, { signal })).items
}

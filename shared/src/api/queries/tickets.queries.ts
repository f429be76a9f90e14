import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../contract/define-call.ts'
import { acceptTicket } from '../../contract/tickets/accept-ticket.call.ts'
import { closeTicket } from '../../contract/tickets/close-ticket.call.ts'
import { getTicket } from '../../contract/tickets/get-ticket.call.ts'
import { listTickets, type TicketOrder } from '../../contract/tickets/list-tickets.call.ts'
import { readTicket } from '../../contract/tickets/read-ticket.call.ts'
import type { Ticket } from '../../contract/tickets/ticket.ts'
import { deskApi } from '../desk-api.ts'

export interface TicketListQuery {
  assignee?: string
  status?: 'OPEN' | 'CLOSED'
  order?: TicketOrder
  page?: number
  page_size?: number
  search?: string
  channel_key?: string
  unread_only?: boolean
  unassigned?: boolean
}

export type TicketPage = ResponseOf<typeof listTickets>

export const ticketListFamilyKey = ['tickets', 'list'] as const
export const ticketKey = (id: string) => ['tickets', 'one', id] as const

export function fetchTicketPage(query: TicketListQuery, signal?: AbortSignal) {
  return deskApi.call(listTickets, { query, signal })
}

export function ticketListQuery(query: TicketListQuery) {
  return queryOptions({
    queryKey: [...ticketListFamilyKey, query] as const,
    queryFn: ({ signal }) => fetchTicketPage(query, signal),
    placeholderData: keepPreviousData,
  })
}

export function fetchTicket(id: string, signal?: AbortSignal) {
  return deskApi.call(getTicket, { params: { id }, signal })
}

export function ticketQuery(id: string) {
  return queryOptions({ queryKey: ticketKey(id), queryFn: ({ signal }) => fetchTicket(id, signal) })
}

/** When several agents accept a ticket simultaneously, all but one get `already_accepted` (see `assigneeInError`). */
export function postAccept(id: string) {
  return deskApi.call(acceptTicket, { params: { id } })
}

/** Closes a ticket. Fails when a newer message has arrived or the assignee has changed. */
export function postClose({ id, last_in_seq, assigned_to }: Ticket) {
  return deskApi.call(closeTicket, { params: { id }, body: { last_in_seq, from: assigned_to?.id } })
}

export async function postRead(id: string, seq: number): Promise<void> {
  await deskApi.call(readTicket, { params: { id }, body: { seq } })
}

import { useEffect } from 'react'
import { ticketIn } from './open-ticket.ts'
import type { PageAddress } from './use-page-address.ts'

const ACTIVE_TICKET_KEY = 'activeTicketId'
const LAST_VIEW_KEY = 'lastViewState'

/** Keeps in the browser which conversation is open and which list stands beside it: without the search, which may hold a name. */
export function useKeptView(view: 'queue' | 'mine', address: PageAddress): void {
  const ticketId = ticketIn(address)
  const params = new URLSearchParams(address.params)
  for (const name of ['search', 'ticket', 'open']) params.delete(name)
  const lastView = JSON.stringify({ view, ...Object.fromEntries(params) })
  useEffect(() => keep(ACTIVE_TICKET_KEY, ticketId), [ticketId])
  useEffect(() => keep(LAST_VIEW_KEY, lastView), [lastView])
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch (error) {
    console.warn('what is on the screen could not be kept', error)
  }
}

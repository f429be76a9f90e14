import { useEffect } from 'react'
import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import { writeStored } from 'shared/session'
import { listAddress, ticketIn } from './ticket-address.ts'
import type { PageAddress } from './use-page-address.ts'

/** Stores the list's filters, but not the search text, which may contain a customer's name. */
export function useLastView(view: 'queue' | 'mine', address: PageAddress): void {
  const ticketId = ticketIn(address)
  const { params } = listAddress(address, null)
  params.delete('search')
  const lastView = JSON.stringify({ view, ...Object.fromEntries(params) })
  useEffect(() => void writeStored(STORAGE_KEYS.activeTicket, ticketId), [ticketId])
  useEffect(() => void writeStored(STORAGE_KEYS.lastView, lastView), [lastView])
}

import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import { readStored, writeStored } from 'shared/session'
import { DASHBOARD_PATH } from './landing-page.ts'

interface Address {
  pathname: string
  search: string
}

function isTicketLink({ pathname, search }: Address): boolean {
  const query = new URLSearchParams(search)
  return /^\/my-ticket\/[^/]+$/.test(pathname) || query.has('ticket') || query.has('open')
}

/** Stores a link to a ticket, for this tab, to return to after sign-in. Any other URL or null removes the stored link. */
export function storeTicketLink(address: Address | null): void {
  const path = address !== null && isTicketLink(address) ? address.pathname + address.search : null
  writeStored(STORAGE_KEYS.returnPath, path, 'sessionStorage')
}

export function consumeArrivalPath(): string {
  const path = readStored(STORAGE_KEYS.returnPath, 'sessionStorage')
  writeStored(STORAGE_KEYS.returnPath, null, 'sessionStorage')
  return path !== null && /^\/(?![/\\])/.test(path) ? path : DASHBOARD_PATH
}

import { readReturnPath, writeReturnPath } from 'shared/session'
import { DASHBOARD_PATH } from './landing-page.ts'

interface Address {
  pathname: string
  search: string
}

function isTicketLink({ pathname, search }: Address): boolean {
  const query = new URLSearchParams(search)
  return /^\/my-ticket\/[^/]+$/.test(pathname) || query.has('ticket') || query.has('open')
}

/** Stores a link to a ticket. Any other URL or null removes the stored link. */
export function storeTicketLink(address: Address | null): void {
  writeReturnPath(address !== null && isTicketLink(address) ? address.pathname + address.search : null)
}

export function consumeArrivalPath(): string {
  const path = readReturnPath()
  writeReturnPath(null)
  return path !== null && /^\/(?![/\\])/.test(path) ? path : DASHBOARD_PATH
}

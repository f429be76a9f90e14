import { readReturnPath, writeReturnPath } from 'shared/session'
import { DASHBOARD_PATH } from './landing-page.ts'

interface Address {
  pathname: string
  search: string
}

/** Returns true for `/my-ticket/:id` and for any page with an open conversation. */
function isTicketLink({ pathname, search }: Address): boolean {
  const query = new URLSearchParams(search)
  return /^\/my-ticket\/[^/]+$/.test(pathname) || query.has('ticket') || query.has('open')
}

/** Stores a link to a ticket to open it after the login. Any other URL or null removes the stored link. */
export function storeTicketLink(address: Address | null): void {
  writeReturnPath(address !== null && isTicketLink(address) ? address.pathname + address.search : null)
}

/** Returns the path to open after the login: the stored link to a ticket, which is then removed, or the dashboard. */
export function consumeArrivalPath(): string {
  const path = readReturnPath()
  writeReturnPath(null)
  return path !== null && /^\/(?![/\\])/.test(path) ? path : DASHBOARD_PATH
}

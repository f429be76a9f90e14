import { readReturnPath, writeReturnPath } from 'shared/session'
import { DASHBOARD_PATH } from './landing.ts'

interface Address {
  pathname: string
  search: string
}

/** `/my-ticket/:id`, or any page with a conversation open beside its list. */
function isCaseLink({ pathname, search }: Address): boolean {
  const query = new URLSearchParams(search)
  return /^\/my-ticket\/[^/]+$/.test(pathname) || query.has('ticket') || query.has('open')
}

/** Keeps the address for after sign-in when it is a link to a case; otherwise forgets an earlier one. */
export function keepCaseLink(address: Address | null): void {
  writeReturnPath(address !== null && isCaseLink(address) ? address.pathname + address.search : null)
}

/** Where a person arrives after sign-in: at the case they came for, or on the dashboard. Asked once. */
export function takeArrivalPath(): string {
  const path = readReturnPath()
  writeReturnPath(null)
  return path !== null && /^\/(?![/\\])/.test(path) ? path : DASHBOARD_PATH
}

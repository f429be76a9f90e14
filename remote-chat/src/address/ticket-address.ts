import { PATHS } from './paths.ts'

/** What of an address says which list stands there and which conversation is open. */
export interface ListPlace {
  pathname: string
  params: URLSearchParams
}

const TICKET_PATH = new RegExp(`^${PATHS.ticket}/([^/]+)`)

/** The conversation that an address opens; null for none. */
export function ticketIn({ params, pathname }: ListPlace): string | null {
  // One that names none opens none.
  return params.get('ticket') || params.get('open') || decoded(TICKET_PATH.exec(pathname)?.[1] ?? '') || null
}

/** As it stands where it is not what an address may hold: a case that nobody has. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The list with one conversation open, or none. */
export function listAddress({ params, pathname }: ListPlace, ticketId: string | null): ListPlace {
  const next = new URLSearchParams(params)
  next.delete('open')
  next.delete('message')
  next.delete('note')
  if (ticketId === null) next.delete('ticket')
  else next.set('ticket', ticketId)
  return { pathname: TICKET_PATH.test(pathname) ? PATHS.mine : pathname, params: next }
}

/** Where a case is opened from anywhere: beside the list on the screen, with its filters; else beside the queue. */
export function caseAddress(ticketId: string, here: ListPlace = placeNow()): string {
  const isList = here.pathname === PATHS.queue || here.pathname === PATHS.mine || ticketIn(here) !== null
  const { pathname, params } = listAddress(
    isList ? here : { pathname: PATHS.queue, params: new URLSearchParams() },
    ticketId,
  )
  return `${pathname}?${params}`
}

/** Whether the conversation is open before the person's eyes. */
export function isLookedAt(ticketId: string): boolean {
  return document.visibilityState === 'visible' && ticketIn(placeNow()) === ticketId
}

function placeNow(): ListPlace {
  return { pathname: location.pathname, params: new URLSearchParams(location.search) }
}

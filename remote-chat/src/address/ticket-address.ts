import { PATHS } from './paths.ts'

/** Parts of a URL that select the list and the open conversation. */
export interface ListLocation {
  pathname: string
  params: URLSearchParams
}

const TICKET_PATH = new RegExp(`^${PATHS.ticket}/([^/]+)`)

/** Returns the ticket id in the URL, or null when no conversation is open. */
export function ticketIn({ params, pathname }: ListLocation): string | null {
  // `||` instead of `??`, because an empty parameter opens nothing.
  return params.get('ticket') || params.get('open') || decoded(TICKET_PATH.exec(pathname)?.[1] ?? '') || null
}

/** Decodes percent-encoding. Returns invalid encoding unchanged; such an id matches no ticket. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Position in a conversation: a message by its number, optionally an internal note after that message. */
export interface TicketLocation {
  readonly seq: number
  readonly note?: string | null
}

/** Returns the position to open the conversation at, or null when the URL contains no position. */
export function locationIn(params: URLSearchParams): Required<TicketLocation> | null {
  const seq = Number(params.get('message'))
  return Number.isSafeInteger(seq) && seq > 0 ? { seq, note: params.get('note') } : null
}

/** Returns the URL of a list with one conversation open, or with no open conversation when `ticketId` is null. */
export function listAddress(
  { params, pathname }: ListLocation,
  ticketId: string | null,
  at: TicketLocation | null = null,
): ListLocation {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | null) => {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  next.delete('open')
  put('ticket', ticketId)
  put('message', at && String(at.seq))
  put('note', at?.note ?? null)
  return { pathname: TICKET_PATH.test(pathname) ? PATHS.mine : pathname, params: next }
}

const QUEUE: ListLocation = { pathname: PATHS.queue, params: new URLSearchParams() }

export const isList = (here: ListLocation): boolean =>
  here.pathname === PATHS.queue || here.pathname === PATHS.mine || ticketIn(here) !== null

/** Returns the location that opens a ticket next to the current list and its filters, by default next to the queue. */
export function ticketLocation(
  here: ListLocation,
  ticketId: string,
  at?: TicketLocation | null,
): ListLocation {
  return listAddress(isList(here) ? here : QUEUE, ticketId, at)
}

/** Returns the result of `ticketLocation` as a string. Default of `here`: the current location. */
export function ticketAddress(
  ticketId: string,
  at?: TicketLocation | null,
  here = currentLocation(),
): string {
  const { pathname, params } = ticketLocation(here, ticketId, at)
  return `${pathname}?${params}`
}

/** Returns the URL of a ticket next to the queue, independent of the current page. */
export const queueTicketAddress = (ticketId: string): string => ticketAddress(ticketId, null, QUEUE)

/** True when the conversation is open and the tab is visible. */
export function isInView(ticketId: string): boolean {
  return document.visibilityState === 'visible' && ticketIn(currentLocation()) === ticketId
}

function currentLocation(): ListLocation {
  return { pathname: location.pathname, params: new URLSearchParams(location.search) }
}

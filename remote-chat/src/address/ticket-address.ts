import { PATHS } from './chat-paths.ts'

export interface ListLocation {
  pathname: string
  params: URLSearchParams
}

const TICKET_PATH = new RegExp(`^${PATHS.ticket}/([^/]+)`)

export function ticketIn({ params, pathname }: ListLocation): string | null {
  // `||` instead of `??`, so that an empty parameter counts as missing.
  return params.get('ticket') || params.get('open') || decoded(TICKET_PATH.exec(pathname)?.[1] ?? '') || null
}

/** Returns text with invalid percent-encoding unchanged; such an id matches no ticket. */
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

export function locationIn(params: URLSearchParams): Required<TicketLocation> | null {
  const seq = Number(params.get('message'))
  return Number.isSafeInteger(seq) && seq > 0 ? { seq, note: params.get('note') } : null
}

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

/** Returns the URL that opens a ticket next to the current list, or next to the queue if the page has no list. */
export function ticketLocation(
  here: ListLocation,
  ticketId: string,
  at?: TicketLocation | null,
): ListLocation {
  return listAddress(isList(here) ? here : QUEUE, ticketId, at)
}

/** The parameter `here` defaults to the current location. */
export function ticketAddress(
  ticketId: string,
  at?: TicketLocation | null,
  here = currentLocation(),
): string {
  const { pathname, params } = ticketLocation(here, ticketId, at)
  return `${pathname}?${params}`
}

export const queueTicketAddress = (ticketId: string): string => ticketAddress(ticketId, null, QUEUE)

export function isInView(ticketId: string): boolean {
  return document.visibilityState === 'visible' && ticketIn(currentLocation()) === ticketId
}

function currentLocation(): ListLocation {
  return { pathname: location.pathname, params: new URLSearchParams(location.search) }
}

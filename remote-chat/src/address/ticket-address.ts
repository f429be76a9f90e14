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

/** A place in a conversation: a message by its number, or the internal note behind it. */
export interface CasePlace {
  readonly seq: number
  readonly note?: string | null
}

/** The place at which the conversation is to be opened, as the address says; null for none. */
export function placeIn(params: URLSearchParams): Required<CasePlace> | null {
  const seq = Number(params.get('message'))
  return Number.isSafeInteger(seq) && seq > 0 ? { seq, note: params.get('note') } : null
}

/** The list with one conversation open, at a place in it, or none. */
export function listAddress(
  { params, pathname }: ListPlace,
  ticketId: string | null,
  at: CasePlace | null = null,
): ListPlace {
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

const QUEUE: ListPlace = { pathname: PATHS.queue, params: new URLSearchParams() }

/** A list stands there. */
export const isList = (here: ListPlace): boolean =>
  here.pathname === PATHS.queue || here.pathname === PATHS.mine || ticketIn(here) !== null

/** Where a case is opened from: beside the list that stands there, with its filters; else beside the queue. */
export function casePlace(here: ListPlace, ticketId: string, at?: CasePlace | null): ListPlace {
  return listAddress(isList(here) ? here : QUEUE, ticketId, at)
}

/** The same as an address, from where the person is. */
export function caseAddress(ticketId: string, at?: CasePlace | null, here = placeNow()): string {
  const { pathname, params } = casePlace(here, ticketId, at)
  return `${pathname}?${params}`
}

/** A case beside the queue, for who may be anywhere by the time they go there. */
export const queueCaseAddress = (ticketId: string): string => caseAddress(ticketId, null, QUEUE)

/** Whether the conversation is open before the person's eyes. */
export function isLookedAt(ticketId: string): boolean {
  return document.visibilityState === 'visible' && ticketIn(placeNow()) === ticketId
}

function placeNow(): ListPlace {
  return { pathname: location.pathname, params: new URLSearchParams(location.search) }
}

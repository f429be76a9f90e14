import { replaceEqualDeep } from '@tanstack/react-query'
import type { TicketPatch } from 'shared/contract/tickets/decode-ticket.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'

type Values = Omit<Ticket, 'unread_count'>
type Field = keyof Values

/** Fields with versions: the higher version wins, so responses and events may arrive late, twice or in any order. */
export interface VersionedTicket {
  readonly values: Partial<Values>
  readonly versions: Partial<Record<Field, number>>
  /** Whole ticket as shown; null until a response has delivered all fields. */
  readonly ticket: Ticket | null
  /** Highest message number that this user has seen; only grows. */
  readonly seen: number
  /** Number of customer messages that this user has seen; only grows. */
  readonly seenIn: number
  /** Unread count of this browser, for a server without message numbers; null when nothing was counted. */
  readonly countedUnread: number | null
}

/** Fields that never decrease: the highest value wins, regardless of the version. */
const GROWING_FIELDS: ReadonlySet<Field> = new Set([
  'last_seq',
  'last_in_seq',
  'last_out_seq',
  'in_count',
  'version',
  'revision',
])

const EMPTY_TICKET: VersionedTicket = {
  values: {},
  versions: {},
  ticket: null,
  seen: 0,
  seenIn: 0,
  countedUnread: null,
}

export function mergeTicket(knownTicket: VersionedTicket = EMPTY_TICKET, ticket: Ticket): VersionedTicket {
  const { unread_count, ...values } = ticket
  // Without `in_count`, assumes that all messages after the last one seen are the customer's.
  const isAllSeen = unread_count === 0 || !hasInCount(ticket)
  const seen = isAllSeen ? Math.max(knownTicket.seen, ticket.last_in_seq - unread_count) : knownTicket.seen
  const seenIn = Math.max(knownTicket.seenIn, ticket.in_count - unread_count)
  const countedUnread = isNumbered(ticket) ? null : (knownTicket.countedUnread ?? unread_count)
  return settle({ ...knownTicket, seen, seenIn, countedUnread }, values, ticket.version, knownTicket, true)
}

export function mergePatch(knownTicket: VersionedTicket = EMPTY_TICKET, patch: TicketPatch): VersionedTicket {
  const { version, profile, ...rest } = patch
  const values: Partial<Values> = rest
  if (profile && knownTicket.values.profile) values.profile = { ...knownTicket.values.profile, ...profile }
  else if (profile && profile.display_name !== undefined && profile.is_vip !== undefined)
    values.profile = { picture_url: null, ...profile } as Ticket['profile']
  if (version > 0) values.version = version
  return settle(knownTicket, values, version, knownTicket, knownTicket.ticket !== null)
}

export function mergeSeen(knownTicket: VersionedTicket = EMPTY_TICKET, seq: number): VersionedTicket {
  const countedUnread = knownTicket.countedUnread === null ? null : 0
  if (seq <= knownTicket.seen && countedUnread === knownTicket.countedUnread) return knownTicket
  return settle(
    { ...knownTicket, seen: Math.max(knownTicket.seen, seq), countedUnread },
    {},
    0,
    knownTicket,
    knownTicket.ticket !== null,
  )
}

export function mergeCountedUnread(
  knownTicket: VersionedTicket = EMPTY_TICKET,
  unread: number,
): VersionedTicket {
  if (knownTicket.ticket === null || isNumbered(knownTicket.ticket) || knownTicket.countedUnread === unread)
    return knownTicket
  return settle({ ...knownTicket, countedUnread: unread }, {}, 0, knownTicket, true)
}

/** False for tickets of a server with an older API, which sends neither `version` nor `seq`. */
export function isNumbered(ticket: Pick<Ticket, 'version' | 'last_seq'>): boolean {
  return ticket.version > 0 || ticket.last_seq > 0
}

const hasInCount = (values: Partial<Pick<Ticket, 'in_count'>>) => (values.in_count ?? 0) > 0

/** Returns the unread count: the lower of two upper bounds, by message number and by number of customer messages. */
export function unreadOf(
  values: Pick<Ticket, 'last_in_seq' | 'in_count'>,
  { seen, seenIn }: Pick<VersionedTicket, 'seen' | 'seenIn'>,
): number {
  const bySeq = Math.max(0, values.last_in_seq - seen)
  return hasInCount(values) ? Math.min(bySeq, Math.max(0, values.in_count - seenIn)) : bySeq
}

function settle(
  next: VersionedTicket,
  incoming: Partial<Values>,
  version: number,
  before: VersionedTicket,
  whole: boolean,
): VersionedTicket {
  const values: Record<string, unknown> = { ...next.values }
  const versions = { ...next.versions }
  let changed =
    next.seen !== before.seen || next.seenIn !== before.seenIn || next.countedUnread !== before.countedUnread
  for (const [name, value] of Object.entries(incoming)) {
    const field = name as Field
    if (GROWING_FIELDS.has(field)) {
      if (
        (values[field] as number | undefined) === undefined ||
        (value as number) > (values[field] as number)
      ) {
        values[field] = value
        changed = true
      }
      continue
    }
    const known = versions[field]
    if (known !== undefined && known > version) continue
    if (known !== version) {
      versions[field] = version
      changed = true
    }
    const merged = replaceEqualDeep(values[field], value)
    if (merged !== values[field]) {
      values[field] = merged
      changed = true
    }
  }
  // A response without changed fields can still complete a ticket that was known only from events.
  if (!changed && whole === (before.ticket !== null)) return before
  const { in_count = 0, last_in_seq = 0 } = values as Partial<Values>
  const seenIn = last_in_seq <= next.seen ? Math.max(next.seenIn, in_count) : next.seenIn
  const knownTicket = { ...next, seenIn, values: values as Partial<Values>, versions }
  return { ...knownTicket, ticket: whole ? showTicket(knownTicket, before.ticket) : null }
}

function showTicket(knownTicket: VersionedTicket, shown: Ticket | null): Ticket {
  const values = knownTicket.values as Values
  const unread_count =
    isNumbered(values) || knownTicket.countedUnread === null
      ? unreadOf(values, knownTicket)
      : knownTicket.countedUnread
  const ticket: Ticket = { ...values, unread_count }
  return shown === null ? ticket : replaceEqualDeep(shown, ticket)
}

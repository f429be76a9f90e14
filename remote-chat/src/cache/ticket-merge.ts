import { replaceEqualDeep } from '@tanstack/react-query'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { TicketPatch } from 'shared/contract/tickets/ticket-patch.ts'

type Values = Omit<Ticket, 'unread_count'>
type Field = keyof Values

/**
 * Known values of one ticket, each field with its version. The higher version of a field wins, so responses and events
 * may arrive late, twice or in any order with the same result.
 */
export interface TicketFacts {
  readonly values: Partial<Values>
  readonly versions: Partial<Record<Field, number>>
  /** Whole ticket as shown; null until a response has delivered all fields. */
  readonly ticket: Ticket | null
  /** Highest message number that this user has seen; only grows. */
  readonly seen: number
  /** Number of customer messages that this user has seen; only grows. */
  readonly seenIn: number
  /** Local unread count, for a server without message numbers; null when nothing was counted. */
  readonly countedUnread: number | null
}

/** Fields that only grow: the highest value wins, regardless of the version. */
const GROWING: ReadonlySet<Field> = new Set([
  'last_seq',
  'last_in_seq',
  'last_out_seq',
  'in_count',
  'version',
  'revision',
])

const NO_FACTS: TicketFacts = {
  values: {},
  versions: {},
  ticket: null,
  seen: 0,
  seenIn: 0,
  countedUnread: null,
}

export function mergeTicket(facts: TicketFacts = NO_FACTS, ticket: Ticket): TicketFacts {
  const { unread_count, ...values } = ticket
  // Without `in_count`, assume that all messages after the last seen one are the customer's.
  const isAllSeen = unread_count === 0 || !countsIn(ticket)
  const seen = isAllSeen ? Math.max(facts.seen, ticket.last_in_seq - unread_count) : facts.seen
  const seenIn = Math.max(facts.seenIn, ticket.in_count - unread_count)
  const countedUnread = isNumbered(ticket) ? null : (facts.countedUnread ?? unread_count)
  return settle({ ...facts, seen, seenIn, countedUnread }, values, ticket.version, facts, true)
}

/** Merges the changed fields of a ticket from an event. */
export function mergePatch(facts: TicketFacts = NO_FACTS, patch: TicketPatch): TicketFacts {
  const { version, profile, ...rest } = patch
  const values: Partial<Values> = rest
  if (profile && facts.values.profile) values.profile = { ...facts.values.profile, ...profile }
  else if (profile && profile.display_name !== undefined && profile.is_vip !== undefined)
    values.profile = { picture_url: null, ...profile } as Ticket['profile']
  if (version > 0) values.version = version
  return settle(facts, values, version, facts, facts.ticket !== null)
}

export function mergeSeen(facts: TicketFacts = NO_FACTS, seq: number): TicketFacts {
  const countedUnread = facts.countedUnread === null ? null : 0
  if (seq <= facts.seen && countedUnread === facts.countedUnread) return facts
  return settle(
    { ...facts, seen: Math.max(facts.seen, seq), countedUnread },
    {},
    0,
    facts,
    facts.ticket !== null,
  )
}

/** Stores the local unread count; only used when the server sends no message numbers. */
export function mergeCountedUnread(facts: TicketFacts = NO_FACTS, unread: number): TicketFacts {
  if (facts.ticket === null || isNumbered(facts.ticket) || facts.countedUnread === unread) return facts
  return settle({ ...facts, countedUnread: unread }, {}, 0, facts, true)
}

/** False for a server that sends neither version nor seq (an older API). */
export function isNumbered(ticket: Pick<Ticket, 'version' | 'last_seq'>): boolean {
  return ticket.version > 0 || ticket.last_seq > 0
}

const countsIn = (values: Partial<Pick<Ticket, 'in_count'>>) => (values.in_count ?? 0) > 0

/**
 * Returns how many customer messages are newer than what the user has seen, regardless of replies. Both counts are
 * upper bounds, so the lower one is returned.
 */
export function unreadOf(
  values: Pick<Ticket, 'last_in_seq' | 'in_count'>,
  { seen, seenIn }: Pick<TicketFacts, 'seen' | 'seenIn'>,
): number {
  const bySeq = Math.max(0, values.last_in_seq - seen)
  return countsIn(values) ? Math.min(bySeq, Math.max(0, values.in_count - seenIn)) : bySeq
}

function settle(
  next: TicketFacts,
  incoming: Partial<Values>,
  version: number,
  before: TicketFacts,
  whole: boolean,
): TicketFacts {
  const values: Record<string, unknown> = { ...next.values }
  const versions = { ...next.versions }
  let changed =
    next.seen !== before.seen || next.seenIn !== before.seenIn || next.countedUnread !== before.countedUnread
  for (const [name, value] of Object.entries(incoming)) {
    const field = name as Field
    if (GROWING.has(field)) {
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
    const kept = replaceEqualDeep(values[field], value)
    if (kept !== values[field]) {
      values[field] = kept
      changed = true
    }
  }
  // A response may change no field and still complete a ticket of which only events were known.
  if (!changed && whole === (before.ticket !== null)) return before
  const { in_count = 0, last_in_seq = 0 } = values as Partial<Values>
  const seenIn = last_in_seq <= next.seen ? Math.max(next.seenIn, in_count) : next.seenIn
  const facts = { ...next, seenIn, values: values as Partial<Values>, versions }
  return { ...facts, ticket: whole ? showTicket(facts, before.ticket) : null }
}

function showTicket(facts: TicketFacts, shown: Ticket | null): Ticket {
  const values = facts.values as Values
  const unread_count =
    isNumbered(values) || facts.countedUnread === null ? unreadOf(values, facts) : facts.countedUnread
  const ticket: Ticket = { ...values, unread_count }
  return shown === null ? ticket : replaceEqualDeep(shown, ticket)
}

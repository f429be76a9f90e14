import { replaceEqualDeep } from '@tanstack/react-query'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import type { TicketPatch } from 'shared/contract/tickets/ticket-patch.ts'

type Values = Omit<Ticket, 'unread_count'>
type Field = keyof Values

/**
 * What is known of one ticket, field by field with the version that said so. Of two versions of a field the higher
 * stands, whatever came first: so events and answers may come late, twice or in any order, and the end is the same.
 */
export interface TicketFacts {
  readonly values: Partial<Values>
  readonly versions: Partial<Record<Field, number>>
  /** The whole ticket as screens show it; null until an answer has brought all fields. */
  readonly ticket: Ticket | null
  /** The highest message number that this person is known to have seen; only grows. */
  readonly seen: number
  /** How many messages of the customer this person is known to have seen; only grows. */
  readonly seenIn: number
  /** Unread as counted here, for a server that does not number its messages; null when nobody has counted. */
  readonly countedUnread: number | null
}

/** These only ever grow, so the highest stands whatever the version says. */
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

/** A whole ticket, as a call answered it. */
export function mergeTicket(facts: TicketFacts = NO_FACTS, ticket: Ticket): TicketFacts {
  const { unread_count, ...values } = ticket
  // Where the server does not count the customer's messages, all since the newest that is not unread are theirs.
  const isAllSeen = unread_count === 0 || !countsIn(ticket)
  const seen = isAllSeen ? Math.max(facts.seen, ticket.last_in_seq - unread_count) : facts.seen
  const seenIn = Math.max(facts.seenIn, ticket.in_count - unread_count)
  const countedUnread = isNumbered(ticket) ? null : (facts.countedUnread ?? unread_count)
  return settle({ ...facts, seen, seenIn, countedUnread }, values, ticket.version, facts, true)
}

/** Some fields of a ticket, as an event told them. */
export function mergePatch(facts: TicketFacts = NO_FACTS, patch: TicketPatch): TicketFacts {
  const { version, profile, ...rest } = patch
  const values: Partial<Values> = rest
  if (profile && facts.values.profile) values.profile = { ...facts.values.profile, ...profile }
  else if (profile && profile.display_name !== undefined && profile.is_vip !== undefined)
    values.profile = { picture_url: null, ...profile } as Ticket['profile']
  if (version > 0) values.version = version
  return settle(facts, values, version, facts, facts.ticket !== null)
}

/** This person has read up to here. */
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

/** How many are unread by the browser's own count; kept only where the server does not number messages. */
export function mergeCountedUnread(facts: TicketFacts = NO_FACTS, unread: number): TicketFacts {
  if (facts.ticket === null || isNumbered(facts.ticket) || facts.countedUnread === unread) return facts
  return settle({ ...facts, countedUnread: unread }, {}, 0, facts, true)
}

/** False for a server that sends neither version nor seq (an older API). */
export function isNumbered(ticket: Pick<Ticket, 'version' | 'last_seq'>): boolean {
  return ticket.version > 0 || ticket.last_seq > 0
}

const countsIn = (values: Partial<Pick<Ticket, 'in_count'>>) => (values.in_count ?? 0) > 0

/** Messages of the customer newer than what this person has seen, whoever has answered since. Neither number can be below that. */
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
  // An answer may change no field and still complete a ticket of which only events were known.
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

import fc from 'fast-check'
import type { TicketPatch } from 'shared/contract/tickets/decode-ticket.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import {
  mergeCountedUnread,
  mergePatch,
  mergeSeen,
  mergeTicket,
  unreadOf,
  type VersionedTicket,
} from './ticket-merge.ts'

const id = 't'

/** Change of one ticket on the server. Each change creates a version with the changed fields. */
type Step = 'in' | 'out' | 'accept' | 'close' | 'rename' | 'read'
const step = fc.constantFrom<Step>('in', 'in', 'out', 'accept', 'close', 'rename', 'read')

interface Changes {
  /** The whole ticket after each action, with this user's unread count. */
  tickets: Ticket[]
  /** Fields that each action changed. */
  patches: TicketPatch[]
  reads: number[]
}

function live(steps: readonly Step[]): Changes {
  let read = 0
  const inSeqs: number[] = []
  let ticket = mockTicket({ id, version: 1 }, 0)
  const shown = () => ({ ...ticket, unread_count: inSeqs.filter((seq) => seq > read).length })
  const notified: Changes = { tickets: [shown()], patches: [], reads: [] }
  const change = (fields: Partial<Ticket>) => {
    const version = ticket.version + 1
    ticket = { ...ticket, ...fields, version }
    notified.patches.push({ id, version, ...fields } as TicketPatch)
  }
  for (const each of steps) {
    const seq = ticket.last_seq + 1
    const at = new Date(seq * 1_000).toISOString()
    if (each === 'in') inSeqs.push(seq)
    if (each === 'in')
      change({
        last_seq: seq,
        last_in_seq: seq,
        in_count: ticket.in_count + 1,
        waiting_since: ticket.waiting_since ?? at,
      })
    else if (each === 'out') change({ last_seq: seq, last_out_seq: seq, waiting_since: null })
    else if (each === 'accept') change({ assigned_to: { ...STAFF_MEMBER, id: `a${ticket.version}` } })
    else if (each === 'close') change({ status: ticket.status === 'OPEN' ? 'CLOSED' : 'OPEN' })
    else if (each === 'rename')
      change({ profile: { ...ticket.profile, display_name: `ลูกค้า ${ticket.version}` } })
    else {
      read = ticket.last_seq
      notified.reads.push(read)
    }
    notified.tickets.push(shown())
  }
  return notified
}
const STAFF_MEMBER = {
  id: '',
  line_user_id: '',
  display_name: 'x',
  full_name: null,
  username: null,
  avatar_url: null,
}

type CacheEvent =
  | { kind: 'ticket'; ticket: Ticket }
  | { kind: 'patch'; patch: TicketPatch }
  | { kind: 'read'; seq: number }

function notify(knownTicket: VersionedTicket | undefined, word: CacheEvent): VersionedTicket {
  if (word.kind === 'ticket') return mergeTicket(knownTicket, word.ticket)
  if (word.kind === 'patch') return mergePatch(knownTicket, word.patch)
  return mergeSeen(knownTicket, word.seq)
}

/** All responses and events of a ticket's history, some repeated, in any order, with at least one whole response. */
const anyNotifying = fc
  .array(step, { maxLength: 14 })
  .map(live)
  .chain((notified) => {
    const words: CacheEvent[] = [
      ...notified.patches.map((patch) => ({ kind: 'patch' as const, patch })),
      ...notified.tickets.map((ticket) => ({ kind: 'ticket' as const, ticket })),
      ...notified.reads.map((seq) => ({ kind: 'read' as const, seq })),
    ]
    const last = notified.tickets.at(-1) as Ticket
    return fc
      .tuple(fc.shuffledSubarray(words), fc.array(fc.constantFrom(...words), { maxLength: 6 }))
      .chain(([some, again]) =>
        fc.record({
          last: fc.constant(last),
          /** Contains every response and event at least once. */
          enough: fc.shuffledSubarray([...words, ...some, ...again], {
            minLength: words.length + some.length + again.length,
          }),
        }),
      )
  })

describe('ticket events in any order, with repeats', () => {
  test('ticket events and responses in any order converge to the server’s state', () => {
    fc.assert(
      fc.property(anyNotifying, ({ last, enough }) => {
        let knownTicket: VersionedTicket | undefined
        for (const word of enough) knownTicket = notify(knownTicket, word)
        expect(knownTicket?.ticket).toEqual(last)
      }),
      { numRuns: 300 },
    )
  })

  test('ignores older responses and events after the newest complete ticket has arrived', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (steps, chance) => {
        const notified = live(steps)
        const last = notified.tickets.at(-1) as Ticket
        const knownTicket = mergeSeen(mergeTicket(undefined, last), Math.max(0, ...notified.reads))
        const words: CacheEvent[] = [
          ...notified.tickets.map((ticket) => ({ kind: 'ticket' as const, ticket })),
          ...notified.patches.map((patch) => ({ kind: 'patch' as const, patch })),
        ]
        for (let count = 0; count < 10; count += 1) {
          const word = words[(chance.next().value as number) % words.length] as CacheEvent
          expect(notify(knownTicket, word).ticket).toEqual(last)
        }
      }),
    )
  })
})

describe('reference of a cached object', () => {
  test('a cached ticket keeps its reference when a response contains nothing new', () => {
    const ticket = mockTicket({ id, version: 3, last_in_seq: 2, last_seq: 2, unread_count: 1 })
    const knownTicket = mergeTicket(undefined, ticket)
    expect(mergeTicket(knownTicket, structuredClone(ticket))).toBe(knownTicket)
    expect(mergePatch(knownTicket, { id, version: 2, status: 'CLOSED' })).toBe(knownTicket)
    expect(mergePatch(knownTicket, { id, version: 3, status: 'OPEN' })).toBe(knownTicket)
    expect(mergeSeen(knownTicket, 1)).toBe(knownTicket)
  })
  test('a cached ticket keeps its reference when only hidden fields change', () => {
    const knownTicket = mergeTicket(undefined, mockTicket({ id, version: 3 }))
    const later = mergePatch(knownTicket, { id, version: 3, subject: knownTicket.ticket?.subject })
    expect(later.ticket).toBe(knownTicket.ticket)
  })
})

test('a change that arrives before its ticket is applied when the ticket arrives', () => {
  const early = mergePatch(undefined, { id, version: 5, status: 'CLOSED' })
  expect(early.ticket).toBeNull()
  expect(mergeTicket(early, mockTicket({ id, version: 4 })).ticket).toMatchObject({
    status: 'CLOSED',
    version: 5,
  })
})

describe('unread count', () => {
  const knownTicket = mergeTicket(
    undefined,
    mockTicket({ id, version: 1, last_seq: 3, last_in_seq: 3, unread_count: 2 }),
  )
  test('the unread count grows with the customer’s messages', () => {
    expect(
      mergePatch(knownTicket, { id, version: 2, last_seq: 5, last_in_seq: 5 }).ticket?.unread_count,
    ).toBe(4)
  })
  test('the unread count contains only the customer’s messages and ignores another agent’s reply', () => {
    const counted = mergeTicket(
      undefined,
      mockTicket({ id, last_seq: 3, last_in_seq: 3, in_count: 3, unread_count: 2 }),
    )
    const answered = mergePatch(counted, { id, version: 2, last_seq: 4, last_out_seq: 4 })
    expect(answered.ticket?.unread_count).toBe(2)
    const more = mergePatch(answered, { id, version: 3, last_seq: 5, last_in_seq: 5, in_count: 4 })
    expect(more.ticket?.unread_count).toBe(3)
    expect(mergeSeen(more, 5).ticket?.unread_count).toBe(0)
  })
  test('the unread count is 0 once the ticket is seen, and an older response does not raise it again', () => {
    const seen = mergeSeen(knownTicket, 3)
    expect(seen.ticket?.unread_count).toBe(0)
    expect(mergeTicket(seen, knownTicket.ticket as Ticket).ticket?.unread_count).toBe(0)
  })
  test('the unread count is never negative', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9), (last_in_seq, in_count, seen, seenIn) => {
        expect(unreadOf({ last_in_seq, in_count }, { seen, seenIn })).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('server without message numbers', () => {
  const plain = { id, version: 0, unread_count: 0 }
  test('when the server has no message numbers, the update of a ticket that arrives last is used', () => {
    const knownTicket = mergeTicket(undefined, mockTicket(plain))
    const closed = mergePatch(knownTicket, { id, version: 0, status: 'CLOSED', profile: { is_vip: true } })
    expect(closed.ticket).toMatchObject({ status: 'CLOSED', profile: { is_vip: true, display_name: 'ลูกค้า' } })
    expect(mergeTicket(closed, mockTicket(plain)).ticket?.status).toBe('OPEN')
  })
  test('keeps the local unread count across responses until the ticket is seen', () => {
    const counted = mergeCountedUnread(mergeTicket(undefined, mockTicket(plain)), 3)
    expect(counted.ticket?.unread_count).toBe(3)
    expect(mergeTicket(counted, mockTicket(plain)).ticket?.unread_count).toBe(3)
    expect(mergeSeen(counted, 0).ticket?.unread_count).toBe(0)
  })
})

test('a ticket becomes visible with its first response, even if an event already contained the same fields', () => {
  const { unread_count, ...notified } = mockTicket(
    { id, version: 3, last_seq: 1, last_in_seq: 1, unread_count: 1 },
    0,
  )
  const known = mergeTicket(mergePatch(undefined, notified), { ...notified, unread_count })
  expect(known.ticket).toEqual({ ...notified, unread_count })
  expect(mergeSeen(known, 1).ticket?.unread_count).toBe(0)
  expect(mergePatch(known, { id, version: 4, waiting_since: null }).ticket?.waiting_since).toBeNull()
})

import { expect, test } from 'vitest'
import { addSeenTickets, NO_SEEN_TICKETS, newTickets } from './new-tickets.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 7, minute)).toISOString()
const open = (id: string, minute: number) => ({ id, status: 'OPEN' as const, opened_at: at(minute) })
const first = [open('b', 2), open('a', 1)]
const known = addSeenTickets(NO_SEEN_TICKETS, 'all', first, [])

test('the tickets of the first response do not count as new', () => {
  expect(newTickets(known, first)).toEqual([])
})

test('a ticket opened later counts as new until it was on the screen', () => {
  const now = [open('d', 4), open('c', 3), ...first]
  expect(newTickets(addSeenTickets(known, 'all', now, ['a']), now)).toEqual(['d', 'c'])
  const later = addSeenTickets(known, 'all', now, ['a', 'c'])
  expect(newTickets(later, now)).toEqual(['d'])
  expect(newTickets(addSeenTickets(later, 'all', now, []), now)).toEqual(['d'])
})

test('an older ticket that moves into view, or a closed ticket, does not count as new', () => {
  const now = [{ ...open('c', 3), status: 'CLOSED' as const }, open('z', 0), ...first]
  expect(newTickets(addSeenTickets(known, 'all', now, []), now)).toEqual([])
})

test('the record of seen tickets starts again for a list with other filters, and keeps its reference when nothing changes', () => {
  const now = [open('c', 3), ...first]
  expect(newTickets(addSeenTickets(known, 'vip', now, []), now)).toEqual([])
  expect(addSeenTickets(known, 'all', now, [])).toBe(known)
})

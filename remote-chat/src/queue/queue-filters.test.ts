import fc from 'fast-check'
import { MAX_PAGE } from 'shared/contract/constants.ts'
import { describe, expect, test } from 'vitest'
import {
  changeFilters,
  countFilters,
  isPlainAddress,
  NO_FILTERS,
  type QueueFilters,
  queueQueryOf,
  readQueueFilters,
  writeQueueFilters,
} from './queue-filters.ts'

const anyFilters: fc.Arbitrary<QueueFilters> = fc.record({
  page: fc.integer({ min: 1, max: MAX_PAGE }),
  order: fc.constantFrom('longest', 'newest'),
  search: fc.string({ maxLength: 100, unit: 'grapheme' }).filter((text) => text.length <= 100),
  channel: fc.string({ maxLength: 20 }),
  assignee: fc.string({ maxLength: 20 }),
  closed: fc.boolean(),
  unread: fc.boolean(),
})

describe('queue filters in the URL', () => {
  test('every choice of filters can be written to the URL and read back', () => {
    fc.assert(
      fc.property(anyFilters, (filters) => {
        const address = writeQueueFilters(new URLSearchParams(), filters).toString()
        expect(readQueueFilters(new URLSearchParams(address))).toEqual(filters)
      }),
    )
  })
  test('the URL omits default filters and keeps other parameters', () => {
    expect(writeQueueFilters(new URLSearchParams('ticket=x'), NO_FILTERS).toString()).toBe('ticket=x')
  })
  test.each(['page=0', 'page=-1', 'page=x', 'page=1e99', 'order=odd', 'closed=yes', 'unread='])(
    'the invalid URL parameters %s are ignored',
    (address) => expect(readQueueFilters(new URLSearchParams(address))).toEqual(NO_FILTERS),
  )
})

test('limits the page number in the URL to the maximum', () => {
  expect(readQueueFilters(new URLSearchParams({ page: String(MAX_PAGE + 1) })).page).toBe(MAX_PAGE)
})

test('a URL without list parameters is recognized', () => {
  for (const address of ['', 'ticket=x', 'open=x'])
    expect(isPlainAddress(new URLSearchParams(address))).toBe(true)
  for (const address of [
    'search=',
    'order=longest',
    'page=2',
    'closed=1',
    'tab=closed',
    'ticket=x&channel=vip',
  ])
    expect(isPlainAddress(new URLSearchParams(address))).toBe(false)
})

test('a change of filters returns to the first page, a change of the page number does not', () => {
  const filters = { ...NO_FILTERS, page: 3 }
  for (const change of [{ closed: true }, { unread: true }, { search: 'x' }, { channel: 'main' }])
    expect(changeFilters(filters, change).page).toBe(1)
  expect(changeFilters(filters, { page: 4 }).page).toBe(4)
})

describe('list query of the filters', () => {
  test('by default, the list query requests open tickets, sorted by waiting time', () => {
    expect(queueQueryOf(NO_FILTERS)).toEqual({ status: 'OPEN', order: 'waiting_since', page: 1 })
  })
  test('the list query contains every filter', () => {
    const filters: QueueFilters = {
      page: 2,
      order: 'newest',
      search: '  กานต์ ',
      channel: 'main',
      assignee: 'me',
      closed: true,
      unread: true,
    }
    expect(queueQueryOf(filters)).toEqual({
      order: '-opened_at',
      page: 2,
      search: 'กานต์',
      channel_key: 'main',
      assignee: 'me',
      unread_only: true,
    })
    expect(countFilters(filters)).toBe(4)
  })
  test('the list query can request unassigned tickets', () => {
    expect(queueQueryOf({ ...NO_FILTERS, assignee: 'none' })).toMatchObject({
      unassigned: true,
      assignee: undefined,
    })
  })
})

import { expect, test } from 'vitest'
import { readAddress, withAddress } from './dashboard-address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))
const USUAL = { tab: 'overview', period: { days: 7 }, isOpenHours: false, order: 'closed', tickets: null }

test.each([
  ['', {}],
  ['tab=ranking&days=30&order_by=first', { tab: 'ranking', period: { days: 30 }, order: 'first' }],
  ['tab=nothing&days=0&order_by=nothing&cases=toString', {}],
  ['hours=business', { isOpenHours: true }],
  ['cases=closed&agent=U1', { tickets: { metric: 'closed', agent: 'U1' } }],
  ['cases=closed&day=2026-11-20', { tickets: { metric: 'closed', day: '2026-11-20' } }],
  ['cases=closed&day=2026-11-31', { tickets: { metric: 'closed' } }],
  ['cases=handled&category=อื่นๆ', { tickets: { metric: 'handled', category: 'อื่นๆ' } }],
  ['cases=closed&sort=longest', { tickets: { metric: 'closed', order: 'longest' } }],
  ['cases=closed&sort=worst', { tickets: { metric: 'closed' } }],
  ['cases=incoming&weekday=0&hour=18', { tickets: { metric: 'incoming', weekday: 0, hour: 18 } }],
  // The server has no ticket list for `incoming` without a weekday and an hour.
  ['cases=incoming', {}],
  ['cases=incoming&weekday=7&hour=18', {}],
  ['cases=incoming&weekday=1&hour=', {}],
  ['cases=closed&weekday=1&hour=2', { tickets: { metric: 'closed' } }],
  ['cases=closed&category=อื่นๆ', { tickets: { metric: 'closed' } }],
  ['cases=handled&category=อื่นๆ&agent=U1', { tickets: { metric: 'handled', agent: 'U1' } }],
])("reads the dashboard's state from the URL parameters %j", (query, texts) => {
  expect(read(query)).toEqual({ ...USUAL, ...texts })
})

test("the dashboard's state survives being written to and read from the URL", () => {
  const address = {
    tab: 'ranking',
    period: { from: '2026-11-01', to: '2026-11-20' },
    isOpenHours: true,
    order: 'pickup',
    tickets: { metric: 'first_response', agent: 'U1', order: 'latest' },
  } as const
  expect(readAddress(withAddress(new URLSearchParams('days=90'), address))).toEqual(address)
})

test('the URL contains a weekday and hour only while their ticket list is open', () => {
  const tickets = { metric: 'incoming', weekday: 0, hour: 7 } as const
  const opened = withAddress(new URLSearchParams('days=30'), { tickets })
  expect(readAddress(opened).tickets).toEqual(tickets)
  expect(withAddress(opened, { tickets: null }).toString()).toBe('days=30')
})

test('the URL contains a day of the period only while its ticket list is open', () => {
  const tickets = { metric: 'closed', day: '2026-11-20' } as const
  const opened = withAddress(new URLSearchParams('days=30'), { tickets })
  expect(readAddress(opened).tickets).toEqual(tickets)
  expect(withAddress(opened, { tickets: null }).toString()).toBe('days=30')
})

test('omits default values from the URL and keeps unchanged parameters', () => {
  const usual = withAddress(new URLSearchParams('tab=ranking&days=30&order_by=first&cases=closed&agent=U1'), {
    tab: 'overview',
    order: 'closed',
    tickets: null,
  })
  expect(usual.toString()).toBe('days=30')
})

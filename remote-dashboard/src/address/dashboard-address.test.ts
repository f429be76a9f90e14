import { expect, test } from 'vitest'
import { readAddress, withAddress } from './dashboard-address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))
const USUAL = { tab: 'overview', period: { days: 7 }, isOpenHours: false, order: 'closed', cases: null }

test.each([
  ['', {}],
  ['tab=ranking&days=30&order_by=first', { tab: 'ranking', period: { days: 30 }, order: 'first' }],
  ['tab=nothing&days=0&order_by=nothing&cases=toString', {}],
  ['hours=business', { isOpenHours: true }],
  ['cases=closed&agent=U1', { cases: { figure: 'closed', agent: 'U1' } }],
  ['cases=closed&day=2026-11-20', { cases: { figure: 'closed', day: '2026-11-20' } }],
  ['cases=closed&day=2026-11-31', { cases: { figure: 'closed' } }],
  ['cases=handled&category=อื่นๆ', { cases: { figure: 'handled', category: 'อื่นๆ' } }],
  ['cases=closed&sort=longest', { cases: { figure: 'closed', order: 'longest' } }],
  ['cases=closed&sort=worst', { cases: { figure: 'closed' } }],
  ['cases=incoming&weekday=0&hour=18', { cases: { figure: 'incoming', weekday: 0, hour: 18 } }],
  // No such list exists on the server.
  ['cases=incoming', {}],
  ['cases=incoming&weekday=7&hour=18', {}],
  ['cases=incoming&weekday=1&hour=', {}],
  ['cases=closed&weekday=1&hour=2', { cases: { figure: 'closed' } }],
  ['cases=closed&category=อื่นๆ', { cases: { figure: 'closed' } }],
  ['cases=handled&category=อื่นๆ&agent=U1', { cases: { figure: 'handled', agent: 'U1' } }],
])('reads %j', (query, said) => {
  expect(read(query)).toEqual({ ...USUAL, ...said })
})

test('reads back what it writes', () => {
  const address = {
    tab: 'ranking',
    period: { from: '2026-11-01', to: '2026-11-20' },
    isOpenHours: true,
    order: 'pickup',
    cases: { figure: 'first_response', agent: 'U1', order: 'latest' },
  } as const
  expect(readAddress(withAddress(new URLSearchParams('days=90'), address))).toEqual(address)
})

test('writes and reads a weekday hour, and removes it together with its list', () => {
  const cases = { figure: 'incoming', weekday: 0, hour: 7 } as const
  const opened = withAddress(new URLSearchParams('days=30'), { cases })
  expect(readAddress(opened).cases).toEqual(cases)
  expect(withAddress(opened, { cases: null }).toString()).toBe('days=30')
})

test('writes and reads a day of the period, and removes it together with its list', () => {
  const cases = { figure: 'closed', day: '2026-11-20' } as const
  const opened = withAddress(new URLSearchParams('days=30'), { cases })
  expect(readAddress(opened).cases).toEqual(cases)
  expect(withAddress(opened, { cases: null }).toString()).toBe('days=30')
})

test('omits default values and retains unchanged parameters', () => {
  const usual = withAddress(new URLSearchParams('tab=ranking&days=30&order_by=first&cases=closed&agent=U1'), {
    tab: 'overview',
    order: 'closed',
    cases: null,
  })
  expect(usual.toString()).toBe('days=30')
})

import { expect, test } from 'vitest'
import { customerLabels } from './customer-label.ts'

const named = (id: string, display_name: string, key = 'main') => ({
  customer: { id, display_name },
  channel: { key },
})

test('labels of customers with the same name contain enough of the id to distinguish them', () => {
  const listed = [
    named('aaaa-1111a1b2', 'Ploy'),
    named('bbbb-2222a1b2', 'ploy '),
    named('cccc-3333c3d4', 'Ploy'),
    named('dddd-4444e5f6', 'Somchai'),
  ]
  expect(listed.map(customerLabels(listed))).toEqual([
    'Ploy (…1a1b2)',
    'ploy  (…2a1b2)',
    'Ploy (…c3d4)',
    'Somchai',
  ])
})

test.each([
  ['several entries of one customer', named('aaaa1', 'Ploy')],
  ['one name in two channels', named('bbbb2', 'Ploy', 'vip')],
])('customer labels contain no id for %s', (_what, other) => {
  const listed = [named('aaaa1', 'Ploy'), other]
  expect(listed.map(customerLabels(listed))).toEqual(['Ploy', 'Ploy'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTicketPostback, parseTicketPostbacks } from './ticket-postbacks.ts'

test('splits a postback setting at the last "="', () => {
  expect(parseTicketPostbacks(['action=contact_admin=ติดต่อแอดมิน', 'menu= ขอใบเสร็จ '])).toEqual([
    { prefix: 'action=contact_admin', label: 'ติดต่อแอดมิน' },
    { prefix: 'menu', label: 'ขอใบเสร็จ' },
  ])
})

const many = Array.from({ length: 51 }, (_, index) => `a${index}=ก`)

test.each([
  [[''], 'it has no "="'],
  [['action'], 'it has no "="'],
  [['=ติดต่อ'], 'the prefix is empty'],
  [['  =ติดต่อ'], 'the prefix is empty'],
  [['action='], 'the label is empty'],
  [['action= \u2800'], 'the label is empty'],
  [['action=ติด\nต่อ'], 'a control character'],
  [['action=ติดต่อ\n'], 'a control character'],
  [['act\u0000ion=ติดต่อ'], 'a control character'],
  [['action=\u202eติดต่อ'], 'a control character'],
  [[`${'a'.repeat(301)}=ติดต่อ`], 'the prefix is longer than 300'],
  [[`action=${'ก'.repeat(61)}`], 'the label is longer than 60'],
  [['a=1=ก', 'a=1=ข'], 'the prefix "a=1" is given twice'],
  [many, 'at most 50'],
])('refuses the postback settings %j with the reason', (values, reason) => {
  expect(parseTicketPostbacks(values)).toEqual({ problem: expect.stringContaining(reason) })
})

test('accepts postback settings at the limits and with the joiners of Thai text and emoji', () => {
  const values = [`${'a'.repeat(300)}=${'ก'.repeat(60)}`, 'b=ครอบครัว👨\u200d👩\u200d👧', ...many.slice(0, 48)]
  expect(parseTicketPostbacks(values)).toHaveLength(50)
})

test('finds the postback setting with the longest matching prefix, in any order of settings', () => {
  const prefix = fc.stringMatching(/^[ab]{1,4}$/)
  fc.assert(
    fc.property(fc.uniqueArray(prefix), fc.stringMatching(/^[ab]{0,6}$/), (prefixes, data) => {
      const entries = prefixes.map((each) => ({ prefix: each, label: each }))
      const fitting = prefixes.filter((each) => data.startsWith(each))
      const length = Math.max(...fitting.map((each) => each.length))
      expect(findTicketPostback(entries, data)?.prefix).toBe(
        fitting.length === 0 ? undefined : data.slice(0, length),
      )
    }),
  )
})

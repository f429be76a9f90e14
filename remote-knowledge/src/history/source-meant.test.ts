import { expect, test } from 'vitest'
import { sourceMeant } from './source-meant.ts'

test.each([
  ['', ''],
  ['โปร', 'โปรโมชั่น'],
  ['โปรโมชั่น', 'โปรโมชั่น'],
  ['ทั่ว', 'ทั่วไป'],
  ['คู่มือ', 'คู่มือ'],
  ['โปรโมชั่นเก่า', 'โปรโมชั่นเก่า'],
])('completes %j to %j', (typed, meant) => {
  expect(sourceMeant(typed)).toBe(meant)
})

import { expect, test } from 'vitest'
import { completeSourceName } from './complete-source-name.ts'

test.each([
  ['', ''],
  ['โปร', 'โปรโมชั่น'],
  ['โปรโมชั่น', 'โปรโมชั่น'],
  ['ทั่ว', 'ทั่วไป'],
  ['คู่มือ', 'คู่มือ'],
  ['โปรโมชั่นเก่า', 'โปรโมชั่นเก่า'],
])('completes the typed source name %j to %j', (typed, meant) => {
  expect(completeSourceName(typed)).toBe(meant)
})

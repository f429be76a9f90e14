import { expect, test } from 'vitest'
import { initialsOf, TINTS, tintOf } from './initials.ts'

test.each([
  ['กานต์ชนก พูนสุข', 'กา'],
  ['ธีรภัทร จันทร์แก้ว', 'ธี'],
  ['ปวีณา', 'ปว'],
  ['ณัฐวุฒิ', 'ณั'],
  ['Somchai K.', 'So'],
  [' A', 'A'],
  ['A B', 'A'],
  ['👨‍👩‍👧 บ้าน', '👨‍👩‍👧'],
  ['', ''],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a name keeps its tint', () => {
  expect(tintOf('กิตติ')).toBe(tintOf('กิตติ'))
  const tints = new Set(Array.from({ length: 200 }, (_, index) => tintOf(`ลูกค้า ${index}`)))
  expect([...tints].sort()).toEqual(Array.from({ length: TINTS }, (_, index) => index))
})

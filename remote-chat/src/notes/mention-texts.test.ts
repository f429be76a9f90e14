import { expect, test } from 'vitest'
import { findStaff, mentionedIds, mentionQueryAt, namesIn } from './mention-texts.ts'

const KIT = { id: '1', display_name: 'กิตติ' }
const KITTIPONG = { id: '2', display_name: 'กิตติพงษ์ แก้วใจ' }
const SOM = { id: '3', display_name: 'Som' }
const OTHER_SOM = { id: '4', display_name: 'Som' }
const STAFF = [KIT, KITTIPONG, SOM, OTHER_SOM]
const NONE = new Set<string>()

test.each([
  ['@', 1, { from: 0, query: '' }],
  ['ฝาก@กิต', 7, { from: 3, query: 'กิต' }],
  ['ดู @so', 6, { from: 3, query: 'so' }],
  ['ดู @so แล้ว', 6, { from: 3, query: 'so' }],
  ['mail@som', 8, null],
  ['ดู @so แล้ว', 8, null],
  ['', 0, null],
  [`@${'ก'.repeat(31)}`, 32, null],
])('the text %j with the cursor at %i searches for %o', (text, cursor, found) => {
  expect(mentionQueryAt(text, cursor)).toEqual(found)
})

test('the search for a mention matches any part of a name, ignoring case', () => {
  expect(findStaff(STAFF, 'กิต')).toEqual([KIT, KITTIPONG])
  expect(findStaff(STAFF, 'แก้ว')).toEqual([KITTIPONG])
  expect(findStaff(STAFF, 'SO')).toEqual([SOM, OTHER_SOM])
  expect(findStaff(STAFF, '')).toEqual(STAFF)
})

test('a mention matches the longest name, and other text remains plain text', () => {
  const text = 'ฝาก@กิตติพงษ์ แก้วใจ กับ@กิตติค่ะ และ @ใครก็ได้ a@b.c'
  const words = namesIn(text, STAFF).map(({ index, length, staff }) => [
    text.slice(index, index + length),
    staff,
  ])
  expect(words).toEqual([
    ['@กิตติพงษ์ แก้วใจ', [KITTIPONG]],
    ['@กิตติ', [KIT]],
  ])
  expect(mentionedIds(text, STAFF, NONE)).toEqual(['2', '1'])
})

test('mentions both people with identical names, unless one of them was selected', () => {
  expect(mentionedIds('@Som @Som', STAFF, NONE)).toEqual(['3', '4'])
  expect(mentionedIds('@Som', STAFF, new Set(['4']))).toEqual(['4'])
  expect(mentionedIds('ไม่มีใคร', STAFF, new Set(['4']))).toEqual([])
})

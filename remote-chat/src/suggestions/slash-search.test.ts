import { mockSuggestion } from 'shared/testing/mock-suggestions.ts'
import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { findSuggestions, slashAt } from './slash-search.ts'
import { fillName } from './suggestion-text.ts'

test.each([
  ['/', 1, { from: 0, query: '' }],
  ['/สวัส', 5, { from: 0, query: 'สวัส' }],
  ['ค่ะ /โอน', 8, { from: 4, query: 'โอน' }],
  ['บรรทัด\n/x', 9, { from: 7, query: 'x' }],
  // The cursor stands before what follows.
  ['/ab', 2, { from: 0, query: 'a' }],
])('%j with the cursor at %i is a search', (text, cursor, slash) => {
  expect(slashAt(text, cursor)).toEqual(slash)
})

test.each([
  ['', 0],
  ['/', 0],
  ['20/11', 5],
  ['https://line.me', 15],
  ['และ/หรือ', 8],
  ['/ แล้ว', 2],
  ['/home/user', 10],
  [`/${'ก'.repeat(41)}`, 42],
])('%j with the cursor at %i is none', (text, cursor) => {
  expect(slashAt(text, cursor)).toBeNull()
})

test('what looks the same is found, whatever stands around it, pictures by their name and by what they are', () => {
  const [greeting, slow, picture] = [
    mockSuggestion({ text: 'สวัสดีค่ะ ยินดีให้บริการ VIP' }),
    mockSuggestion({ text: 'ขอเวลาแปบนึงน้ำ' }),
    mockSuggestion({ text: 'ตารางโปร', image_url: '/p/x.jpg' }),
  ]
  const items = [greeting, slow, picture]
  expect(findSuggestions(items, '')).toEqual(items)
  expect(findSuggestions(items, 'vip')).toEqual([greeting])
  expect(findSuggestions(items, 'เเปบ')).toEqual([slow])
  expect(findSuggestions(items, 'น้\u0e4dา')).toEqual(findSuggestions(items, 'น้ำ'))
  expect(findSuggestions(items, 'ตาราง')).toEqual([picture])
  expect(findSuggestions(items, 'รูป')).toEqual([picture])
  expect(findSuggestions(items, 'ไม่มี')).toEqual([])
})

test("the customer's name stands where it is asked for, as it is; without one a word that reads naturally", () => {
  const of = (display_name: string) => mockTicket({ id: 't', profile: { display_name } })
  expect(fillName('คุณ{{ชื่อ}} คุณ{{ ชื่อ }}', of('สมชาย'))).toBe('คุณสมชาย คุณสมชาย')
  expect(fillName('{{ชื่อ}} {ชื่อ}', of('$& {{ชื่อ}}'))).toBe('$& {{ชื่อ}} {ชื่อ}')
  expect(fillName('สวัสดีค่ะ คุณ{{ชื่อ}}', of(' '))).toBe('สวัสดีค่ะ คุณลูกค้า')
})

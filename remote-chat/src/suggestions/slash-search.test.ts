import { mockSuggestion } from 'shared/testing/mock-suggestions.ts'
import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { findSuggestions, slashAt } from './slash-search.ts'
import { fillPlaceholders, needsParticle, textProblem } from './suggestion-text.ts'

test.each([
  ['/', 1, { from: 0, query: '' }],
  ['/สวัส', 5, { from: 0, query: 'สวัส' }],
  ['ค่ะ /โอน', 8, { from: 4, query: 'โอน' }],
  ['บรรทัด\n/x', 9, { from: 7, query: 'x' }],
  // The cursor is before the last character.
  ['/ab', 2, { from: 0, query: 'a' }],
])('the text %j with the cursor at %i is a suggestion search', (text, cursor, slash) => {
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
])('the text %j with the cursor at %i is not a suggestion search', (text, cursor) => {
  expect(slashAt(text, cursor)).toBeNull()
})

test('the suggestion search finds visually equal text anywhere, and images by their name and kind', () => {
  const [greeting, slow, image] = [
    mockSuggestion({ text: 'สวัสดีค่ะ ยินดีให้บริการ VIP' }),
    mockSuggestion({ text: 'ขอเวลาแปบนึงน้ำ' }),
    mockSuggestion({ text: 'ตารางโปร', image_url: '/p/x.jpg' }),
  ]
  const items = [greeting, slow, image]
  expect(findSuggestions(items, '')).toEqual(items)
  expect(findSuggestions(items, 'vip')).toEqual([greeting])
  expect(findSuggestions(items, 'เเปบ')).toEqual([slow])
  expect(findSuggestions(items, 'น้\u0e4dา')).toEqual(findSuggestions(items, 'น้ำ'))
  expect(findSuggestions(items, 'ตาราง')).toEqual([image])
  expect(findSuggestions(items, 'รูป')).toEqual([image])
  expect(findSuggestions(items, 'ไม่มี')).toEqual([])
})

test('a suggestion contains the customer’s name unchanged, or a natural word when the name is unknown', () => {
  const of = (display_name: string) => mockTicket({ id: 't', profile: { display_name } })
  expect(fillPlaceholders('คุณ{{ชื่อ}} คุณ{{ ชื่อ }}', of('สมชาย'), null)).toBe('คุณสมชาย คุณสมชาย')
  expect(fillPlaceholders('{{ชื่อ}} {ชื่อ}', of('$& {{ชื่อ}}'), null)).toBe('$& {{ชื่อ}} {ชื่อ}')
  expect(fillPlaceholders('สวัสดีค่ะ คุณ{{ชื่อ}}', of(' '), null)).toBe('สวัสดีค่ะ คุณลูกค้า')
})

test.each([
  ['คุณสมชาย', 'สวัสดี คุณสมชาย'],
  ['คุณ สมชาย', 'สวัสดี คุณ สมชาย'],
  ['คุณแม่น้องพลอย', 'สวัสดี คุณแม่น้องพลอย'],
  ['คุณากร', 'สวัสดี คุณคุณากร'],
  ['สมชาย', 'สวัสดี คุณสมชาย'],
])('a suggestion adds one title to the name %s', (display_name, greeting) => {
  const ticket = { profile: { display_name } } as Parameters<typeof fillPlaceholders>[1]
  expect(fillPlaceholders('สวัสดี คุณ{{ชื่อ}}', ticket, null)).toBe(greeting)
})

test.each([
  ['male', 'ได้ครับ ไหมครับ'],
  ['female', 'ได้ค่ะ ไหมคะ'],
  [null, 'ได้{{ครับ/ค่ะ}} ไหม{{ ครับ/คะ }}'],
] as const)('a suggestion contains the polite particle of %s', (particle, words) => {
  const text = 'ได้{{ครับ/ค่ะ}} ไหม{{ ครับ/คะ }}'
  const ticket = { profile: { display_name: 'ก' } } as Parameters<typeof fillPlaceholders>[1]
  expect(fillPlaceholders(text, ticket, particle)).toBe(words)
  expect([needsParticle(text), needsParticle('ได้ค่ะ'), textProblem(text)]).toEqual([true, false, undefined])
})

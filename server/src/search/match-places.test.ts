import fc from 'fast-check'
import { searchForms, textMatcher } from 'shared/contract/thai-text.ts'
import { expect, test } from 'vitest'
import { findMatches, snippetOf } from './match-places.ts'

const said = (text: string, typed: string) =>
  findMatches(text, searchForms(typed)).map(({ start, end }) => text.slice(start, end))

test.each([
  ['ขอเลขพัสดุหน่อยค่ะ', 'พัสดุ', ['พัสดุ']],
  ['โอน โอน โอนแล้ว', 'โอน', ['โอน', 'โอน', 'โอน']],
  ['เเบงค์โอนแล้ว', 'แบงค์', ['เเบงค์']],
  ['น้ำหนัก', 'นํ้า', ['น้ำ']],
  ['ที่่นี่', 'ที่', ['ที่่']],
  ['ไม่ใช่ SOMCHAI ครับ', 'somchai', ['SOMCHAI']],
  ['😀😀 ส่งแล้ว 😀', 'ส่งแล้ว', ['ส่งแล้ว']],
  ['หวัดดี 👩‍👩‍👧 จ้า', '👩‍👩‍👧', ['👩‍👩‍👧']],
  ['ก\u200bข', 'กข', ['ก\u200bข']],
  ['café', 'cafe\u0301', ['café']],
  ['ราคา   1,250  บาท', 'ราคา 1,250', ['ราคา   1,250']],
  ['ไม่มี', 'พัสดุ', []],
  ['โอนจากบัญชี 123-4-56789-0 แล้ว', '1234567890', ['123-4-56789-0']],
  ['โอนจากบัญชี 1234567890 แล้ว', '123-4-56789-0', ['1234567890']],
  ['บัญชี 123-4-56789-0', '4-56789', ['4-56789']],
  ['โทร ๐๘๑ ๒๓๔ ๕๖๗๘ ค่ะ', '0812345678', ['๐๘๑ ๒๓๔ ๕๖๗๘']],
  ['ยอด ๑,๐๐๐ บาท', '1000', ['๑,๐๐๐']],
  ['ยอด 1000 บาท', '๑,๐๐๐ บาท', ['1000 บาท']],
  ['ห้อง ๕๕๗', '557', ['๕๕๗']],
  ['วันที่ 31/12/69', '311269', []],
  ['หนัก 1.5 กก.', '15', []],
  ['ราคา 10-20 บาท', '1020', []],
  ['เหลือ 500 10', '50010', []],
])('%s: %s stands at %j', (text, typed, places) => {
  expect(said(text, typed)).toEqual(places)
})

test('each place says what was looked for, whatever stands around it', () => {
  const letters = fc.constantFrom(...'กขนมรสเแไำาิี่้๊์ํ aBé 1😀', '\u200b', '\n')
  const texts = fc.string({ unit: letters, maxLength: 40 })
  fc.assert(
    fc.property(texts, texts, texts, (before, typed, after) => {
      const text = before + typed + after
      const places = findMatches(text, searchForms(typed))
      expect(places.length > 0).toBe(searchForms(typed).length > 0 && textMatcher(typed)(text))
      for (const { start, end } of places) {
        expect(start).toBeLessThan(end)
        expect(text.slice(start, end).isWellFormed()).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('of a long text what stands around the first match is shown, and whole letters', () => {
  const long = `${'ก้'.repeat(2000)}พัสดุ${'😀'.repeat(2000)}`
  const { snippet, snippet_start, matches } = snippetOf(long, ['พัสดุ'])
  expect(snippet.length).toBeLessThan(220)
  expect(snippet.isWellFormed()).toBe(true)
  expect(long.slice(snippet_start, snippet_start + snippet.length)).toBe(snippet)
  expect(matches).toEqual([{ start: 4000, end: 4005 }])
})

import fc from 'fast-check'
import { normalizeForSearch, searchForms, searchParts, textMatcher } from 'shared/contract/search-text.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { findMatches, snippetOf } from './match-ranges.ts'

const withText = (text: string, typed: string) =>
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
])('in the text %s the search %s matches %j', (text, typed, positions) => {
  expect(withText(text, typed)).toEqual(positions)
})

test('a search finds its text between any other texts', () => {
  const letters = fc.constantFrom(...'กขนมรสเแไำาิี่้๊์ํ aBé 1😀', '\u200b', '\n')
  const texts = fc.string({ unit: letters, maxLength: 40 })
  fc.assert(
    fc.property(texts, texts, texts, (before, typed, after) => {
      const text = before + typed + after
      const positions = findMatches(text, searchForms(typed))
      expect(positions.length > 0).toBe(searchForms(typed).length > 0 && textMatcher(typed)(text))
      for (const { start, end } of positions) {
        expect(start).toBeLessThan(end)
        expect(text.slice(start, end).isWellFormed()).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

const special = fc.constantFrom(
  ...'กเแำ้ํ์ุ\u0301\u0323ｶﾞﾊﾟㄱㅏᄀ\u1161\u11a8가ΑΣςİ e\u0344\u200b\u00ad１๑ຳ0123456789-,. \n😀ﷺ\ufe70\ufc5e\u037a㎨日',
)
const anything = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
/** Generates texts long enough to be cut into several parts. */
const longTexts = fc
  .array(
    fc.tuple(
      fc.array(fc.oneof(special, anything), { maxLength: 8 }),
      fc.nat({ max: 150 }),
      fc.constantFrom('กา', 'a', 'a1', 'ก ', '1 ก, ', '😀', 'ﷺ', 'เ', ' '),
    ),
    {
      maxLength: 6,
    },
  )
  .map((pieces) => pieces.map(([parts, times, filler]) => parts.join('') + filler.repeat(times)).join(''))

test('normalizing a text has the same result as normalizing its parts', () => {
  fc.assert(
    fc.property(longTexts, (text) => {
      const parts = searchParts(text)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      expect(
        parts
          .map(({ norm }) => norm)
          .join('')
          .trim(),
      ).toBe(normalizeForSearch(text))
    }),
    { numRuns: 2_000 },
  )
})

test('a snippet has the same matches as the whole text', () => {
  fc.assert(
    fc.property(
      longTexts,
      fc.array(fc.oneof(special, anything), { maxLength: 4 }),
      longTexts,
      (before, typed, after) => {
        const text = before + typed.join('') + after
        const norms = searchForms(typed.join(''))
        const { snippet, snippet_start, matches } = snippetOf(text, norms)
        const end = snippet_start + snippet.length
        expect(matches).toEqual(findMatches(text, norms).filter((match) => match.end <= end))
        expect(text.slice(snippet_start, end)).toBe(snippet)
      },
    ),
    { numRuns: 1_000 },
  )
})

afterEach(() => vi.restoreAllMocks())

test.each([
  ['Thai', 'ก่ำ'],
  ['Latin', 'word '],
  ['single letters', 'a '],
  ['digits and letters', '1,2 a'],
  ['digits', '1,2 '],
  ['units', '㎨'],
  ['one vowel', 'เ'],
  ['blanks', ' \n'],
  ['surrogate pairs that are no letters', '𝟘'],
  ['emoji', '😀'],
  ['Arabic', 'م'],
  ['a phrase in one character', 'ﷺ'],
  ['a unit in one character', '㎨m'],
])('match positions are computed only around the first match in a text of %s', (_, unit) => {
  const text = `${unit.repeat(5_000)} ถอนเงินไม่ได้ ${unit.repeat(5_000)}`
  const { normalize } = String.prototype
  const given: string[] = []
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    given.push(String(this))
    return normalize.call(this, form)
  })
  const { matches } = snippetOf(text, ['ถอนเงินไม่ได้'])
  vi.restoreAllMocks()
  expect(matches).toEqual([{ start: unit.length * 5_000 + 1, end: unit.length * 5_000 + 14 }])
  expect(given.length).toBeLessThan(4_500)
  expect(given.join('').length).toBeLessThan(2 * text.length)
})

test('the snippet of a long text has whole graphemes around the first match', () => {
  const long = `${'ก้'.repeat(2000)}พัสดุ${'😀'.repeat(2000)}`
  const { snippet, snippet_start, matches } = snippetOf(long, ['พัสดุ'])
  expect(snippet.length).toBeLessThan(220)
  expect(snippet.isWellFormed()).toBe(true)
  expect(long.slice(snippet_start, snippet_start + snippet.length)).toBe(snippet)
  expect(matches).toEqual([{ start: 4000, end: 4005 }])
})

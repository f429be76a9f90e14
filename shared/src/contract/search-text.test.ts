import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeForSearch, normalizeWithPositions } from './search-text.ts'

test.each([
  ['two เ are แ', 'เเบงค์', 'แบงค์'],
  ['ํ and า are ำ', 'คํา', 'คำ'],
  ['a tone mark before or after ํ', 'น้ำ', 'นํ้า'],
  ['a tone mark typed before its vowel', 'ก้ี', 'กี้'],
  ['a mark typed twice', 'ที่่', 'ที่'],
  ['invisible characters', 'สม\u200bชาย\ufeff', 'สมชาย'],
  ['case and width', 'ＳＯＭＣＨＡＩ', 'somchai'],
  ['spaces', '  ก   ข ', 'ก ข'],
])('normalizes look-alike texts to the same text: %s', (_what, typed, meant) => {
  expect(normalizeForSearch(typed)).toBe(normalizeForSearch(meant))
})

test.each([
  ['มา', 'ม้า'],
  ['กา', 'ก่า'],
  ['เสือ', 'เสื้อ'],
  ['มากก', 'มาก'],
])('the search forms of %s and %s remain different', (one, other) => {
  expect(normalizeForSearch(one)).not.toBe(normalizeForSearch(other))
})

test('normalizing a text for the search a second time does not change it', () => {
  const thai = fc.constantFrom(...'กขคงนมรสเแไำาิีึืุู่้๊๋์ํ็ aB\u200b')
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: thai }), fc.string({ unit: 'grapheme' })), (text) => {
      const once = normalizeForSearch(text)
      expect(normalizeForSearch(once)).toBe(once)
    }),
    { numRuns: 2_000 },
  )
})

test('normalizing with positions returns the same text as without, and positions in ascending order', () => {
  const special = fc.constantFrom(
    ...'กเแำ้ํ์ุ\u0301\u0323ｶﾞﾊﾟㄱㅏᄀ\u1161\u11a8가ΑΣİ e\u0344\u200b\u00ad１๑ຳﷺ㎨',
    '\u{16d63}',
    '\u{16d67}',
    '\u{16d68}',
  )
  const anything = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
  fc.assert(
    fc.property(fc.array(fc.oneof(special, anything), { maxLength: 80 }), (parts) => {
      const text = parts.join('')
      const { text: normalized, starts, ends } = normalizeWithPositions(text)
      expect(normalized).toBe(normalizeForSearch(text))
      expect([starts.length, ends.length]).toEqual([normalized.length, normalized.length])
      for (const [at, start] of starts.entries()) {
        expect(start).toBeLessThan(ends[at] ?? 0)
        expect(start).toBeGreaterThanOrEqual(starts[at - 1] ?? 0)
      }
    }),
    { numRuns: 5_000 },
  )
})

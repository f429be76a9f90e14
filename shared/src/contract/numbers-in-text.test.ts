import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeDigits } from './numbers-in-text.ts'
import { normalizeForSearch, searchForms, textMatcher } from './search-text.ts'

test('converts digits of every script to ASCII', () => {
  const digits: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1)
    if (/\p{Nd}/u.test(String.fromCodePoint(code))) digits.push(String.fromCodePoint(code))
  // Skips variants of ASCII digits, because NFKC already converts these to ASCII digits.
  const folded = digits.filter((digit) => digit.normalize('NFKC') === digit).map(normalizeDigits)
  expect(folded.length % 10).toBe(0)
  for (const [at, digit] of folded.entries()) expect(digit).toBe(String(at % 10))
})

test.each([
  ['123-4-56789-0', '1234567890'],
  ['123 4 56789 0', '1234567890'],
  ['๑๒๓-๔-๕๖๗๘๙-๐', '1234567890'],
  ['081-234-5678', '0812345678'],
  ['081 234 5678', '0812345678'],
  ['081.234.5678', '0812345678'],
  ['081–234–5678', '0812345678'],
  ['081-2345678', '0812345678'],
  ['02-123-4567', '021234567'],
  ['+66 81 234 5678', '+66812345678'],
  ['1-2345-67890-12-3', '1234567890123'],
  ['1234 5678 9012 3456', '1234567890123456'],
  ['๕๕๗', '557'],
  ['５５７', '557'],
  ['๑,๐๐๐', '1000'],
  ['1,000,000.50', '1000000.50'],
  ['500 081-234-5678', '500 0812345678'],
])('normalizes the numbers in %s to %s', (written, norm) => {
  expect(normalizeForSearch(written)).toBe(norm)
  expect(normalizeForSearch(`โอน ${written} แล้ว`)).toBe(`โอน ${norm} แล้ว`)
})

test.each([
  '1.5',
  '31/12/69',
  '31-12-2569',
  '2026-12-31',
  '10-20',
  '500-1000',
  '500 10',
  '100 200 300',
  '1,5',
  '10,20,30',
  '192.168.1.1',
  '08:30',
  '1.2.3',
])('the normalization of numbers leaves %s unchanged', (written) =>
  expect(normalizeForSearch(written)).toBe(written),
)

test.each([
  ['โอนจาก 123-4-56789-0', '1234567890'],
  ['โอนจาก 123-4-56789-0', '4-56789'],
  ['โอนจาก 1234567890', '123-4-56789-0'],
  ['โทร 0812345678', '081-234'],
  ['500-1000 บาท', '500-1000'],
  ['31-12-69', '31-12-69'],
  ['ห้อง 557', '๕๕๗'],
  ['โทร +66 81 234 5678', '081-234-5678'],
  ['โทร 081-234-5678', '+66 81 234 5678'],
  ['โทร 02-123-4567', '6621234567'],
])('a search in %s finds the number %s', (text, typed) => {
  expect(textMatcher(typed)(text)).toBe(true)
})

test.each([
  ['1.5 กก.', '15'],
  ['10-20 บาท', '1020'],
  ['31/12/69', '311269'],
  ['1020 บาท', '10-20'],
  ['โทร +66 81 234 5678', '091-234-5678'],
])('a search in %s does not find the number %s', (text, typed) => {
  expect(textMatcher(typed)(text)).toBe(false)
})

test('a search for a whole text finds the text', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'0123456789๑๒-,. ก'), maxLength: 40 })
  fc.assert(
    fc.property(texts, (text) => {
      for (const form of searchForms(text).slice(0, 1)) expect(normalizeForSearch(text)).toBe(form)
    }),
  )
})

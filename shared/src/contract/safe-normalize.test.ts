import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { cutLongMarks, hasLongMarks, MAX_MARKS, safeNfkc } from './safe-normalize.ts'
import { normalizeForSearch, normalizeWithPositions } from './thai-text.ts'

afterEach(() => vi.restoreAllMocks())

const MARKS = '\u0301\u0323\u0e38\u0e48\u05b0\u05c4\uff9e\u0344\ufe0f'
const anyMarks = fc.string({ unit: fc.constantFrom(...MARKS, 'ก', 'a', '\u200b'), maxLength: 400 })

test('a run of 30 marks is whole and of 31 is not', () => {
  for (const mark of MARKS) {
    expect(hasLongMarks(`ก${mark.repeat(MAX_MARKS)}ข`)).toBe(false)
    expect(hasLongMarks(`ก${mark.repeat(MAX_MARKS + 1)}ข`)).toBe(true)
    expect(cutLongMarks(`ก${mark.repeat(100_000)}ข`)).toBe(`ก${mark.repeat(MAX_MARKS)}ข`)
  }
})

test('texts without long runs are NFKC, and the result is stable', () => {
  fc.assert(
    fc.property(fc.oneof(anyMarks, fc.string({ unit: 'grapheme' })), (text) => {
      const once = safeNfkc(text)
      expect(hasLongMarks(once)).toBe(false)
      expect(safeNfkc(once)).toBe(once)
      if (!hasLongMarks(text) && !hasLongMarks(text.normalize('NFKC')))
        expect(once).toBe(text.normalize('NFKC'))
    }),
    { numRuns: 1_000 },
  )
})

test('String.normalize never receives a long run of marks, whatever is between them', () => {
  const native = String.prototype.normalize
  const given: string[] = []
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    given.push(String(this))
    return native.call(this, form)
  })
  for (const between of ['', '\u200b', '\u00ad', '\ufeff'])
    for (const pair of ['\u0301\u0323', '\u0e48\u0e38', '\u0301\uff9e', 'ำ\u0e4d', '\u05b0\u05c4']) {
      const text = [...pair.repeat(20_000)].join(between)
      normalizeForSearch(text)
      normalizeWithPositions(text)
    }
  vi.restoreAllMocks()
  expect(given.length).toBeGreaterThan(0)
  expect(given.filter(hasLongMarks)).toEqual([])
})

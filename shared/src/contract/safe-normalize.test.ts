import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { cutLongMarks, hasLongMarks, MAX_EXPANSION, MAX_MARKS, safeNfkc } from './safe-normalize.ts'
import { normalizeForSearch, normalizeWithPositions } from './search-text.ts'

afterEach(() => vi.restoreAllMocks())

const MARKS = '\u0301\u0323\u0e38\u0e48\u05b0\u05c4\uff9e\u0344\ufe0f'
const anyMarks = fc.string({ unit: fc.constantFrom(...MARKS, 'ก', 'a', '\u200b'), maxLength: 400 })

const hasLong = (text: string) => [...text].some((each) => [...each.normalize('NFKC')].length > MAX_EXPANSION)
const expanding = fc.string({
  unit: fc.constantFrom(...'ﷺ㎮㎨Ａ가', '\u0301', '\u0323', '\u1100', '\u1161'),
  maxLength: 40,
})

test('keeps a run of 30 combining marks and cuts a run of 31', () => {
  for (const mark of MARKS) {
    expect(hasLongMarks(`ก${mark.repeat(MAX_MARKS)}ข`)).toBe(false)
    expect(hasLongMarks(`ก${mark.repeat(MAX_MARKS + 1)}ข`)).toBe(true)
    expect(cutLongMarks(`ก${mark.repeat(100_000)}ข`)).toBe(`ก${mark.repeat(MAX_MARKS)}ข`)
  }
})

test('expands no Unicode character to more than 4 code points, and converts all others with NFKC', () => {
  const list: string[] = []
  const wrong: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    const native = character.normalize('NFKC')
    const isLong = [...native].length > MAX_EXPANSION
    if (isLong) list.push(character)
    if (safeNfkc(character) !== (isLong ? character : native)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
  expect(list).toEqual(expect.arrayContaining([...'ﷺﷻ㎮㌖']))
  expect(safeNfkc('Ａﷺ\u0e48\u0e38㎨①ﷻ')).toBe('Aﷺ\u0e38\u0e48m∕s21ﷻ')
})

test.each(['ﷺ', 'ﷻ', '㎨', '㌖', '\u0344', 'กﷺ\u0301\u0323', 'İ'])(
  'normalizes a text that repeats %j to at most 4 times its length',
  (unit) => {
    const text = unit.repeat(10_000)
    for (const norm of [safeNfkc(text), normalizeForSearch(text), normalizeWithPositions(text).text]) {
      expect(norm.length).toBeGreaterThan(0)
      expect(norm.length).toBeLessThanOrEqual(MAX_EXPANSION * text.length)
    }
  },
)

test('safe normalization equals NFKC for texts without long runs of marks, and is idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(anyMarks, expanding, fc.string({ unit: 'grapheme' })), (text) => {
      const once = safeNfkc(text)
      expect(hasLongMarks(once)).toBe(false)
      expect(safeNfkc(once)).toBe(once)
      if (!hasLong(text) && !hasLongMarks(text) && !hasLongMarks(text.normalize('NFKC')))
        expect(once).toBe(text.normalize('NFKC'))
    }),
    { numRuns: 1_000 },
  )
})

test('never passes a long run of marks to String.normalize, even when other characters are between the marks', () => {
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

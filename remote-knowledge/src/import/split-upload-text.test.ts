import { IMPORT_MAX_BYTES, IMPORT_MAX_PARTS } from 'shared/contract/constants.ts'
import { expect, test } from 'vitest'
import { partsOf } from './split-upload-text.ts'

const TEXT = 'คำถาม,คำตอบ\n"ฝาก😀\nเงินที่ไหน 👩🏽‍🚀",โอน\n\n\nถอนกี่นาที,"ห้า ""5"" นาที"😀😀😀😀😀😀😀😀😀\n'

test.each(Array.from({ length: TEXT.length + 2 }, (_, at) => at + 2))(
  'splits a text into parts of at most %i units without loss and without splitting a character',
  (length) => {
    const parts = partsOf(TEXT, length)
    expect(parts.join('')).toBe(TEXT)
    for (const part of parts) {
      expect(part.length).toBeGreaterThan(0)
      expect(part.length).toBeLessThanOrEqual(length)
      expect(part.isWellFormed()).toBe(true)
    }
  },
)

test('splits a long text at line ends', () => {
  expect(partsOf('ก,1\nข,2\nค,3', 9)).toEqual(['ก,1\nข,2\n', 'ค,3'])
})

test.each([150_000, 200_001, 399_999])(
  'splits the longest allowed text with lines of %i characters into an allowed number of parts',
  (line) => {
    const text = `${'a'.repeat(line)}\n`.repeat(Math.floor(IMPORT_MAX_BYTES / (line + 1)))
    expect(partsOf(text).length).toBeLessThanOrEqual(IMPORT_MAX_PARTS)
  },
)

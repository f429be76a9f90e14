import { IMPORT_MAX_BYTES, IMPORT_MAX_PARTS } from 'shared/contract/constants.ts'
import { expect, test } from 'vitest'
import { partsOf } from './text-parts.ts'

const TEXT = 'คำถาม,คำตอบ\n"ฝาก😀\nเงินที่ไหน 👩🏽‍🚀",โอน\n\n\nถอนกี่นาที,"ห้า ""5"" นาที"😀😀😀😀😀😀😀😀😀\n'

test.each(Array.from({ length: TEXT.length + 2 }, (_, at) => at + 2))(
  'cuts a text into parts of at most %i units that make the same text and break no character',
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

test('cuts at the end of a line', () => {
  expect(partsOf('ก,1\nข,2\nค,3', 9)).toEqual(['ก,1\nข,2\n', 'ค,3'])
})

test.each([150_000, 200_001, 399_999])(
  'uploads the longest text of an import, in lines of %i characters, in no more parts than are allowed',
  (line) => {
    const text = `${'a'.repeat(line)}\n`.repeat(Math.floor(IMPORT_MAX_BYTES / (line + 1)))
    expect(partsOf(text).length).toBeLessThanOrEqual(IMPORT_MAX_PARTS)
  },
)

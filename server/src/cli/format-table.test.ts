import { expect, test } from 'vitest'
import { formatTable } from './format-table.ts'

test('a table replaces line breaks and terminal control characters in names', () => {
  const name = '\u001b[2K\u001b[1A\nAPPROVED  mallory\r\u2028\u202e\u009b31m\u0007'
  const table = formatTable(['STATUS', 'NAME'], [['PENDING', name]])
  expect(table.split(/[\n\r\u2028]/)).toHaveLength(2)
  expect(table.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  expect(table).toContain('APPROVED  mallory')
})

test('a table keeps Thai text and joined emoji and aligns the columns', () => {
  const [, thai, emoji] = formatTable(
    ['NAME', 'ROLE'],
    [
      ['น้ำฝน', 'A'],
      ['👩‍💻', 'B'],
    ],
  ).split('\n')
  expect(thai).toBe('น้ำฝน  A')
  expect(emoji).toBe('👩‍💻    B')
})

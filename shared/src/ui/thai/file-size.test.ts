import { expect, test } from 'vitest'
import { formatBytes } from './file-size.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [8 * 1024 * 1024, '8 MB'],
  [5 * 1024 ** 4, '5120 GB'],
])('formats a file size of %d bytes as %s', (bytes, size) => {
  expect(formatBytes(bytes)).toBe(size)
})

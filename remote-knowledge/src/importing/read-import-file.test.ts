import { expect, test } from 'vitest'
import { ImportFileError, readImportFile } from './read-import-file.ts'

const bytes = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))))

test.each([
  ['UTF-8', bytes('คำถาม')],
  ['UTF-8 with its mark', bytes([0xef, 0xbb, 0xbf], 'คำถาม')],
  [
    'UTF-16',
    bytes(
      [0xff, 0xfe],
      [0x04, 0x0e, 0x33, 0x0e, 0x16, 0x0e, 0x32, 0x0e, 0x21, 0x0e].map((byte, at) =>
        at === 0 ? 0x04 : byte,
      ),
    ),
  ],
  ['the Thai of old Windows', bytes([0xa4, 0xd3, 0xb6, 0xd2, 0xc1])],
])('a file in %s is read', async (_, file) => {
  expect(await readImportFile(file)).toBe('คำถาม')
})

test.each([
  ['too large', bytes('ก'.repeat(800_000))],
  ['a workbook', bytes([0x50, 0x4b, 3, 4])],
  ['no text', bytes([1, 0, 2])],
])('a file that is %s says so', async (_, file) => {
  await expect(readImportFile(file)).rejects.toBeInstanceOf(ImportFileError)
})

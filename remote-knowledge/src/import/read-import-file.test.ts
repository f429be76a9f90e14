import { IMPORT_MAX_BYTES } from 'shared/contract/constants.ts'
import { describe, expect, test } from 'vitest'
import { ImportFileError, readImportFile } from './read-import-file.ts'

const bytes = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))))
const MARK = [0xef, 0xbb, 0xbf]
const OLD_QUESTION = [0xa4, 0xd3, 0xb6, 0xd2, 0xc1]
const utf16 = (text: string, isLittle: boolean, mark = '\ufeff') =>
  [...`${mark}${text}`].flatMap((character) => {
    const code = character.charCodeAt(0)
    return isLittle ? [code & 0xff, code >> 8] : [code >> 8, code & 0xff]
  })

test.each([
  ['UTF-8', bytes('คำถาม')],
  ['UTF-8 with a byte order mark', bytes(MARK, 'คำถาม')],
  ['UTF-16, little endian', bytes(utf16('คำถาม', true))],
  ['UTF-16, big endian', bytes(utf16('คำถาม', false))],
  ['windows-874', bytes(OLD_QUESTION)],
])('reads an import file in %s', async (_, file) => {
  expect(await readImportFile(file)).toEqual({ text: 'คำถาม', warning: null })
})

test.each([true, false])('reads UTF-16 without a byte order mark (little endian: %s)', async (isLittle) => {
  const text = 'ลำดับ,คำถาม,คำตอบ\r\n1,ฝากเงินอย่างไร,โอน 500 บาท\r\n'
  expect(await readImportFile(bytes(utf16(text, isLittle, '')))).toEqual({ text, warning: null })
})

describe('import file with unreadable bytes', () => {
  const head = 'คำถาม,คำตอบ\r\nฝาก,โอน\r\n'

  test.each([
    ['one invalid byte', bytes(head, 'it', [0x92], 's,ก')],
    ['one invalid byte after a byte order mark', bytes(MARK, head, 'it', [0x92], 's,ก')],
    ['a truncated character', bytes(head, 'ถอน,ร', [0xe0, 0xb8])],
    ['only bytes of another encoding after a byte order mark', bytes(MARK, '\n\n', OLD_QUESTION)],
  ])('a file is read as UTF-8 with a warning that names the row: %s', async (_, file) => {
    const { text, warning } = await readImportFile(file)
    expect(text).toContain('\ufffd')
    expect(warning).toMatch(/^มีตัวอักษรที่อ่านไม่ได้ในแถว 3 /)
  })

  test('the warning names only some of many unreadable rows', async () => {
    const file = bytes('คำถาม,คำตอบ', ...Array.from({ length: 8 }, () => ['\nฝากเงิน,โอน', [0x92]]).flat())
    expect((await readImportFile(file)).warning).toContain('แถว 2, 3, 4, 5, 6 และอีก 3 แถว')
  })

  test('a file is read as windows-874 when very little of it is valid UTF-8', async () => {
    const file = bytes([...OLD_QUESTION, 0x2c, 0x22, 0x92, 0x22, 0x0a, ...OLD_QUESTION])
    expect(await readImportFile(file)).toEqual({ text: 'คำถาม,"’"\nคำถาม', warning: null })
  })
})

test.each([
  ['too large', new Blob([new Uint8Array(IMPORT_MAX_BYTES + 1)])],
  ['a workbook', bytes([0x50, 0x4b, 3, 4])],
  ['not a text', bytes([1, 0, 2])],
  ['binary data with zero bytes', bytes([0x89, 0, 0x50, 0x4e, 0, 0])],
])('rejects an import file that is %s, and gives the reason', async (_, file) => {
  await expect(readImportFile(file)).rejects.toBeInstanceOf(ImportFileError)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutFileName, fileTypeOf, plainFileName } from './file-name.ts'

test.each([
  ['ใบเสร็จรับเงินค่าสินค้า.pdf', 'ใบเสร็จรับเงิน', 'ค่าสินค้า.pdf', 'PDF'],
  ['a.b', '', 'a.b', 'B'],
  ['ไม่มีนามสกุล', 'ไม่มี', 'นามสกุล', ''],
  ['x.tar.gz', '', 'x.tar.gz', 'GZ'],
  ['report.notanextension', 'report.notanext', 'ension', ''],
])('splits the file name and reads the type of %s', (name, head, tail, type) => {
  const cut = cutFileName(name)
  expect(cut.head + cut.tail).toBe(name)
  expect({ head: cut.head, tail: cut.tail, type: fileTypeOf(name) }).toEqual({ head, tail, type })
})

test('splitting a file name keeps every character and does not separate combining marks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      const { head, tail } = cutFileName(name)
      expect(head + tail).toBe(name)
      expect(tail.length === 0 || !/^\p{M}/u.test(tail) || head === '').toBe(true)
    }),
  )
})

test('removes direction marks from a file name', () => {
  expect(plainFileName('สลิป\u202Efdp.exe')).toBe('สลิปfdp.exe')
  expect(plainFileName('\u2067a\u2069\u200F.pdf')).toBe('a.pdf')
  // Zero-width characters that emoji and other scripts need are kept.
  expect(plainFileName('👩‍💻ส\u200Bลิป.pdf')).toBe('👩‍💻ส\u200Bลิป.pdf')
})

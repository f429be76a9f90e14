import { expect, test } from 'vitest'
import { trimBlankLines } from './trim-blank-lines.ts'

test.each([
  ['สวัสดีค่ะ', 'สวัสดีค่ะ'],
  ['\n\n \t\nสวัสดีค่ะ\n\nขอบคุณค่ะ\n \n\n', 'สวัสดีค่ะ\n\nขอบคุณค่ะ'],
  ['  เว้นหน้า \n', '  เว้นหน้า '],
])('the text %j is sent as %j', (written, sent) => {
  expect(trimBlankLines(written)).toBe(sent)
})

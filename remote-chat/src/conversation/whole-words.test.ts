import { expect, test } from 'vitest'
import { splitWholeWords } from './whole-words.ts'

test.each([
  ['ขออภัยครับ แอดมินบันทึกแล้ว', ['ขออภัยครับ ', 'แอดมิน', 'บันทึกแล้ว']],
  ['แชทกับแอดมิน', ['', 'แชท', 'กับ', 'แอดมิน', '']],
  ['โปรโมชั่นใหม่', ['', 'โปรโมชั่น', 'ใหม่']],
  ['ฝากเงินไม่เข้า', ['ฝากเงินไม่เข้า']],
  ['', ['']],
])('%s', (text, pieces) => {
  expect(splitWholeWords(text)).toEqual(pieces)
  expect(splitWholeWords(text).join('')).toBe(text)
})

test('a word that goes on with a mark is another one', () => {
  expect(splitWholeWords('แชท์')).toEqual(['แชท์'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlightsOf } from './highlight.ts'

const marked = (question: string, content: string): string[] =>
  highlightsOf(question, content).map(({ from, to }) => content.slice(from, to))

test.each([
  ['words of the question', 'ถอนเงินกี่นาที', 'คำตอบ: การถอนเงินใช้เวลา 10 นาที', ['ถอนเงิน', 'นาที']],
  ['words in another case and width', 'ＢＯＮＵＳ', 'Get a Bonus today', ['Bonus']],
  ['words with wrong tone marks', 'รหัสผาน', 'กดลืมรหัสผ่านที่หน้าเว็บ', ['รหัสผ่าน']],
  ['no filler word next to another word', 'ที่โบนัส', 'โบนัสที่หน้าเว็บ', ['โบนัส']],
  ['a filler word that is the whole question', 'ที่', 'อยู่ที่บ้าน', ['ที่']],
  ['Latin letters next to Thai letters', 'OTPไม่เข้า', 'OTP ไม่เข้าเครื่อง', ['OTP ไม่เข้า']],
  ['no template label', 'ขอคำตอบ สลิป', 'คำถาม: ส่งสลิปที่ไหน\nคำตอบ: ในแชทนี้', ['สลิป']],
  ['no generic question word', 'มีโปรอะไรบ้าง', 'สมาชิก VIP ได้อะไรบ้าง หรือโปร', ['โปร']],
  ['nothing when no word matches', 'xyzzy', 'ฝากเงิน', []],
  ['two characters that look like one', 'เเอดมิน', 'แจ้งแอดมินค่ะ', ['แอดมิน']],
])('highlights %s', (_, question, content, expected) => {
  expect(marked(question, content)).toEqual(expected)
})

const text = fc
  .array(fc.constantFrom('ฝาก', 'น้ำ', 'เงิน', '👨‍👩‍👧', 'é', 'เเ', ' ', '\n', 'bonus', '่', '100', 'ที่'), {
    maxLength: 40,
  })
  .map((words) => words.join(''))
const segmenter = new Intl.Segmenter('th', { granularity: 'grapheme' })

test('highlights are few, ordered, without overlap, and start and end between graphemes', () => {
  fc.assert(
    fc.property(text, text, (question, content) => {
      const borders = new Set(
        [...segmenter.segment(content)].map(({ index }) => index).concat(content.length),
      )
      const ranges = highlightsOf(question, content)
      let last = -1
      for (const { from, to } of ranges) {
        expect(from).toBeGreaterThan(last)
        expect(to).toBeGreaterThan(from)
        expect(borders).toContain(from)
        expect(borders).toContain(to)
        last = to
      }
      expect(ranges.length).toBeLessThanOrEqual(20)
    }),
  )
})

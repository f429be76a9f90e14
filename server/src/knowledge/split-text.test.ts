import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHUNK_LENGTH, CHUNK_OVERLAP, splitText } from './split-text.ts'

const LONG = Array.from({ length: 300 }, (_, place) => `กี่${place}`).join('')
/** No part of it comes twice, so that a piece has one place. */
const words = fc
  .array(fc.constantFrom('ฝากเงิน', 'น้ำ', '👨‍👩‍👧', 'ที่นี่', 'deposit', '\n', LONG), { maxLength: 200 })
  .map((each) => each.map((word, place) => `${place}${word}`).join(' '))

test('nothing of a text is lost, nothing is longer than a chunk, and no letter is cut from its marks', () => {
  fc.assert(
    fc.property(words, (text) => {
      const chunks = splitText(text)
      let from = 0
      for (const { content } of chunks) {
        expect(content.length).toBeLessThanOrEqual(CHUNK_LENGTH)
        expect(content).not.toMatch(/^\p{M}/u)
        const at = text.indexOf(content, Math.max(0, from - CHUNK_OVERLAP - 2))
        expect(at).toBeGreaterThanOrEqual(0)
        expect(text.slice(from, Math.max(from, at)).trim()).toBe('')
        from = Math.max(from, at + content.length)
      }
      expect(text.slice(from).trim()).toBe('')
    }),
    { numRuns: 60 },
  )
})

test('the pieces of a long answer have its questions each, those of a promotion its name and picture', () => {
  const long = 'รายละเอียดที่ยาวมาก '.repeat(100)
  const answers = splitText(`คำถาม: ถอนอย่างไร\nคำถาม: ถอนช้า\nคำตอบ: ${long}`)
  expect(answers.length).toBeGreaterThan(2)
  for (const { content } of answers)
    expect(content.startsWith('คำถาม: ถอนอย่างไร\nคำถาม: ถอนช้า\nคำตอบ: ')).toBe(true)
  const promotion = splitText(`โปรโมชั่น: วันเกิด\nรายละเอียด: ${long}\n[IMAGE:https://example.com/a.png]`)
  expect(promotion.length).toBeGreaterThan(2)
  for (const { content } of promotion) {
    expect(content.startsWith('โปรโมชั่น: วันเกิด\nรายละเอียด: ')).toBe(true)
    expect(content.endsWith('\n[IMAGE:https://example.com/a.png]')).toBe(true)
  }
})

test('later pieces of a text with a title are found by it', () => {
  const [first, ...later] = splitText(`วิธีถอนเงิน\n${'ขั้นตอนต่อไป '.repeat(120)}`)
  expect(first?.heading).toBe('')
  expect(later.map(({ heading }) => heading)).toEqual(later.map(() => 'วิธีถอนเงิน'))
})

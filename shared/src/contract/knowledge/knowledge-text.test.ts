import fc from 'fast-check'
import { expect, test } from 'vitest'
import { questionsOf, readKnowledgeText, writeGeneral, writePromotion } from './knowledge-text.ts'

const line = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((text) => /^[^\s:[\]]/.test(text) && text.trim() === text && !/[\r\n]/.test(text))

test('reads the questions and the answer of a knowledge text as they were written', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), line, (questions, answer) => {
      expect(readKnowledgeText(writeGeneral({ questions, answer }))).toEqual({
        kind: 'general',
        questions,
        answer,
      })
    }),
  )
})

test('reads a promotion as it was written: text, images or both', () => {
  const images = fc.array(fc.constantFrom('https://example.com/a.png', 'http://example.com/p/ก.jpg?x=1'))
  fc.assert(
    fc.property(line, fc.oneof(fc.constant(''), line), images, (name, text, urls) => {
      const promotion = { name, text, images: urls }
      expect(readKnowledgeText(writePromotion(promotion))).toEqual({ kind: 'promotion', ...promotion })
    }),
  )
})

test('writes general entries and promotions in their text formats', () => {
  expect(writeGeneral({ questions: ['ถอนเงินกี่นาที', 'ถอนช้า'], answer: ' ภายใน 10 นาที\nทุกวัน ' })).toBe(
    'คำถาม: ถอนเงินกี่นาที\nคำถาม: ถอนช้า\nคำตอบ: ภายใน 10 นาที\nทุกวัน',
  )
  expect(writePromotion({ name: 'วันเกิด', text: 'รับ 100', images: ['https://example.com/a.png'] })).toBe(
    'โปรโมชั่น: วันเกิด\nรายละเอียด: รับ 100\n[IMAGE:https://example.com/a.png]',
  )
})

test('reads a knowledge text without a format as plain', () => {
  for (const text of ['ข้อความธรรมดา', 'คำถาม: ไม่มีคำตอบ', 'คำถาม: ก\nอื่น\nคำตอบ: ข', ''])
    expect(readKnowledgeText(text)).toEqual({ kind: 'plain', text })
})

test('a question field has one question per non-empty line', () => {
  expect(questionsOf(' ก \n\n  \r\nข')).toEqual(['ก', 'ข'])
})

import { expect, test } from 'vitest'
import { messagesOfQuestions } from './messages-of-questions.ts'

const texts = ['สวัสดีค่ะ', 'ถอนเงินขั้นต่ำเท่าไหร่คะ', 'แล้วใช้เวลากี่นาทีคะ', '👍'].map((text) => ({ text }))

test.each([
  ['ถอนเงินขั้นต่ำเท่าไหร่คะ', ['ถอนเงินขั้นต่ำเท่าไหร่คะ']],
  ['ขั้นต่ำในการถอนเงินเท่าไหร่', ['ถอนเงินขั้นต่ำเท่าไหร่คะ']],
  ['สวัสดีค่ะ ถอนเงินขั้นต่ำเท่าไหร่คะ\nใช้เวลากี่นาทีคะ', ['สวัสดีค่ะ', 'ถอนเงินขั้นต่ำเท่าไหร่คะ', 'แล้วใช้เวลากี่นาทีคะ']],
  ['เปิดร้านวันไหน', []],
])('the questions %s are taken from the messages %j', (questions, from) => {
  expect(messagesOfQuestions(questions, texts).map(({ text }) => text)).toEqual(from)
})

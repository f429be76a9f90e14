import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { endsWithThankYou, isThankYou } from './is-thank-you.ts'

test.each([
  'ขอบคุณค่ะ',
  'ขอบคุณครับ',
  'ขอบคุณมากๆ นะคะ 🙏',
  'ขอบคุณค่าาาาา',
  'ขอบคุณณณคับบบ',
  'โอเคค่ะ ขอบคุณค่ะ',
  'เงินเข้าแล้วค่ะ ขอบคุณแอดมินมากค่ะ',
  'ได้แล้วครับ ขอบคุณครับ!!',
  'Thank you so much',
  'THANKS',
  'ok, thx',
  'เเต๊งกิ้วจ้า',
  'ขอบพระคุณมากครับผม 555',
  '[สติกเกอร์] Thanks, Bow, Smile',
  '[สติกเกอร์] ขอบคุณค่ะ',
])('treats the message %j as thanks only', (text) => {
  expect(isThankYou(text)).toBe(true)
})

test.each([
  '',
  'ค่ะ',
  'โอเคค่ะ',
  '🙏',
  'ขอบคุณค่ะ แล้วถอนได้เมื่อไหร่คะ',
  'ยังไม่เข้าเลยค่ะ ขอบคุณค่ะ',
  'ขอบคุณล่วงหน้าค่ะ',
  'ขอบคุณค่ะ?',
  'ขอบคุณค่ะ？',
  'ขอบคุณค่ะ❓',
  'ขอบคุณค่ะ ❔',
  'ขอบคุณค่ะ⁇',
  'ขอบคุณค่ะ ⁉️',
  'thanks؟',
  'ขอบคุณที่ไม่ตอบ',
  'ไม่ขอบคุณ',
  'ขอบคุณค่ะ 1500',
  'no thanks',
  'ฝากเงินไม่เข้า',
  `ขอบคุณ${'ค่ะ'.repeat(60)}`,
  '[สติกเกอร์]',
  '[สติกเกอร์] Angry, No',
  '[รูปภาพ]',
])('treats the message %j as more than thanks', (text) => {
  expect(isThankYou(text)).toBe(false)
})

const AT = '2026-11-23T02:00:00.000Z'
const thanks = {
  direction: 'IN' as const,
  message_type: 'text',
  text: 'ขอบคุณค่ะ',
  at: AT,
  delivery: null,
  delivery_error: null,
  sender: null,
}
const ticket = (change: object) =>
  mockTicket({ id: 'a', last_message: thanks, waiting_since: AT, needs_reply: true, ...change })

test('a ticket ends with thanks if the thanks is its only message without a reply', () => {
  expect(endsWithThankYou(ticket({}))).toBe(true)
  expect(endsWithThankYou(ticket({ status: 'CLOSED', waiting_since: null }))).toBe(false)
  expect(
    endsWithThankYou(ticket({ last_message: { ...thanks, direction: 'OUT' }, waiting_since: null })),
  ).toBe(false)
  // An earlier message has no delivered reply.
  expect(endsWithThankYou(ticket({ waiting_since: '2026-11-23T01:59:00.000Z' }))).toBe(false)
  // The thank-you message has a reply.
  expect(endsWithThankYou(ticket({ waiting_since: null }))).toBe(false)
  expect(endsWithThankYou(ticket({ last_message: null }))).toBe(false)
})

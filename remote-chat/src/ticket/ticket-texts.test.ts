import { expect, test } from 'vitest'
import { lineOfMessage } from './ticket-texts.ts'

test.each([
  ['text', 'สวัสดี', 'สวัสดี'],
  ['text', null, ''],
  ['audio', null, '[เสียง]'],
  ['location', null, '[ตำแหน่ง]'],
  ['hologram', 'ตามที่ส่งมา', 'ตามที่ส่งมา'],
  ['hologram', null, '[ข้อความที่ยังแสดงไม่ได้]'],
])('a message of type %s with the text %s is shown as %s in one line', (message_type, text, line) => {
  expect(lineOfMessage({ message_type, text })).toBe(line)
})

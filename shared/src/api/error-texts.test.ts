import { describe, expect, test } from 'vitest'
import { ERRORS } from '../contract/errors.ts'
import { uploadFile } from '../contract/media/upload.call.ts'
import { ApiError, errorOfResponse } from './api-error.ts'
import { errorText } from './error-texts.ts'

const answered = (status: number, body: unknown = {}) => errorOfResponse(status, body)

describe('error texts by status', () => {
  test.each([
    [403, 'คุณไม่มีสิทธิ์ดำเนินการนี้'],
    [404, 'ไม่พบข้อมูล'],
    [409, 'ข้อมูลมีการเปลี่ยนแปลงแล้ว'],
    [500, 'ระบบเกิดข้อผิดพลาด'],
    [418, 'เกิดข้อผิดพลาด กรุณาลองใหม่อีกครั้ง'],
  ])('status %i has the error text %s', (status, text) => expect(errorText(answered(status))).toBe(text))
})

test('the status selects the error text when the code is unknown', () => {
  expect(errorText(answered(404, { code: 'gone_fishing' }))).toBe('ไม่พบข้อมูล')
  expect(errorText(answered(409, { code: 'stale_row', message: 'row is stale' }))).toBe(
    'ข้อมูลมีการเปลี่ยนแปลงแล้ว',
  )
})

test('the code has priority over the status in the choice of the error text', () => {
  expect(errorText(answered(409, { code: 'ticket_closed' }))).toBe('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')
  expect(errorText(answered(409, { code: 'already_accepted' }))).toBe('มีผู้รับเคสนี้แล้ว')
})

describe('errors when closing a ticket', () => {
  test.each([
    [403, 'forbidden_channel', 'คุณไม่มีสิทธิ์ใน OA นี้'],
    [403, 'forbidden_not_assignee', 'เฉพาะผู้รับผิดชอบเท่านั้นที่ปิดเคสได้'],
    [403, 'forbidden', 'คุณไม่มีสิทธิ์ดำเนินการนี้'],
    [409, 'already_closed', 'เคสนี้ปิดไปแล้ว'],
    [409, 'conflict', 'ปิดเคสไม่สำเร็จ'],
    [404, 'ticket_not_found', 'ปิดเคสไม่สำเร็จ'],
    [500, 'internal', 'ปิดเคสไม่สำเร็จ'],
  ])('a failed close of a ticket with status %i and code %s shows: %s', (status, code, text) =>
    expect(errorText(answered(status, { code }), 'close')).toBe(text),
  )
  test('closing a ticket shows the general error text when no response arrived', () =>
    expect(errorText(new ApiError('network', 0), 'close')).toBe('ปิดเคสไม่สำเร็จ'))
})

test.each([
  ['send', 'ส่งข้อความไม่สำเร็จ'],
  ['sendImage', 'ส่งรูปภาพไม่สำเร็จ'],
  ['upload', 'อัปโหลดรูปภาพไม่สำเร็จ'],
] as const)('uses one error text for all errors of the operation %s', (operation, text) => {
  for (const error of [
    answered(500),
    answered(409, { code: 'ticket_closed' }),
    new ApiError('timeout', 0),
    null,
  ])
    expect(errorText(error, operation)).toBe(text)
})

test('the error `too_many_marks` has the same text for every operation', () => {
  const error = answered(400, { code: 'too_many_marks' })
  expect(errorText(error, 'send')).toBe(ERRORS.too_many_marks.text)
  expect(errorText(error)).toBe(ERRORS.too_many_marks.text)
})

describe('upload errors', () => {
  test.each(uploadFile.errors)('a rejected upload shows the text of the error %s', (code) => {
    const { status, text } = ERRORS[code]
    expect(errorText(answered(status, { code }), 'upload')).toBe(text)
  })
  test('each upload error has a different Thai text', () => {
    const texts = uploadFile.errors.map((code) => ERRORS[code].text)
    expect(new Set(texts).size).toBe(uploadFile.errors.length)
    for (const text of texts) expect(text).toMatch(/[ก-๙]/)
  })
})

test('failed calls for customers and VIP show the server’s message, or a special text for forbidden_channel', () => {
  expect(errorText(answered(500, { message: 'ฐานข้อมูลไม่พร้อม' }), 'customers')).toBe('ฐานข้อมูลไม่พร้อม')
  expect(errorText(answered(500), 'customers')).toBe('โหลดรายชื่อลูกค้าไม่สำเร็จ')
  expect(errorText(answered(403, { message: 'forbidden_channel' }), 'vip')).toBe('คุณไม่มีสิทธิ์ใน OA นี้')
  expect(errorText(answered(500), 'vip')).toBe('อัปเดต VIP ไม่สำเร็จ')
})

import { ERRORS, type ErrorCode } from '../contract/errors.ts'
import { SEND_FAILED_TEXT } from '../contract/messages/delivery.ts'
import { type ApiError, isApiError } from './api-error.ts'

export type Operation = 'staff' | 'close' | 'send' | 'sendImage' | 'upload' | 'customers' | 'vip' | 'load'

const LOCAL_TEXTS: Partial<Record<ApiError['code'], string>> = {
  network: 'ขาดการเชื่อมต่อ กรุณาลองใหม่อีกครั้ง',
  timeout: 'เซิร์ฟเวอร์ตอบกลับช้าเกินไป กรุณาลองใหม่อีกครั้ง',
  bad_answer: 'เซิร์ฟเวอร์ตอบข้อมูลที่ไม่ถูกต้อง กรุณาตรวจสอบเครือข่าย (เช่น หน้าเข้าสู่ระบบ Wi-Fi) แล้วลองใหม่อีกครั้ง',
}
const GENERIC_TEXT = 'เกิดข้อผิดพลาด กรุณาลองใหม่อีกครั้ง'

const UPLOAD_REFUSAL =
  /^(?:upload|image)_|^(?:payload_too_large|unsupported_media_type|busy|forbidden|storage_full)$/

const FALLBACKS: Partial<Record<Operation, string>> = {
  close: 'ปิดเคสไม่สำเร็จ',
  send: SEND_FAILED_TEXT,
  sendImage: 'ส่งรูปภาพไม่สำเร็จ',
  upload: 'อัปโหลดรูปภาพไม่สำเร็จ',
  customers: 'โหลดรายชื่อลูกค้าไม่สำเร็จ',
  vip: 'อัปเดต VIP ไม่สำเร็จ',
}

/**
 * Returns the Thai text of an error. `too_many_marks` has the same text for every operation. Customer lists and VIP
 * changes show the server's message. Closing a ticket and sending a message have texts of their own. Otherwise the
 * error code selects the text, or the HTTP status when the code is unknown.
 */
export function errorText(error: unknown, operation: Operation = 'staff'): string {
  const fallback = FALLBACKS[operation]
  if (!isApiError(error)) return fallback ?? GENERIC_TEXT
  if (error.code === 'too_many_marks') return ERRORS.too_many_marks.text
  if (operation === 'close') return closeText(error)
  if (operation === 'customers' || operation === 'vip') {
    if (error.code === 'forbidden_channel') return ERRORS.forbidden_channel.text
    return error.serverMessage ?? fallback ?? GENERIC_TEXT
  }
  if (operation === 'upload' && UPLOAD_REFUSAL.test(error.code)) return textOf(error)
  return fallback ?? textOf(error)
}

function closeText(error: ApiError): string {
  if (error.code === 'already_closed') return ERRORS.already_closed.text
  if (error.status !== 403) return FALLBACKS.close ?? GENERIC_TEXT
  if (error.code === 'forbidden_channel' || error.code === 'forbidden_not_assignee')
    return ERRORS[error.code].text
  return ERRORS.forbidden.text
}

function textOf(error: ApiError): string {
  if (Object.hasOwn(ERRORS, error.code)) return ERRORS[error.code as ErrorCode].text
  return LOCAL_TEXTS[error.code] ?? GENERIC_TEXT
}

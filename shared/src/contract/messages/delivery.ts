export const DELIVERY_STATES = ['queued', 'sent', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Reads a delivery state. `sending`, which is internal to the server, becomes queued. Null for other values. */
export function readDelivery(value: unknown): DeliveryState | null {
  return value === 'sending' ? 'queued' : (DELIVERY_STATES.find((each) => each === value) ?? null)
}

/** True when LINE rejected the message, or accepted it although the customer had blocked the channel. */
export const isUndelivered = ({
  delivery,
  delivery_error,
}: {
  delivery: DeliveryState | null
  delivery_error: string | null
}): boolean => delivery === 'failed' || (delivery === 'sent' && delivery_error === 'blocked')

/** Error codes in `delivery_error`, with their texts for staff members. */
export const DELIVERY_ERRORS = {
  line_unreachable: 'ติดต่อ LINE ไม่ได้ ไม่แน่ใจว่าถึงลูกค้าหรือไม่',
  line_recipient: 'LINE ไม่พบลูกค้ารายนี้ หรือลูกค้าไม่ได้เป็นเพื่อนกับ OA',
  line_rejected: 'LINE ไม่รับข้อความนี้',
  line_auth: 'LINE ไม่ยืนยันสิทธิ์ของ OA นี้ กรุณาแจ้งผู้ดูแลระบบ',
  line_token: 'Token ของ OA นี้ใช้ไม่ได้แล้ว กรุณาแจ้งผู้จัดการให้ต่ออายุ',
  line_quota: 'OA นี้ใช้โควตาข้อความของเดือนนี้ครบแล้ว',
  retry_key_expired: 'ไม่แน่ใจว่าข้อความถึงลูกค้าแล้วหรือไม่ กรุณาตรวจสอบก่อนส่งใหม่',
  reply_unknown: 'ไม่แน่ใจว่าถึงลูกค้าหรือไม่',
  answer_too_old: 'ข้อความค้างนานเกินไปจึงไม่ได้ส่งให้ลูกค้า กรุณาตรวจสอบก่อนส่งใหม่',
  line_standby: 'มีระบบอื่นของ OA ตอบแชทนี้อยู่จึงไม่ได้ส่ง ส่งใหม่ได้เมื่อ LINE คืนแชทให้',
  blocked: 'ลูกค้าบล็อกบัญชีนี้ตอนที่ส่ง',
  withdrawn: 'ยกเลิกแล้ว',
  withdrawn_unknown: 'ยกเลิกแล้ว แต่อาจถึงลูกค้าไปก่อนแล้ว',
  withdrawn_arrived: 'ไม่ได้ส่งซ้ำ เพราะข้อความเดิมถึงลูกค้าแล้ว',
  channel_removed: 'OA นี้เลิกเชื่อมต่อกับระบบแล้ว',
  image_not_https: 'ลิงก์รูปภาพต้องขึ้นต้นด้วย https:// เพื่อให้ LINE แสดงรูปได้',
} as const

export type DeliveryErrorCode = keyof typeof DELIVERY_ERRORS

/** Errors after which the message may have reached the customer, so a resend could create a duplicate. */
export const UNKNOWN_DELIVERIES: readonly DeliveryErrorCode[] = [
  'reply_unknown',
  'line_unreachable',
  'retry_key_expired',
]

export const isUnknownDelivery = (code: string | null): boolean =>
  UNKNOWN_DELIVERIES.some((each) => each === code)

/** True when the message was withdrawn, or had arrived before a retry. It is never sent again. */
export const isWithdrawn = (code: string | null): boolean => code?.startsWith('withdrawn') ?? false

/** Reasons of a delay, with their texts for staff members. Pages add the time at which the delay began. */
export const DELIVERY_WAITS = {
  line_unavailable: 'LINE ไม่ตอบสนอง',
  line_rate_limited: 'LINE จำกัดการส่งชั่วคราว',
} as const

export type DeliveryWaitReason = keyof typeof DELIVERY_WAITS

export const SEND_FAILED_TEXT = 'ส่งข้อความไม่สำเร็จ'

export function deliveryErrorText(code: string | null): string {
  return DELIVERY_ERRORS[(code ?? '') as DeliveryErrorCode] ?? SEND_FAILED_TEXT
}

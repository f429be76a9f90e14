/** Why a customer's picture, sound or file is not there, and what people read of it: where it helps, what to do next. */
export const MEDIA_REASONS = {
  not_found: 'LINE ไม่มีไฟล์นี้แล้ว ขอให้ลูกค้าส่งใหม่',
  expired: 'ไฟล์หมดอายุใน LINE แล้ว ขอให้ลูกค้าส่งใหม่',
  too_large: 'ไฟล์ใหญ่เกินกว่าที่ระบบรับได้',
  transcoding_failed: 'LINE แปลงไฟล์ไม่สำเร็จ ขอให้ลูกค้าส่งใหม่',
  unreachable: 'รับไฟล์จาก LINE ไม่สำเร็จ ขอให้ลูกค้าส่งใหม่',
  unsent: 'ลูกค้ายกเลิก ข้อความนี้',
  /** Until it is connected again, while LINE may have it. */
  channel_removed: 'OA นี้เลิกเชื่อมต่อกับระบบแล้วก่อนที่จะรับไฟล์',
  /** Reasons of pending media. */
  token_refused: 'รอโทเค็นของ OA ที่ใช้งานได้',
  storage_full: 'พื้นที่จัดเก็บใกล้เต็ม ระบบจะรับไฟล์นี้เมื่อมีพื้นที่ กรุณาแจ้งผู้ดูแลระบบ',
  daily_limit: 'วันนี้ลูกค้าส่งไฟล์เกินปริมาณที่กำหนด ระบบจะรับไฟล์นี้ในวันถัดไป',
  /** Of one that is there. */
  no_preview: 'แสดงตัวอย่างรูปนี้ไม่ได้',
} as const
export type MediaReason = keyof typeof MEDIA_REASONS

/** The Thai text of a reason; one that nobody knows gets a general one. */
export function mediaReasonText(reason: string | null): string {
  return MEDIA_REASONS[(reason ?? '') as MediaReason] ?? 'เปิดไฟล์นี้ไม่ได้'
}

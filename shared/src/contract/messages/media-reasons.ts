/** Why a customer's picture, sound or file is not there, and what people read of it. */
export const MEDIA_REASONS = {
  not_found: 'LINE ไม่มีไฟล์นี้แล้ว',
  expired: 'ไฟล์นี้หมดอายุใน LINE ก่อนที่ระบบจะรับไว้',
  too_large: 'ไฟล์ใหญ่เกินกว่าที่ระบบรับได้',
  transcoding_failed: 'LINE แปลงไฟล์นี้ไม่สำเร็จ',
  unreachable: 'รับไฟล์จาก LINE ไม่สำเร็จ',
  unsent: 'ลูกค้ายกเลิกข้อความนี้',
  /** Of one that waits. */
  token_refused: 'รอโทเค็นของ OA ที่ใช้งานได้',
  /** Of one that is there. */
  no_preview: 'แสดงตัวอย่างรูปนี้ไม่ได้',
} as const
export type MediaReason = keyof typeof MEDIA_REASONS

/** The Thai text of a reason; one that nobody knows gets a general one. */
export function mediaReasonText(reason: string | null): string {
  return MEDIA_REASONS[(reason ?? '') as MediaReason] ?? 'เปิดไฟล์นี้ไม่ได้'
}

export const MEDIA_REASONS = {
  not_found: 'LINE ไม่มีไฟล์นี้แล้ว ขอให้ลูกค้าส่งใหม่',
  expired: 'ไฟล์หมดอายุใน LINE แล้ว ขอให้ลูกค้าส่งใหม่',
  too_large: 'ไฟล์ใหญ่เกินกว่าที่ระบบรับได้',
  transcoding_failed: 'LINE แปลงไฟล์ไม่สำเร็จ ขอให้ลูกค้าส่งใหม่',
  unreachable: 'รับไฟล์จาก LINE ไม่สำเร็จ ขอให้ลูกค้าส่งใหม่',
  unsent: 'ลูกค้ายกเลิกข้อความนี้',
  /** Reason that is removed when the channel is connected again, because LINE may still have the file. */
  channel_removed: 'OA นี้เลิกเชื่อมต่อกับระบบแล้วก่อนที่จะรับไฟล์',
  /** Reasons why media is still pending. */
  token_refused: 'รอโทเค็นของ OA ที่ใช้งานได้',
  storage_full: 'พื้นที่จัดเก็บใกล้เต็ม ระบบจะรับไฟล์นี้เมื่อมีพื้นที่ กรุณาแจ้งผู้ดูแลระบบ',
  daily_limit: 'วันนี้ลูกค้าส่งไฟล์เกินปริมาณที่กำหนด ระบบจะรับไฟล์นี้ในวันถัดไป',
  no_preview: 'แสดงตัวอย่างรูปนี้ไม่ได้',
} as const
export type MediaReason = keyof typeof MEDIA_REASONS

export function mediaReasonText(reason: string | null): string {
  return MEDIA_REASONS[(reason ?? '') as MediaReason] ?? 'เปิดไฟล์นี้ไม่ได้'
}

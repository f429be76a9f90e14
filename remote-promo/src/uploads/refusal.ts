import { UPLOAD_MAX_BYTES } from 'shared/contract/constants.ts'

/** Why a file is not uploaded at all; null when it may be. */
export function refusalOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return `ไฟล์ ${name} ไม่ใช่รูปภาพ กรุณาใช้ .jpg, .png หรือ .webp`
  if (size > UPLOAD_MAX_BYTES) return `ไฟล์ ${name} มีขนาดเกิน 8MB`
  return null
}

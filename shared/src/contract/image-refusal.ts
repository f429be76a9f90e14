import { UPLOAD_MAX_BYTES } from './constants.ts'

const UNSUPPORTED_TYPE = /^image\/(?:svg|hei[cf]|bmp|tiff|x-icon|vnd\.)/
const USE_OTHER_TYPE_TEXT = 'กรุณาใช้ .jpg, .png หรือ .webp'

/** Thai reason why a file cannot be uploaded, to show after the file name; null for a valid file. */
export function imageRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return `ไม่ใช่รูปภาพ ${USE_OTHER_TYPE_TEXT}`
  if (UNSUPPORTED_TYPE.test(type)) return `เป็นรูปชนิดที่ใช้ไม่ได้ ${USE_OTHER_TYPE_TEXT}`
  return size > UPLOAD_MAX_BYTES ? 'มีขนาดเกิน 8MB' : null
}

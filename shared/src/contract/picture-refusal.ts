import { UPLOAD_MAX_BYTES } from './constants.ts'

/** Kinds of pictures, as browsers name them, that the server never takes. */
const UNUSABLE = /^image\/(?:svg|hei[cf]|bmp|tiff|x-icon|vnd\.)/
const USE = 'กรุณาใช้ .jpg, .png หรือ .webp'

/** Why a file is not uploaded at all, in words that follow its name; null when it may be. */
export function pictureRefusal({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return `ไม่ใช่รูปภาพ ${USE}`
  if (UNUSABLE.test(type)) return `เป็นรูปชนิดที่ใช้ไม่ได้ ${USE}`
  return size > UPLOAD_MAX_BYTES ? 'มีขนาดเกิน 8MB' : null
}

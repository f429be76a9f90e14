import { parseUrl } from 'shared/contract/parse-url.ts'

/** Maximum length that LINE allows, as in `ImageLinkSchema`. */
const MAX_IMAGE_LINK_LENGTH = 2_000
const INVALID = 'ลิงก์รูปภาพไม่ถูกต้อง'
const PUBLIC_HINT = 'ลิงก์ต้องเปิดได้แบบสาธารณะเพื่อให้ LINE ดึงรูปได้'

export function imageLinkProblem(typed: string): string | null {
  const link = typed.trim()
  if (!/^https?:\/\//i.test(link)) return `${INVALID} ต้องขึ้นต้นด้วย http:// หรือ https://`
  if (/\s/.test(link)) return `${INVALID} มีช่องว่างไม่ได้ ให้ใช้ %20 แทนช่องว่าง`
  if (parseUrl(link) === null) return INVALID
  return Math.max(link.length, new URL(link).href.length) > MAX_IMAGE_LINK_LENGTH
    ? `ลิงก์ยาวเกิน ${MAX_IMAGE_LINK_LENGTH.toLocaleString('en-US')} ตัวอักษร ซึ่ง LINE ไม่รับ กรุณาใช้ลิงก์ที่สั้นกว่านี้`
    : null
}

/** Hint for an image link: LINE accepts only https, so http is replaced. */
export const imageLinkHint = (link: string): string =>
  /^http:/i.test(link.trim()) ? `${PUBLIC_HINT} และจะส่งออกเป็น https://` : PUBLIC_HINT

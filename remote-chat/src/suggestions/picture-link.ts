/** The rules of a picture's link, wherever one is typed. */
export const INVALID_LINK = 'ลิงก์รูปภาพไม่ถูกต้อง ต้องขึ้นต้นด้วย http:// หรือ https://'
const PUBLIC_HINT = 'ลิงก์ต้องเปิดได้แบบสาธารณะเพื่อให้ LINE ดึงรูปได้'

export const isPictureLink = (link: string): boolean =>
  /^https?:\/\/\S+$/i.test(link.trim()) && URL.canParse(link.trim())

/** What to know of a link as it is typed: LINE takes https alone. */
export const pictureLinkHint = (link: string): string =>
  /^http:/i.test(link.trim()) ? `${PUBLIC_HINT} และจะส่งออกเป็น https://` : PUBLIC_HINT

export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

/** Matches URLs. A URL ends before CJK punctuation, which can follow it without a space. */
const LINK =
  /(?:https?:\/\/|(?<![\w@./-])www\.)[^\s<>"'`\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff03\uff08-\uff0c\uff0e\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/giu
/**
 * Thai text directly after a letter or digit of the URL does not belong to it. Thai at the start of a component does
 * (`/ไทย`, `?q=ไทย`, `คน.ไทย`).
 */
const THAI_AFTER_URL = /(?<=[A-Za-z0-9]|(?<![\u0e00-\u0e7f])\.)[\u0e00-\u0e7f]/u
/** Trailing punctuation or a Thai polite particle, which do not belong to the URL. Matches only the last one. */
const TRAILING_TEXT = /(?:[.,;:!?…)\]}”’»]|(?:นะ)?(?:ครับ|คับ|ค่ะ|คะ|จ้า|จ้ะ|ค่า|ค้าบ)|ๆ)$/u
const TRAILING_TEXT_LENGTH = 6
/** Maximum length of a link. Longer ones are not readable for users. */
const MAX_LINK_LENGTH = 2_000

/** Splits a text into plain parts and links. Only http and https URLs become links; markup is not interpreted. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const address = trimAddress(match[0])
    if (address.length > MAX_LINK_LENGTH) continue
    const href = webAddress(/^www\./i.test(address) ? `https://${address}` : address)
    if (href === null) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind: 'link', text: address, href })
    end = match.index + address.length
  }
  if (end < text.length || parts.length === 0) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

function trimAddress(found: string): string {
  const thaiStart = found.search(THAI_AFTER_URL)
  const trimmed = trimTrailingText(thaiStart < 0 ? found : found.slice(0, thaiStart))
  // Keeps a closing bracket whose opening bracket is inside the URL.
  const next = found.charAt(trimmed.length)
  return next === ')' && trimmed.includes('(') && !trimmed.includes(')') ? `${trimmed})` : trimmed
}

/** Removes them one by one from the end: one pattern for all would restart at each of a thousand ๆ. */
function trimTrailingText(address: string): string {
  let end = address.length
  for (;;) {
    const last = TRAILING_TEXT.exec(address.slice(Math.max(0, end - TRAILING_TEXT_LENGTH), end))?.[0]
    if (last === undefined) return address.slice(0, end)
    end -= last.length
  }
}

/** Returns the absolute http or https URL; null for everything else, such as `javascript:`. */
export function webAddress(address: string, base?: string): string | null {
  try {
    const url = new URL(address, base)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
  } catch {
    return null
  }
}

/** Common words that browsers' Thai dictionaries lack and would break in the middle (`แอดมิ|นบัน|ทึก`, `แช|ทกับ`). */
const UNBREAKABLE_WORDS = [
  'แอดมิน',
  'แชท',
  'โปรโมชั่น',
  'โปรโมชัน',
  'สติกเกอร์',
  'แดชบอร์ด',
  'อัปโหลด',
  'คอมเมนต์',
  'แคชแบ็ก',
  'ฟรีสปิน',
  'เทิร์น',
  'เช็ก',
  'วอลเล็ต',
  'สกรีนช็อต',
]
const PATTERN = new RegExp(`(${UNBREAKABLE_WORDS.join('|')})(?![\\u0e31\\u0e34-\\u0e3a\\u0e47-\\u0e4e])`, 'u')

/** Splits a text into pieces. Pieces with odd indexes are words in which no line break is allowed. */
export function splitWholeWords(text: string): string[] {
  return text.split(PATTERN)
}

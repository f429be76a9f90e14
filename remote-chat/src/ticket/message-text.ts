export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

/**
 * Up to a blank, a quote, or a mark of Chinese and Japanese writing (`。`, `、`, `「」`, `！`, `（）` …), which is written on without
 * a blank: in an address it stands as `%E3%80%82`.
 */
const LINK =
  /(?:https?:\/\/|(?<![\w@./-])www\.)[^\s<>"'`\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff03\uff08-\uff0c\uff0e\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/giu
/**
 * Thai that is written on without a blank: behind a letter or digit of the address it is no more of it. It is when it begins
 * a part of its own (`/ไทย`, `?q=ไทย`, `คน.ไทย`).
 */
const THAI_WRITTEN_ON = /(?<=[A-Za-z0-9]|(?<![\u0e00-\u0e7f])\.)[\u0e00-\u0e7f]/u
/** Punctuation that ends a sentence and not an address, and the polite words that Thai writes without a blank; the last one of them. */
const AFTERTHOUGHT = /(?:[.,;:!?…)\]}”’»]|(?:นะ)?(?:ครับ|คับ|ค่ะ|คะ|จ้า|จ้ะ|ค่า|ค้าบ)|ๆ)$/u
const AFTERTHOUGHT_LENGTH = 6
/** A longer address is no link: nobody could read where it leads. */
const MAX_LINK_LENGTH = 2_000

/** Splits a text into plain parts and web addresses. Only http and https become links; nothing is read as markup. */
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
  const writtenOn = found.search(THAI_WRITTEN_ON)
  const trimmed = dropAfterthoughts(writtenOn < 0 ? found : found.slice(0, writtenOn))
  // A closing bracket that was opened inside belongs to the address.
  const next = found.charAt(trimmed.length)
  return next === ')' && trimmed.includes('(') && !trimmed.includes(')') ? `${trimmed})` : trimmed
}

/** From the end, one after the other: a pattern for all of them would begin anew at each of a thousand ๆ. */
function dropAfterthoughts(address: string): string {
  let end = address.length
  for (;;) {
    const last = AFTERTHOUGHT.exec(address.slice(Math.max(0, end - AFTERTHOUGHT_LENGTH), end))?.[0]
    if (last === undefined) return address.slice(0, end)
    end -= last.length
  }
}

/** The address in full if it is one of the web; null for everything else, `javascript:` above all. */
export function webAddress(address: string, base?: string): string | null {
  try {
    const url = new URL(address, base)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
  } catch {
    return null
  }
}

/**
 * Words of every day at this desk that browsers' Thai dictionaries do not know: they would be broken in the middle
 * (`แอดมิ|นบัน|ทึก`, `แช|ทกับ`).
 */
const WORDS = [
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
const PATTERN = new RegExp(`(${WORDS.join('|')})(?![\\u0e31\\u0e34-\\u0e3a\\u0e47-\\u0e4e])`, 'u')

/** Text in pieces; every second one, from index 1 on, is a word that must not be broken. */
export function splitWholeWords(text: string): string[] {
  return text.split(PATTERN)
}

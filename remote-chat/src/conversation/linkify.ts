export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const LINK = /https?:\/\/[^\s<>"'`]+/giu
/** Punctuation that ends a sentence and not an address, and the polite words that Thai writes without a blank. */
const AFTERTHOUGHT = /(?:[.,;:!?…)\]}”’»]|(?:นะ)?(?:ครับ|คับ|ค่ะ|คะ|จ้า|จ้ะ|ค่า|ค้าบ)|ๆ)+$/u

/** Splits a text into plain parts and web addresses. Only http and https become links; nothing is read as markup. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const address = trimAddress(match[0])
    const href = webAddress(address)
    if (href === null) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind: 'link', text: address, href })
    end = match.index + address.length
  }
  if (end < text.length || parts.length === 0) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

function trimAddress(found: string): string {
  const trimmed = found.replace(AFTERTHOUGHT, '')
  // A closing bracket that was opened inside belongs to the address.
  const next = found.charAt(trimmed.length)
  return next === ')' && trimmed.includes('(') && !trimmed.includes(')') ? `${trimmed})` : trimmed
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

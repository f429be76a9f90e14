/** One grapheme of ASCII or Thai letters with the marks on it, when nothing follows that could join it. */
const PLAIN =
  /[ -~\u0e01-\u0e5b][\u0e31\u0e33-\u0e3a\u0e47-\u0e4e]*(?![^ -~\u0e01-\u0e5b]|[\u0e31\u0e33-\u0e3a\u0e47-\u0e4e])/y

let segmenter: Intl.Segmenter | undefined

/** The first graphemes of a text, at most `limit`; stops reading there, so a long text costs no more than a short one. */
export function firstGraphemes(text: string, limit: number): string[] {
  const found: string[] = []
  PLAIN.lastIndex = 0
  while (found.length < limit && PLAIN.lastIndex < text.length) {
    const next = PLAIN.exec(text)
    if (next === null) return segmentFirst(text, limit)
    found.push(next[0])
  }
  return found
}

/** Made when a text needs it: that alone takes a slow phone 50 ms. */
function segmentFirst(text: string, limit: number): string[] {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'grapheme' })
  const found: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    if (found.length === limit) break
    found.push(segment)
  }
  return found
}

/** Cuts a text to `limit` characters as a reader counts them (never through a stacked mark or an emoji) and adds `...` when something was cut. */
export function cutGraphemes(text: string, limit: number): string {
  const kept = firstGraphemes(text, limit + 1)
  return kept.length > limit ? `${kept.slice(0, limit).join('').trimEnd()}...` : text
}

/** One or two letters for a name: its first grapheme, and the next consonant when the first has no mark of its own (กา, ธี, ปว, So). */
export function initialsOf(name: string): string {
  const [first = '', second = ''] = firstGraphemes(name.trim(), 2)
  const next = [...second][0] ?? ''
  return [...first].length > 1 || !/[\p{L}\p{M}\p{N}]/u.test(next) ? first : first + next
}

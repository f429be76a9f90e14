/** Matches one grapheme: an ASCII or Thai letter with its marks, when no following character can extend it. */
const PLAIN =
  /[ -~\u0e01-\u0e5b][\u0e31\u0e33-\u0e3a\u0e47-\u0e4e]*(?![^ -~\u0e01-\u0e5b]|[\u0e31\u0e33-\u0e3a\u0e47-\u0e4e])/y

let segmenter: Intl.Segmenter | undefined

/** Returns the first graphemes. Stops reading at the limit, so a long text costs no more than a short one. */
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

/** Creates the segmenter on first use, because that takes 50 ms on a slow phone. */
function segmentFirst(text: string, limit: number): string[] {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'grapheme' })
  const found: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    if (found.length === limit) break
    found.push(segment)
  }
  return found
}

/** Cuts a text, but never inside a letter with marks or an emoji. Appends `...` when the text was longer. */
export function cutGraphemes(text: string, limit: number): string {
  const part = firstGraphemes(text, limit + 1)
  return part.length > limit ? `${part.slice(0, limit).join('').trimEnd()}...` : text
}

/** Returns the first grapheme of a name, and also the next letter when the first has no marks (กา, ธี, ปว, So). */
export function initialsOf(name: string): string {
  const [first = '', second = ''] = firstGraphemes(name.trim(), 2)
  const next = [...second][0] ?? ''
  return [...first].length > 1 || !/[\p{L}\p{M}\p{N}]/u.test(next) ? first : first + next
}

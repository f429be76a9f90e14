const segmenter = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** The first graphemes of a text, at most `limit`; stops reading there, so a long text costs no more than a short one. */
export function firstGraphemes(text: string, limit: number): string[] {
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

const PREVIEW_GRAPHEMES = 160

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** The beginning of a text for a row of a list, cut between graphemes: a Thai vowel stays with its consonant. */
export function preview(text: string | null): string | null {
  if (text === null || text.length <= PREVIEW_GRAPHEMES) return text
  let end = 0
  let count = 0
  for (const { index, segment } of graphemes.segment(text.slice(0, PREVIEW_GRAPHEMES * 8))) {
    if (count === PREVIEW_GRAPHEMES) break
    end = index + segment.length
    count += 1
  }
  return end < text.length ? `${text.slice(0, end)}…` : text
}

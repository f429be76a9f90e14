import { MESSAGE_PLACEHOLDERS } from 'shared/contract/constants.ts'

const PREVIEW_GRAPHEMES = 160

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Returns a message as one line: its text, or a placeholder for an image without text. */
export function lineOf(messageType: string | null, text: string | null): string | null {
  return text ?? (messageType === 'image' ? MESSAGE_PLACEHOLDERS.image : null)
}

/**
 * Returns the beginning of a text for a list row, cut between graphemes, so that Thai letters keep their vowels.
 */
export function preview(text: string | null, most = PREVIEW_GRAPHEMES): string | null {
  if (text === null || text.length <= most) return text
  let end = 0
  let count = 0
  for (const { index, segment } of graphemes.segment(text.slice(0, most * 8))) {
    if (count === most) break
    end = index + segment.length
    count += 1
  }
  return end < text.length ? `${text.slice(0, end)}…` : text
}

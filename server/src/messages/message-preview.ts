import { MESSAGE_PLACEHOLDERS } from 'shared/contract/constants.ts'

const PREVIEW_GRAPHEMES = 160

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

export function lineOf(messageType: string | null, text: string | null): string | null {
  return text ?? (messageType === 'image' ? MESSAGE_PLACEHOLDERS.image : null)
}

/** Truncates a text between graphemes, so that Thai letters keep their vowels. */
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

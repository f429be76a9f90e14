import { TIME_ZONE } from 'shared/contract/constants.ts'

/** Returns the width of a text in terminal columns. Thai marks above and below letters have no width. */
function widthOf(text: string): number {
  let width = 0
  for (const { segment } of new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(text)) {
    // The Thai vowel SARA AM forms one grapheme with the preceding consonant but takes a separate column.
    width += /\p{Emoji_Presentation}/u.test(segment)
      ? 2
      : segment.includes('\u0e33') && segment.length > 1
        ? 2
        : 1
  }
  return width
}

/** Matches control characters, direction characters and line breaks, except the joiners in words and emoji. */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Makes untrusted text safe for a terminal: one line, no control sequences. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd')
}

export function formatTable(headings: string[], rows: string[][]): string {
  const all = [headings, ...rows].map((row) => row.map(printable))
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const momentFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})

export function formatMoment(moment: Date | string | null): string {
  return moment === null ? '-' : momentFormat.format(new Date(moment))
}

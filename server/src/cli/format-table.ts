import { TIME_ZONE } from 'shared/contract/constants.ts'

/** Returns the display width of a text in a terminal. Thai marks above and below letters have no width. */
function widthOf(text: string): number {
  let width = 0
  for (const { segment } of new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(text)) {
    // The Thai vowel SARA AM forms one grapheme with the consonant before it but takes a separate column.
    width += /\p{Emoji_Presentation}/u.test(segment)
      ? 2
      : segment.includes('\u0e33') && segment.length > 1
        ? 2
        : 1
  }
  return width
}

/**
 * Characters that move the cursor, change colors, end a line or change the text direction, except the joiners in
 * words and emoji.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Makes a text from outside safe for a terminal: one line, no control sequences. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd')
}

/** Formats rows as columns under headings, separated by two spaces. Each row is one line. */
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

/** Formats a time as `2026-11-21 09:00`; `-` for null. */
export function formatMoment(moment: Date | string | null): string {
  return moment === null ? '-' : momentFormat.format(new Date(moment))
}

import { TIME_ZONE } from 'shared/contract/constants.ts'

/** Width on a terminal: marks above and below Thai letters take no room of their own. */
function widthOf(text: string): number {
  let width = 0
  for (const { segment } of new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(text)) {
    // A Thai SARA AM makes a grapheme with its consonant but stands beside it.
    width += /\p{Emoji_Presentation}/u.test(segment)
      ? 2
      : segment.includes('\u0e33') && segment.length > 1
        ? 2
        : 1
  }
  return width
}

/** What moves the cursor, colours, ends a line or turns the direction of writing; but for what joins letters and emoji. */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A text of somebody else's as a terminal may show it: in one line, and without commands to the terminal. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd')
}

/** Rows in columns under their headings, two blanks between. Each row is one line, whatever its cells hold. */
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

/** A time as tables show it: `2026-11-21 09:00`; `-` when there is none. */
export function formatMoment(moment: Date | string | null): string {
  return moment === null ? '-' : momentFormat.format(new Date(moment))
}

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

/** Rows in columns under their headings, two blanks between. */
export function formatTable(headings: string[], rows: string[][]): string {
  const all = [headings, ...rows]
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

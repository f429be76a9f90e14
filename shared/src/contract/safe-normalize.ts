/** Maximum number of combining marks in a row, from UAX #15, "Stream-Safe Text Format": no language needs more. */
export const MAX_MARKS = 30

/** Matches runs of marks, including the two half-width voicing marks that NFKC converts to combining marks. */
const MARKS = /[\p{M}\uff9e\uff9f]{2,}/gu

/** Maximum number of code points from one character in NFKC. Characters that expand further are not converted. */
export const MAX_EXPANSION = 4

/** Matches all characters but those that expand beyond the maximum: units as words (`rad∕s²`), two Arabic phrases. */
const NOT_EXPANDING =
  /[^\u3307\u3315-\u3317\u3319\u331a\u3320\u332b\u332e\u3332\u3334\u3336\u3347\u334a\u3356\u33ae\u33af\ufdfa\ufdfb]+/g

export function cutLongMarks(text: string): string {
  if (text.length <= MAX_MARKS) return text
  return text.replace(MARKS, (run) => (run.length > MAX_MARKS ? [...run].slice(0, MAX_MARKS).join('') : run))
}

export function hasLongMarks(text: string): boolean {
  return cutLongMarks(text) !== text
}

/**
 * Normalizes to NFKC in linear time; the result is at most `MAX_EXPANSION` times as long as the text.
 * `String.normalize` sorts the marks of a run in quadratic time: 100,000 of them block the process for seconds. Only
 * this function may call `String.normalize` (`scripts/lint/safe-normalize.grit`).
 */
export function safeNfkc(text: string): string {
  // Cuts runs of marks a second time, because NFKC decomposes some marks into several.
  return cutLongMarks(cutLongMarks(text).replace(NOT_EXPANDING, (part) => part.normalize('NFKC')))
}

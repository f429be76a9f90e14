/** UAX #15, "Stream-Safe Text Format": no language needs more combining marks in a row. */
export const MAX_MARKS = 30

/** The two half-width letters become combining marks in NFKC. */
const MARKS = /[\p{M}\uff9e\uff9f]{2,}/gu

/** Cuts every run of combining marks to `MAX_MARKS`. */
export function cutLongMarks(text: string): string {
  if (text.length <= MAX_MARKS) return text
  return text.replace(MARKS, (run) => (run.length > MAX_MARKS ? [...run].slice(0, MAX_MARKS).join('') : run))
}

/** True for a text with more than `MAX_MARKS` combining marks in a row. */
export function hasLongMarks(text: string): boolean {
  return cutLongMarks(text) !== text
}

/**
 * NFKC in linear time. `String.normalize` sorts the marks of a run in quadratic time: 100,000 of them block the process for seconds. The
 * only place that calls it (`scripts/lint/safe-normalize.grit`).
 */
export function safeNfkc(text: string): string {
  // A few marks decompose into several, hence the second cut.
  return cutLongMarks(cutLongMarks(text).normalize('NFKC'))
}

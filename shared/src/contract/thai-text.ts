/** Version of `normalizeForSearch`: columns that hold its output are written anew when it grows. */
export const SEARCH_NORM_VERSION = 1

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** Vowels, tone marks and signs that stand above or below a Thai consonant. */
const THAI_MARKS = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]{2,}/g

/** Vowels and NIKHAHIT first, then tone marks, then the signs that silence: as a keyboard that checks its input writes them. */
function weightOf(mark: string): number {
  if (/[\u0e48-\u0e4b]/.test(mark)) return 1
  return mark === '\u0e4c' || mark === '\u0e4e' ? 2 : 0
}

/**
 * The form in which texts are compared when people search: what looks the same is the same. Folds case and width (NFKC), `เเ` to `แ`,
 * `ำ` to `ํา` (by NFKC), puts marks of one consonant in one order and once each, drops what cannot be seen, and makes runs of blanks
 * one. Never shown: the text itself is kept as it came.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replaceAll('เเ', 'แ')
    .replace(THAI_MARKS, (marks) =>
      [...new Set(marks)].sort((a, b) => weightOf(a) - weightOf(b) || (a < b ? -1 : 1)).join(''),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

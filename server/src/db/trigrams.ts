/**
 * Returns true when a trigram index can find the text. pg_trgm needs at least three letters or digits in a row;
 * Thai vowels and tone marks count as letters, except the two characters listed here.
 */
export function hasTrigrams(norm: string): boolean {
  return /(?:(?![\u0e2f\u0e46])[\p{L}\p{N}\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]){3}/u.test(norm)
}

/** Escapes a text for `like`, so that `%`, `_` and `\` match literally. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * Whether trigrams can look this up: pg_trgm makes them of letters and digits (Thai vowels and tone marks are letters to it, these
 * two signs are none), and of a pattern at least where three stand together.
 */
export function hasTrigrams(norm: string): boolean {
  return /(?:(?![\u0e2f\u0e46])[\p{L}\p{N}\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]){3}/u.test(norm)
}

/** A pattern of `like` that matches exactly this text: `%`, `_` and `\` stand for themselves. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

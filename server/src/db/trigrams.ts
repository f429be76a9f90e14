/** Returns true when a text has three consecutive letters or digits. Thai vowels and tone marks count as letters. */
export function hasTrigrams(norm: string): boolean {
  return /(?:(?![\u0e2f\u0e46])[\p{L}\p{N}\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]){3}/u.test(norm)
}

export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

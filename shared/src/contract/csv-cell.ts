/**
 * Characters that start a formula in spreadsheets, including full-width and small forms, after invisible
 * characters.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]|^[\t\r\n\0]/u

/** Returns one quoted CSV cell. A text that a spreadsheet would calculate as a formula gets a leading apostrophe. */
export function csvCell(text: string): string {
  const cell = FORMULA.test(text) ? `'${text}` : text
  // Removes NUL, because some CSV parsers stop at this character.
  return `"${cell.replaceAll('\0', '').replaceAll('"', '""')}"`
}

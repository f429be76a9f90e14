/** Matches the start of a spreadsheet formula, also in full-width or small forms or after invisible characters. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]|^[\t\r\n\0]/u

/** Returns a quoted CSV cell. A text that a spreadsheet would calculate as a formula gets a leading apostrophe. */
export function csvCell(text: string): string {
  const cell = FORMULA.test(text) ? `'${text}` : text
  // NUL is removed, because some CSV parsers stop at it.
  return `"${cell.replaceAll('\0', '').replaceAll('"', '""')}"`
}

/** Characters with which spreadsheets begin a formula, also in full width and small forms, behind anything that is not seen. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]|^[\t\r\n\0]/u

/** One CSV cell of text, quoted, and never a formula: an apostrophe goes before what a spreadsheet would calculate. */
export function csvCell(text: string): string {
  const cell = FORMULA.test(text) ? `'${text}` : text
  // Some readers end a file at NUL.
  return `"${cell.replaceAll('\0', '').replaceAll('"', '""')}"`
}

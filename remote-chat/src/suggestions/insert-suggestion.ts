/**
 * Puts a text into the field as if it were typed: React hears of it, and Ctrl+Z takes it back. It takes the place of `range`, by default
 * of what is selected; behind a word that stands before it comes a space (unless not `spaced`). The cursor stands behind it.
 */
export function insertIntoField(
  field: HTMLTextAreaElement,
  text: string,
  range: { from: number; to: number } = { from: field.selectionStart, to: field.selectionEnd },
  { spaced: isSpaced = true }: { spaced?: boolean } = {},
): void {
  field.focus()
  field.setSelectionRange(range.from, range.to)
  const before = field.value[range.from - 1]
  const spaced = isSpaced && text !== '' && before !== undefined && !/\s/.test(before) ? ` ${text}` : text
  // The one way in which a browser keeps its undo history.
  const isDone =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, spaced)
  if (isDone) return
  field.setRangeText(spaced, range.from, range.to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The same behind what is being written, in a line of its own: nothing of it is lost. */
export function appendToField(field: HTMLTextAreaElement, text: string): void {
  const { length } = field.value
  const line = /\S[^\n]*$/.test(field.value) ? `\n${text}` : text
  insertIntoField(field, line, { from: length, to: length }, { spaced: false })
}

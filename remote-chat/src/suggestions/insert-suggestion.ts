/** Inserts text as if typed: React gets an input event, and Ctrl+Z works. With `spaced`, adds a space after a word. */
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
  // `execCommand` is the only way that keeps the browser's undo history.
  const isDone =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, spaced)
  if (isDone) return
  field.setRangeText(spaced, range.from, range.to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function appendToField(field: HTMLTextAreaElement, text: string): void {
  const { length } = field.value
  const line = /\S[^\n]*$/.test(field.value) ? `\n${text}` : text
  insertIntoField(field, line, { from: length, to: length }, { spaced: false })
}

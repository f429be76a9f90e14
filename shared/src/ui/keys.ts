/** What pressed keys mean. Without state, so that rooms take it by its file and not through a door. */

/** The key belongs to an input method, as the Enter that ends a word; 229 is how some browsers say so. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** Ctrl + Enter, or ⌘ + Enter: what is written is sent or saved. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event)

const NO_TEXT = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file', 'image', 'color']
  .map((type) => `[type=${type}]`)
  .join()
const TEXT_FIELD = `input:not(${NO_TEXT}), textarea, select, [contenteditable]:not([contenteditable=false])`

/** Elements that handle characters themselves: a field, or a list with type-ahead. */
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT_FIELD) !== null

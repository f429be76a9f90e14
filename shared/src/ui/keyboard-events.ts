/** These functions have no state, so remotes import them directly and not through a shared module. */

/** True for keys of an input method, such as the Enter that ends a word. Some browsers report key code 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event)

const NON_TEXT_INPUT_TYPES = [
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'range',
  'file',
  'image',
  'color',
]
  .map((type) => `[type=${type}]`)
  .join()
const TEXT_FIELD = `input:not(${NON_TEXT_INPUT_TYPES}), textarea, select, [contenteditable]:not([contenteditable=false])`

/** True when the element handles typed characters: a text field, or a list in which typing selects an item. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TEXT_FIELD) !== null

/** `Enter`, `ArrowUp`, `F5`. */
const NAMED_KEY = /^[A-Z][A-Za-z0-9]+$/

/** Includes dead keys and input methods. Excludes commands with Ctrl, Alt or Meta, but AltGr counts as typing. */
export function isTyping(event: KeyboardEvent): boolean {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  if (isCommand && !event.getModifierState('AltGraph')) return false
  return !NAMED_KEY.test(event.key) || event.key === 'Dead' || event.key === 'Process'
}

/** Matches the name of a key that types no character: `Enter`, `ArrowUp`, `F5`. */
const NAMED_KEY = /^[A-Z][A-Za-z0-9]+$/

/** True for typed text, dead keys and input methods; false for commands with Ctrl, Alt or Meta (AltGr is text). */
export function isTyping(event: KeyboardEvent): boolean {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  if (isCommand && !event.getModifierState('AltGraph')) return false
  return !NAMED_KEY.test(event.key) || event.key === 'Dead' || event.key === 'Process'
}

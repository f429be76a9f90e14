/** Names of keys that do not type a character: `Enter`, `ArrowUp`, `F5`. */
const NAMED_KEY = /^[A-Z][A-Za-z0-9]+$/

/**
 * Returns true for a key that types a character or begins one (a dead key, an input method). Returns false for
 * commands with Ctrl, Alt or Meta. AltGr counts as typing.
 */
export function isTyping(event: KeyboardEvent): boolean {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  if (isCommand && !event.getModifierState('AltGraph')) return false
  return !NAMED_KEY.test(event.key) || event.key === 'Dead' || event.key === 'Process'
}

/** Names of keys that write nothing by themselves: `Enter`, `ArrowUp`, `F5`. */
const NAMED_KEY = /^[A-Z][A-Za-z0-9]+$/

/** The key writes a character, or begins one (a dead key, an input method). Commands with Ctrl, Alt or Meta do not; AltGr does. */
export function isTyping(event: KeyboardEvent): boolean {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  if (isCommand && !event.getModifierState('AltGraph')) return false
  return !NAMED_KEY.test(event.key) || event.key === 'Dead' || event.key === 'Process'
}

import type { Shortcut } from 'shared/extensions'

/** The label of the key on a US keyboard. */
function keyOf(code: string): string {
  if (code === 'Slash') return '/'
  return code.replace(/^(?:Key|Digit)/, '')
}

/** The keys to press, from the left. */
export function keysOf({ code, modifier }: Shortcut): string[] {
  return [modifier === 'ctrl' ? 'Ctrl' : 'Alt', keyOf(code)]
}

import type { Shortcut } from 'shared/extensions'

/** Returns the label of a key on a US keyboard. */
function keyOf(code: string): string {
  if (code === 'Slash') return '/'
  return code.replace(/^(?:Key|Digit)/, '')
}

/** Returns the labels of a shortcut's keys, from left to right. */
export function keysOf({ code, modifier }: Shortcut): string[] {
  return [modifier === 'ctrl' ? 'Ctrl' : 'Alt', keyOf(code)]
}

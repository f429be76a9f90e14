import type { Shortcut } from 'shared/extensions'

function keyOf(code: string): string {
  if (code === 'Slash') return '/'
  return code.replace(/^(?:Key|Digit)/, '')
}

export function keysOf({ code, modifier }: Shortcut): string[] {
  return [modifier === 'ctrl' ? 'Ctrl' : 'Alt', keyOf(code)]
}

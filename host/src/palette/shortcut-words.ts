import type { Shortcut } from 'shared/extensions'

/** What is printed on the key, on any layout. */
function keyOf(code: string): string {
  if (code === 'Slash') return '/'
  return code.replace(/^(?:Key|Digit)/, '')
}

/** The keys to press, from the left. */
export function keysOf({ code, ctrl, shift }: Shortcut): string[] {
  return [...(ctrl ? ['Ctrl'] : []), ...(shift ? ['Shift'] : []), keyOf(code)]
}

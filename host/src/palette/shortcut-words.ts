import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import type { Shortcut } from 'shared/extensions'
import { readStored } from 'shared/session'

/** What is printed on the key, on any layout. */
function keyOf(code: string): string {
  if (code === 'Slash') return '/'
  return code.replace(/^(?:Key|Digit)/, '')
}

/** The keys to press, from the left. */
export function keysOf({ code, ctrl, shift }: Shortcut): string[] {
  return [...(ctrl ? ['Ctrl'] : []), ...(shift ? ['Shift'] : []), keyOf(code)]
}

/** Whether it does something at the moment: keys without Ctrl can be switched off. */
export function isUsable({ ctrl = false }: Shortcut): boolean {
  return ctrl || readStored(STORAGE_KEYS.singleKeys) !== 'off'
}

import type { KeyboardEvent } from 'react'
import { isComposing } from 'shared/ui/keys.ts'

/** Escape in a field of a conversation moves the focus to the messages; the draft remains. */
export function leavesField(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return false
  const log = event.currentTarget.closest('[data-conversation]')?.querySelector<HTMLElement>('[role=log]')
  if (!log) return false
  event.preventDefault()
  log.focus({ preventScroll: true })
  return true
}

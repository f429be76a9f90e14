import type { KeyboardEvent } from 'react'
import { isComposing } from 'shared/ui/keyboard-events.ts'

/** Moves the focus from a field to the messages on Escape; the draft remains. Returns true when it was moved. */
export function leaveFieldOnEscape(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return false
  const log = event.currentTarget.closest('[data-conversation]')?.querySelector<HTMLElement>('[role=log]')
  if (!log) return false
  event.preventDefault()
  log.focus({ preventScroll: true })
  return true
}

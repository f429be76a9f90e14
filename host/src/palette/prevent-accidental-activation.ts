import { isTextField } from 'shared/ui/keyboard-events.ts'
import { isTyping } from 'shared/ui/typing-key.ts'

const PRESSABLE =
  'a, button, summary, input, tr, [role=button], [role^=menuitem], [role=option], [role=tab], [role=switch], [role=checkbox], [role=radio]'
/** Maximum delay in ms after a character during which a Space or Enter is treated as typed text. */
const TYPING_PAUSE_MS = 1_500

/**
 * Prevents typed text from pressing a focused button, such as the Space in `แล้ว `. Ignores a Space or Enter within 1.5
 * s after a character on the same control.
 */
export function preventAccidentalActivation(signal: AbortSignal): void {
  let typed: { on: EventTarget | null; at: number } | null = null
  let ignoresKeyUp = false

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, timeStamp } = event
    ignoresKeyUp = false
    if (key === ' ' || key === 'Enter') {
      const isContinuedTyping = typed?.on === target && timeStamp - typed.at < TYPING_PAUSE_MS
      if (!isContinuedTyping || !(target instanceof Element && target.matches(PRESSABLE))) return
      typed = { on: target, at: timeStamp }
      ignoresKeyUp = true
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (isTyping(event)) typed = isTextField(target) ? null : { on: target, at: timeStamp }
    // Shift and Caps Lock do not interrupt typing: half of the Thai characters need Shift.
    else if (key !== 'Shift' && key !== 'CapsLock') typed = null
  }
  /** Prevents the click in Firefox, which presses a button when Space is released. */
  function onKeyUp(event: KeyboardEvent): void {
    if (ignoresKeyUp && event.key === ' ') event.preventDefault()
  }
  window.addEventListener('keydown', onKeyDown, { capture: true, signal })
  window.addEventListener('keyup', onKeyUp, { capture: true, signal })
}

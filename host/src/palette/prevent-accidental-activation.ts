import { isTextField } from 'shared/ui/keyboard-events.ts'
import { isTyping } from 'shared/ui/typing-key.ts'

/** Controls that Space or Enter activates. */
const PRESSABLE =
  'a, button, summary, input, tr, [role=button], [role^=menuitem], [role=option], [role=tab], [role=switch], [role=checkbox], [role=radio]'
/** A Space or Enter within this time in ms after a character belongs to the typing. */
const TYPING_PAUSE_MS = 1_500

/**
 * Stops typed text from pressing a focused button, such as the Space in `แล้ว `. Ignores a Space or Enter directly
 * after a character on the same control. After a delay, or when the focus has moved, they press as usual.
 */
export function preventAccidentalActivation(signal: AbortSignal): void {
  let typed: { on: EventTarget | null; at: number } | null = null
  let ignoresKeyUp = false

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, timeStamp } = event
    ignoresKeyUp = false
    if (key === ' ' || key === 'Enter') {
      const continues = typed?.on === target && timeStamp - typed.at < TYPING_PAUSE_MS
      if (!continues || !(target instanceof Element && target.matches(PRESSABLE))) return
      typed = { on: target, at: timeStamp }
      ignoresKeyUp = true
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (isTyping(event)) typed = isTextField(target) ? null : { on: target, at: timeStamp }
    // Thai needs Shift for half of its characters.
    else if (key !== 'Shift' && key !== 'CapsLock') typed = null
  }
  /** Firefox presses a button when Space is released. */
  function onKeyUp(event: KeyboardEvent): void {
    if (ignoresKeyUp && event.key === ' ') event.preventDefault()
  }
  window.addEventListener('keydown', onKeyDown, { capture: true, signal })
  window.addEventListener('keyup', onKeyUp, { capture: true, signal })
}

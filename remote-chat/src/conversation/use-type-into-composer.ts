import { useEffect } from 'react'
import { isTextField } from 'shared/ui/keyboard-events.ts'
import { isTyping } from 'shared/ui/typing-key.ts'

const FIELD = '[data-conversation] [data-composer]:not([readonly], :disabled)'
const MODAL = 'dialog[open], [aria-modal=true]'
const POPUP = '[role=dialog], [role=menu], [role=listbox]'
/** CSS selector of elements on which Space clicks, plays or scrolls. */
const USES_SPACE =
  'button, summary, input, audio, video, tr, [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role=log]'

/** Moves the focus to the composer before the typed character is inserted, so that no character is lost. */
export function useTypeIntoComposer(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function onKeyDown(event: KeyboardEvent): void {
  const { target } = event
  if (event.defaultPrevented || !isTyping(event) || !(target instanceof Element) || isTextField(target))
    return
  if (event.key === ' ' && target.matches(USES_SPACE)) return
  const field = document.querySelector<HTMLTextAreaElement>(FIELD)
  if (field === null) return
  const elementsInFront = [...document.querySelectorAll(MODAL), target.closest(POPUP)]
  if (elementsInFront.some((each) => each !== null && !each.contains(field))) return
  const caret = field.selectionEnd
  field.focus()
  // Collapses the selection, so that typing does not overwrite it.
  field.setSelectionRange(caret, caret)
}

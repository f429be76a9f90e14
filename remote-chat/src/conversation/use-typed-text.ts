import { useEffect } from 'react'
import { takesText } from 'shared/ui/keys.ts'
import { isTyping } from 'shared/ui/typing-key.ts'

const FIELD = '[data-conversation] [data-composer]:not([readonly], :disabled)'
const MODAL = 'dialog[open], [aria-modal=true]'
const POPUP = '[role=dialog], [role=menu], [role=listbox]'
/** Elements that Space activates, plays or scrolls. */
const USES_SPACE =
  'button, summary, input, audio, video, tr, [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role=log]'

/**
 * Text that is typed while a conversation is open goes into its composer, wherever the focus is, except in another text field, an
 * open popup or dialog, and for a Space on what Space activates. The focus moves before the character is written, so none is lost.
 */
export function useTypedText(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function onKeyDown(event: KeyboardEvent): void {
  const { target } = event
  if (event.defaultPrevented || !isTyping(event) || !(target instanceof Element) || takesText(target)) return
  if (event.key === ' ' && target.matches(USES_SPACE)) return
  const field = document.querySelector<HTMLTextAreaElement>(FIELD)
  if (field === null) return
  const nearer = [...document.querySelectorAll(MODAL), target.closest(POPUP)]
  if (nearer.some((each) => each !== null && !each.contains(field))) return
  const caret = field.selectionEnd
  field.focus()
  // A selection that was made before must not be overwritten.
  field.setSelectionRange(caret, caret)
}

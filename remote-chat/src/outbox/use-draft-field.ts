import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import { TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import { isInvisible } from 'shared/contract/invisible-text.ts'
import { readDraft, subscribeDrafts } from './drafts.store.ts'

/** Text length in UTF-16 units from which on the character count is shown. */
const NEAR_LIMIT = TEXT_MAX_UTF16 - 500

type Fill = 'empty' | 'some' | 'near' | 'too-long'

function fillOf(text: string): Fill {
  if (text.length > TEXT_MAX_UTF16) return 'too-long'
  if (isInvisible(text)) return 'empty'
  return text.length >= NEAR_LIMIT ? 'near' : 'some'
}

/** Connects a field to its draft. The field is uncontrolled, since rendering on each key press would be too slow. */
export function useDraftField(field: RefObject<HTMLTextAreaElement | null>, draftId: string): Fill {
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const needsResize = !CSS.supports('field-sizing', 'content')
    const show = () => {
      const text = readDraft(draftId)
      // Text being typed is already in the field; setting it would move the cursor and end an IME composition.
      if (element.value !== text) element.value = text
      if (needsResize) resizeToContent(element)
    }
    show()
    return subscribeDrafts(show)
  }, [field, draftId])
  return useSyncExternalStore(subscribeDrafts, () => fillOf(readDraft(draftId)))
}

/** Adjusts the field's height in browsers without `field-sizing`; the style sheet limits it to eight lines. */
function resizeToContent(element: HTMLTextAreaElement): void {
  element.style.height = 'auto'
  element.style.height = element.value === '' ? '' : `${element.scrollHeight}px`
}

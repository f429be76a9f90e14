import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import { TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import { isInvisible } from 'shared/contract/invisible-text.ts'
import { readDraft, subscribeWords } from './unsent.store.ts'

/** From here on the count is shown. */
const NEAR_LIMIT = TEXT_MAX_UTF16 - 500

/** How full the field is: nothing to send, some words, nearly as much as may be written, or more. */
type Fill = 'empty' | 'some' | 'near' | 'too-long'

function fillOf(text: string): Fill {
  if (text.length > TEXT_MAX_UTF16) return 'too-long'
  if (isInvisible(text)) return 'empty'
  return text.length >= NEAR_LIMIT ? 'near' : 'some'
}

/**
 * Has a draft, of an answer or a note, stand in a field that React does not control: drawing its component anew for each key cost more
 * than all else that a key does. Whoever asks is drawn when it fills or empties.
 */
export function useDraftField(field: RefObject<HTMLTextAreaElement | null>, draftId: string): Fill {
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const grows = !CSS.supports('field-sizing', 'content')
    const show = () => {
      const text = readDraft(draftId)
      // What is being typed stands there already; setting it would move the cursor and end a composition.
      if (element.value !== text) element.value = text
      if (grows) grow(element)
    }
    show()
    return subscribeWords(show)
  }, [field, draftId])
  return useSyncExternalStore(subscribeWords, () => fillOf(readDraft(draftId)))
}

/** Where the browser does not do so by itself; the style sheet sets the bound of eight lines. */
function grow(element: HTMLTextAreaElement): void {
  element.style.height = 'auto'
  element.style.height = element.value === '' ? '' : `${element.scrollHeight}px`
}

import { type RefObject, useCallback, useEffect, useState } from 'react'
import { readDraft, subscribePending } from '../outbox/drafts.store.ts'
import { type Slash, slashAt } from './slash-search.ts'

/** Detects a search without controlling the field: key presses re-render only when a search starts, changes or ends. */
export function useSlashSearch(
  field: RefObject<HTMLTextAreaElement | null>,
  draftId: string,
  find: (text: string, cursor: number) => Slash | null = slashAt,
) {
  const [slash, setSlash] = useState<Slash | null>(null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  useEffect(() => {
    const element = field.current
    if (element === null) return
    const updateSlash = (found: Slash | null) => {
      setSlash((known) => (known?.from === found?.from && known?.query === found?.query ? known : found))
      setDismissed((from) => (from === found?.from ? from : null))
    }
    const check = () => {
      if (document.activeElement !== element) return
      const { value, selectionStart, selectionEnd } = element
      updateSlash(selectionStart === selectionEnd ? find(value, selectionStart) : null)
    }
    const end = () => updateSlash(null)
    const controller = new AbortController()
    element.addEventListener('input', check, { signal: controller.signal })
    element.addEventListener('blur', end, { signal: controller.signal })
    document.addEventListener('selectionchange', check, { signal: controller.signal })
    // Text may have been typed before this code loaded.
    check()
    // Ends the search when sending empties the field, because that causes no input event.
    const unsubscribe = subscribePending(() => readDraft(draftId) === '' && end())
    return () => {
      controller.abort()
      unsubscribe()
    }
  }, [field, draftId, find])
  const dismiss = useCallback(() => setDismissed(slash?.from ?? null), [slash])
  return { slash: slash?.from === dismissed ? null : slash, dismiss }
}

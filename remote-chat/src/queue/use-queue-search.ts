import { useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from 'shared/contract/constants.ts'

/**
 * The text in a search field and the moment it counts: 300 ms after the last key. What stands in the address wins
 * when it changes from elsewhere (back, a link). The text is kept in the browser under `storageKey`.
 */
export function useQueueSearch(searched: string, storageKey: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(searched)
  const [heard, setHeard] = useState(searched)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (heard !== searched) {
    setHeard(searched)
    setText(searched)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function settle(search: string): void {
    clearTimeout(timer.current)
    keepSearch(storageKey, search)
    setHeard(search)
    onSearch(search)
  }
  function type(next: string): void {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => settle(next.trim()), SEARCH_DEBOUNCE_MS)
  }
  return { text, type, write: setText, settle }
}

export function storedSearch(storageKey: string): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    // Storage may be blocked; then nothing was kept.
    return ''
  }
}

function keepSearch(storageKey: string, search: string): void {
  try {
    if (search === '') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, search)
  } catch (error) {
    console.warn('the search could not be kept', error)
  }
}

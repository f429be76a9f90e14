import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from 'shared/contract/constants.ts'

/** Debounces a search. When `query` (in the URL) changes by a link or Back, it replaces the typed text. */
export function useDebounced(query: string, onSearch: (words: string) => void) {
  const [typed, setTyped] = useState(query)
  const [seen, setSeen] = useState(query)
  const [submitted, setSubmitted] = useState(query)
  const [overruled, setOverruled] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (seen !== query) {
    setSeen(query)
    if (query !== submitted) {
      setTyped(query)
      setSubmitted(query)
      setOverruled(overruled + 1)
    }
  }
  // Cancels the pending search, which would overwrite the new `query`.
  useLayoutEffect(() => {
    if (overruled > 0) clearTimeout(timer.current)
  }, [overruled])
  useEffect(() => () => clearTimeout(timer.current), [])
  const submit = (words: string) => {
    clearTimeout(timer.current)
    setSubmitted(words.trim())
    if (words.trim() !== query) onSearch(words.trim())
  }
  return {
    typed,
    type: (words: string) => {
      setTyped(words)
      clearTimeout(timer.current)
      if (words.trim() === '') submit('')
      else timer.current = setTimeout(submit, SEARCH_DEBOUNCE_MS, words)
    },
    submit,
  }
}

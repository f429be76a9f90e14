import { useEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from 'shared/contract/constants.ts'

export interface Debounced {
  typed: string
  /** Each key; an emptied field is asked at once. */
  type: (words: string) => void
  /** Does not wait any longer. */
  ask: (words: string) => void
}

/** A field whose words are asked for 300 ms after the last key. `asked` is what stands in the address, which may change by itself. */
export function useDebounced(asked: string, onAsk: (words: string) => void): Debounced {
  const [typed, setTyped] = useState(asked)
  const [shown, setShown] = useState(asked)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (shown !== asked) {
    setShown(asked)
    if (typed.trim() !== asked) setTyped(asked)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (words: string) => {
    clearTimeout(timer.current)
    if (words.trim() !== asked) onAsk(words.trim())
  }
  return {
    typed,
    type: (words) => {
      setTyped(words)
      clearTimeout(timer.current)
      if (words.trim() === '') ask('')
      else timer.current = setTimeout(ask, SEARCH_DEBOUNCE_MS, words)
    },
    ask,
  }
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from 'shared/contract/constants.ts'

export interface Debounced {
  typed: string
  /** Each key; an emptied field is asked at once. */
  type: (words: string) => void
  /** Does not wait any longer. */
  ask: (words: string) => void
}

/**
 * A field whose words are asked for 300 ms after the last key. `asked` is what stands in the address; where that changes by itself (back,
 * a link) it wins over what is typed.
 */
export function useDebounced(asked: string, onAsk: (words: string) => void): Debounced {
  const [typed, setTyped] = useState(asked)
  const [seen, setSeen] = useState(asked)
  const [told, setTold] = useState(asked)
  const [overruled, setOverruled] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (seen !== asked) {
    setSeen(asked)
    if (asked !== told) {
      setTyped(asked)
      setTold(asked)
      setOverruled(overruled + 1)
    }
  }
  // What was still waiting does not come back.
  useLayoutEffect(() => {
    if (overruled > 0) clearTimeout(timer.current)
  }, [overruled])
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (words: string) => {
    clearTimeout(timer.current)
    setTold(words.trim())
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

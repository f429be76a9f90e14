import { useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from 'shared/contract/constants.ts'
import { SearchField } from 'shared/ui'

export interface QueueSearchFieldProps {
  label: string
  placeholder?: string
  /** What the list is searched for. */
  searched: string
  onSearch: (search: string) => void
  /** The search counts on Enter and not while it is typed; an emptied field counts at once. */
  onEnter?: boolean
  className?: string
}

/**
 * The field to search in, which holds what is being typed by itself: the list hears of it 300 ms after the last key, or
 * on Enter. What stands in the address wins when it changes from elsewhere (back, a link, cleared filters).
 */
export function QueueSearchField(props: QueueSearchFieldProps) {
  const { searched, onSearch, onEnter = false, ...field } = props
  const [text, setText] = useState(searched)
  const [seen, setSeen] = useState(searched)
  const [told, setTold] = useState(searched)
  const [overruled, setOverruled] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (seen !== searched) {
    setSeen(searched)
    if (searched !== told) {
      setText(searched)
      setTold(searched)
      setOverruled(overruled + 1)
    }
  }
  // A search that was given up elsewhere does not come back with what was still waiting.
  useEffect(() => {
    if (overruled > 0) clearTimeout(timer.current)
  }, [overruled])
  useEffect(() => () => clearTimeout(timer.current), [])

  function tell(next: string): void {
    clearTimeout(timer.current)
    const search = next.slice(0, MAX_SEARCH_LENGTH).trim()
    setTold(search)
    onSearch(search)
  }
  function type(next: string): void {
    setText(next)
    clearTimeout(timer.current)
    if (!onEnter) timer.current = setTimeout(() => tell(next), SEARCH_DEBOUNCE_MS)
    else if (next === '' && searched !== '') tell('')
  }
  return <SearchField {...field} value={text} onChange={type} onSubmit={tell} />
}

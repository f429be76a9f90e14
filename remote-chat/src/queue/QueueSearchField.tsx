import { useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from 'shared/contract/constants.ts'
import { SearchField } from 'shared/ui'

export interface QueueSearchFieldProps {
  label: string
  placeholder?: string
  searched: string
  onSearch: (search: string) => void
  /** True when Enter, instead of typing, starts the search. Emptying the field always takes effect immediately. */
  onEnter?: boolean
  className?: string
}

/** Search field. Its text is replaced when going back, a link or cleared filters change the search in the URL. */
export function QueueSearchField(props: QueueSearchFieldProps) {
  const { searched, onSearch, onEnter = false, ...field } = props
  const [text, setText] = useState(searched)
  const [seen, setSeen] = useState(searched)
  const [submitted, setSubmitted] = useState(searched)
  const [overruled, setOverruled] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (seen !== searched) {
    setSeen(searched)
    if (searched !== submitted) {
      setText(searched)
      setSubmitted(searched)
      setOverruled(overruled + 1)
    }
  }
  useEffect(() => {
    if (overruled > 0) clearTimeout(timer.current)
  }, [overruled])
  useEffect(() => () => clearTimeout(timer.current), [])

  function submit(next: string): void {
    clearTimeout(timer.current)
    const search = next.slice(0, MAX_SEARCH_LENGTH).trim()
    setSubmitted(search)
    onSearch(search)
  }
  function type(next: string): void {
    setText(next)
    clearTimeout(timer.current)
    if (!onEnter) timer.current = setTimeout(() => submit(next), SEARCH_DEBOUNCE_MS)
    else if (next === '' && searched !== '') submit('')
  }
  return <SearchField {...field} value={text} onChange={type} onSubmit={submit} />
}

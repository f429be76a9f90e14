import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Handlers for a list in which the keyboard may be: `onKeys` is told as it comes and goes, not as it goes on from one row to the next or
 * into a row's menu. What a mouse has clicked has the focus, and is no place of the keyboard's.
 */
export function useKeysWithin(
  list: RefObject<HTMLElement | null>,
  /** As they change the row that has the focus may go, of which no browser tells. */
  rows: unknown,
  onKeys: (isThere: boolean) => void,
) {
  const leave = useRef<ReturnType<typeof setTimeout>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as rows go
  useEffect(() => {
    if (!list.current?.matches(':focus-within')) onKeys(false)
  }, [list, rows, onKeys])
  useEffect(
    () => () => {
      clearTimeout(leave.current)
      onKeys(false)
    },
    [onKeys],
  )
  return {
    onFocus: ({ target }: FocusEvent) => {
      clearTimeout(leave.current)
      onKeys(target.matches(':focus-visible'))
    },
    onBlur: () => {
      leave.current = setTimeout(onKeys, 0, false)
    },
  }
}

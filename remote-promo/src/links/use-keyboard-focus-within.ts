import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Handlers that report through `onKeys` when keyboard focus enters or leaves a list. Moving to another row or a row's
 * menu is not reported, and focus set by a mouse click does not count.
 */
export function useKeyboardFocusWithin(
  list: RefObject<HTMLElement | null>,
  /** Rows of the list: a focused row that is removed causes no blur event. */
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

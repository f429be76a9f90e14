import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/** Reports keyboard focus in the list. Ignores moves between rows and menus, and focus that a mouse click sets. */
export function useKeyboardFocusWithin(
  list: RefObject<HTMLElement | null>,
  /** Rows of the list. A change may remove the focused row, which causes no blur event. */
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

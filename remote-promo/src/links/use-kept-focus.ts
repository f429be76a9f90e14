import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Keeps the keyboard's place in a list whose focused row goes: the focus moves to the row that stands there then, or to `otherwise`
 * where none is left, also as the whole list goes. Answers what to call as the row at `index` is taken away.
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  otherwise: () => HTMLElement | null,
): (index: number) => void {
  const wanted = useRef<number | null>(null)
  const settle = useEffectEvent(() => {
    const index = wanted.current
    if (index === null) return
    wanted.current = null
    // What had the focus leaves with its row, or its menu, a moment later.
    setTimeout(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('li[data-index]') ?? [])]
      const row = rows.findLast(({ dataset }) => Number(dataset.index) <= index)
      const place = row?.querySelector<HTMLElement>('button') ?? otherwise()
      place?.focus({ preventScroll: true })
    })
  })
  useEffect(() => settle())
  useEffect(() => () => settle(), [])
  return useCallback((index) => {
    wanted.current = index
  }, [])
}

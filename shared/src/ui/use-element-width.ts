import { type RefCallback, useCallback, useState } from 'react'

/**
 * The width of an element's content box (without a scroll bar) in whole CSS pixels, followed as it changes; 0 until it is on the page.
 * It is known before anything is painted, so the element has no padding. Give the returned function to it as its `ref`.
 */
export function useElementWidth(): [ref: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const read = () => setWidth(element.clientWidth)
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

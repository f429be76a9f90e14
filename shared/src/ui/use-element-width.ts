import { type RefCallback, useCallback, useState } from 'react'

/**
 * Returns the width of an element's content box in CSS pixels. It is 0 before the element is mounted, and is set before
 * the first paint. `clientWidth` includes padding, so the element must have none.
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

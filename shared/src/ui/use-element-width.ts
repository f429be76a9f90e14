import { useCallback, useState } from 'react'

/**
 * The width of an element's content box in CSS pixels, followed as it changes; 0 until it is on the page.
 * Give the returned function to the element as its `ref`.
 */
export function useElementWidth<E extends Element = HTMLElement>(): [
  ref: (element: E | null) => void,
  width: number,
] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: E | null) => {
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.contentRect
      if (box) setWidth(Math.round(box.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

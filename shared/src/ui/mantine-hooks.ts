/** Mantine's hooks in the form in which the desk uses them. */
import { useMediaQuery as useMantineMediaQuery, useResizeObserver } from '@mantine/hooks'
import { useCallback, useState } from 'react'

export { useLocalStorage } from '@mantine/hooks'

/** Whether the window fits a media query, for example `(max-width: 768px)`; right from the first render, so that nothing is drawn twice. */
export function useMediaQuery(query: string): boolean {
  return useMantineMediaQuery(query, undefined, { getInitialValueInEffect: false })
}

/**
 * The width of an element's content box (without a scroll bar) in whole CSS pixels, followed as it changes; 0 until it is on the page.
 * It is known before anything is painted, so the element has no padding. Give the returned function to it as its `ref`.
 */
export function useElementWidth<E extends HTMLElement = HTMLElement>(): [
  ref: (element: E | null) => void,
  width: number,
] {
  const [observe, { left, right }] = useResizeObserver<E>()
  const [first, setFirst] = useState(0)
  const ref = useCallback(
    (element: E | null) => {
      observe(element)
      if (element) setFirst(element.clientWidth)
    },
    [observe],
  )
  return [ref, Math.round(right - left) || first]
}

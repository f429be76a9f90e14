import { assignRef } from '@mantine/hooks'
import { type Ref, type RefObject, useLayoutEffect } from 'react'

/** Draws nothing: a target for what floats whose element stood on the page before this code came. */
export function Standing({
  element,
  ref,
}: {
  element: RefObject<HTMLElement | null>
  ref?: Ref<HTMLElement>
}) {
  useLayoutEffect(() => {
    assignRef(ref, element.current)
    return () => void assignRef(ref, null)
  }, [ref, element])
  return null
}

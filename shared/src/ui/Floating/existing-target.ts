import { assignRef } from '@mantine/hooks'
import { type Ref, type RefObject, useLayoutEffect } from 'react'

/** Mantine's `Menu` and `Popover` expect a target of their own; this element was rendered before their code loaded. */
export function ExistingTarget({
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

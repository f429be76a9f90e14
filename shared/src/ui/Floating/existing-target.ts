import { assignRef } from '@mantine/hooks'
import { type Ref, type RefObject, useLayoutEffect } from 'react'

/**
 * A target for Mantine's `Menu` and `Popover` that renders nothing: the element they are placed at is on the page already, since
 * it was rendered before their code was loaded.
 */
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

import { assignRef } from '@mantine/hooks'
import { type Ref, type RefObject, useLayoutEffect } from 'react'

/**
 * Renders nothing. Passes an existing element as the target to Mantine's `Menu` and `Popover`: the element was
 * rendered before their code was loaded.
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

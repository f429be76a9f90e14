import { assignRef } from '@mantine/hooks'
import { type Ref, type RefObject, useLayoutEffect } from 'react'

/**
 * Renders nothing. Provides an existing element as the target of Mantine's `Menu` and `Popover`: it was rendered before
 * their code was loaded.
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

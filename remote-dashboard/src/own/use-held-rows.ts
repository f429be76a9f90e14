import { type PointerEvent, type SyntheticEvent, useState } from 'react'

/**
 * Freezes the order of rows while the pointer or the keyboard focus is on them; their content stays current. Touch is
 * ignored, since a finger does not hover before it taps.
 */
export function useHeldRows<T extends { id: string }>(rows: readonly T[]) {
  const [held, setHeld] = useState<readonly T[]>()
  const hold = () => setHeld(held ?? rows)
  // On the next frame, when the focus has reached its new element.
  const letGo = ({ currentTarget: area }: SyntheticEvent) =>
    requestAnimationFrame(() => area.matches(':hover, :has(:focus-visible)') || setHeld(undefined))
  const holding = {
    onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && hold(),
    onPointerLeave: letGo,
    onFocus: hold,
    onBlur: letGo,
  }
  return { rows: held?.map((row) => rows.find(({ id }) => id === row.id) ?? row) ?? rows, holding }
}

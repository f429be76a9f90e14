import { type PointerEvent, type SyntheticEvent, useState } from 'react'

/**
 * Rows that stay where they are while a pointer or the keyboard's focus is on them: what they say is new, their order is that of when it
 * came. A finger comes to no rest before it presses.
 */
export function useHeldRows<T extends { id: string }>(rows: readonly T[]) {
  const [held, setHeld] = useState<readonly T[]>()
  const hold = () => setHeld(held ?? rows)
  // In the next frame, when the focus is where it goes to.
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

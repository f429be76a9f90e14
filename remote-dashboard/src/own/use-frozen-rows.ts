import { type PointerEvent, type SyntheticEvent, useState } from 'react'

/** Their content stays current. Ignores touch, because a finger does not hover before a tap. */
export function useFrozenRows<T extends { id: string }>(rows: readonly T[]) {
  const [frozen, setFrozen] = useState<readonly T[]>()
  const hold = () => setFrozen(frozen ?? rows)
  // In the next frame the focus has reached its new element.
  const unfreeze = ({ currentTarget: area }: SyntheticEvent) =>
    requestAnimationFrame(() => area.matches(':hover, :has(:focus-visible)') || setFrozen(undefined))
  const freezeHandlers = {
    onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && hold(),
    onPointerLeave: unfreeze,
    onFocus: hold,
    onBlur: unfreeze,
  }
  return { rows: frozen?.map((row) => rows.find(({ id }) => id === row.id) ?? row) ?? rows, freezeHandlers }
}

import { type PointerEvent, type SyntheticEvent, useState } from 'react'

/** Keeps the order of rows under a mouse or the focus, but updates their content. Ignores touch: it has no hover. */
export function useFrozenRows<T extends { id: string }>(rows: readonly T[]) {
  const [frozen, setFrozen] = useState<readonly T[]>()
  const hold = () => setFrozen(frozen ?? rows)
  // Waits for the next frame, because during a blur event the next element does not have the focus yet.
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

import { type FocusEvent, type PointerEvent, useState } from 'react'

/**
 * Rows that stay where they are while a pointer or the keyboard's focus is on them: what they say is new, their order is that of when it
 * came. A finger comes to no rest before it presses.
 */
export function useHeldRows<T extends { id: string }>(rows: readonly T[]) {
  const [held, setHeld] = useState<readonly T[]>()
  const hold = () => setHeld(held ?? rows)
  const holding = {
    onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && hold(),
    onPointerLeave: ({ currentTarget: area }: PointerEvent) =>
      area.querySelector(':focus-visible') || setHeld(undefined),
    onFocus: hold,
    onBlur: ({ currentTarget: area, relatedTarget: to }: FocusEvent) =>
      area.contains(to) || setHeld(undefined),
  }
  return { rows: held?.map((row) => rows.find(({ id }) => id === row.id) ?? row) ?? rows, holding }
}

import { type FocusEvent, type PointerEvent, useState } from 'react'

/**
 * Rows that stay where they are while a pointer or the keyboard's focus is on them: what they say is new, their order is that of when it
 * came. A finger comes to no rest before it presses.
 */
export function useHeldRows<T extends { id: string }>(rows: readonly T[]) {
  const [held, setHeld] = useState<readonly T[] | null>(null)
  const hold = () => setHeld(held ?? rows)
  const holding = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') hold()
    },
    onPointerLeave: ({ currentTarget: area }: PointerEvent) => {
      if (area.querySelector(':focus-visible') === null) setHeld(null)
    },
    onFocus: hold,
    onBlur: ({ currentTarget: area, relatedTarget: to }: FocusEvent) => {
      if (!area.contains(to) && !area.matches(':hover')) setHeld(null)
    },
  }
  const now = held?.map((row) => rows.find(({ id }) => id === row.id) ?? row)
  return { rows: now ?? rows, holding }
}

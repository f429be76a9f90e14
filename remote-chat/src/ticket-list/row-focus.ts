import { type RefObject, useEffect, useRef } from 'react'

/** The focus goes to the first of these rows once it stands in the list; to the list itself where none is named. */
export interface SoughtRows {
  readonly ids: readonly string[]
}

type Rows = readonly { readonly id: string }[]

/** Brings a sought row into sight and gives it the focus, once. */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
  rows: Rows | null,
  sought: SoughtRows | null,
) {
  const served = useRef<SoughtRows | null>(null)
  const foundId = rows?.find(({ id }) => sought?.ids.includes(id))?.id
  useEffect(() => {
    if (sought === null || served.current === sought) return
    const row = foundId === undefined ? null : box.current?.querySelector<HTMLElement>(rowSelector(foundId))
    if (!row && sought.ids.length > 0) return
    served.current = sought
    row?.scrollIntoView({ block: 'nearest' })
    // A card takes no focus itself: what opens it does.
    const target = row?.hasAttribute('tabindex') ? row : row?.querySelector('button')
    const list = box.current?.querySelector<HTMLElement>('[tabindex="-1"]')
    ;(target ?? list)?.focus({ preventScroll: true })
  }, [box, sought, foundId])
}

/** The row that a person goes on with when this one leaves: the next, or the one before the last. */
export function neighbourOf(rows: Rows, ticketId: string): string | null {
  const index = rows.findIndex(({ id }) => id === ticketId)
  return index < 0 ? null : ((rows[index + 1] ?? rows[index - 1])?.id ?? null)
}

/** The focus is nowhere or at the list as a whole, or stands in what leaves with a ticket: its row and, where that is open, its conversation. */
export function losesFocus(ticketId: string, isOpen: boolean): boolean {
  const active = document.activeElement
  if (active === null || active === document.body || active.matches(':disabled')) return true
  const isList = active.querySelector('[data-ticket-id]') !== null
  const isInRow = active.closest(rowSelector(ticketId)) !== null
  return isList || isInRow || (isOpen && active.closest('aside, [role=dialog]') !== null)
}

function rowSelector(ticketId: string): string {
  return `[data-ticket-id="${CSS.escape(ticketId)}"]`
}

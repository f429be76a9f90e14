import { type RefObject, useEffect, useRef, useState } from 'react'

/** Request to focus the row of the first of these ids that is in the list, or the list itself if `ids` is empty. */
export interface RowsToFocus {
  readonly ids: readonly string[]
}

type Rows = readonly { readonly id: string }[]

/** Maximum time, in ms, in which a requested row must appear. */
const ROW_TIMEOUT_MS = 10_000

/** Focuses the requested row once per request. Does nothing when the user has moved the focus elsewhere. */
export function useRowFocus(
  box: RefObject<HTMLElement | null>,
  rows: Rows | null,
  rowsToFocus: RowsToFocus | null,
) {
  const request = useRef({ rowsToFocus, by: null as Element | null, at: 0, hasEnded: true })
  const foundId = rows?.find(({ id }) => rowsToFocus?.ids.includes(id))?.id
  useEffect(() => {
    const { activeElement } = document
    if (request.current.rowsToFocus !== rowsToFocus)
      request.current = {
        rowsToFocus,
        by: activeElement,
        at: performance.now(),
        hasEnded: rowsToFocus === null,
      }
    const now = request.current
    if (rowsToFocus === null || now.hasEnded) return
    const row = foundId === undefined ? null : box.current?.querySelector<HTMLElement>(rowSelector(foundId))
    const isHere = activeElement === now.by || activeElement === null || isNowhere(activeElement)
    if (!isHere || performance.now() - now.at > ROW_TIMEOUT_MS) now.hasEnded = true
    if (now.hasEnded || (!row && rowsToFocus.ids.length > 0)) return
    now.hasEnded = true
    row?.scrollIntoView({ block: 'nearest' })
    const target = row ? focusTarget(row) : null
    const list = box.current?.querySelector<HTMLElement>('[tabindex="-1"]')
    ;(target ?? list)?.focus({ preventScroll: true })
  }, [box, rowsToFocus, foundId])
}

const isNowhere = (active: Element): boolean => active === document.body || active.matches(':disabled')

/** When a conversation closes, focuses its row or, if the row is not in the list, the element focused before. */
export function useFocusBackToRow(ticketId: string | null): void {
  // Read during render, because a conversation takes the focus before the effects of this component.
  const [opened, setOpened] = useState<{ isOpen: boolean; by: Element | null }>({ isOpen: false, by: null })
  if (opened.isOpen !== (ticketId !== null))
    setOpened({ isOpen: ticketId !== null, by: document.activeElement })
  const { by } = opened
  useEffect(() => {
    if (ticketId === null) return
    return () => {
      // The focus is already elsewhere: the user moved it, or the dialog that contained the conversation returned it.
      if (document.activeElement !== document.body) return
      const row = document.querySelector<HTMLElement>(rowSelector(ticketId))
      const back = row ? focusTarget(row) : by
      if (back instanceof HTMLElement) back.focus()
    }
  }, [ticketId, by])
}

export function focusRow(ticketId: string): void {
  const row = document.querySelector<HTMLElement>(rowSelector(ticketId))
  if (row === null) return
  row.scrollIntoView({ block: 'nearest' })
  focusTarget(row)?.focus({ preventScroll: true })
}

export function focusedRowId(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-ticket-id]')
  return row?.dataset.ticketId ?? null
}

/** Returns the element to focus: a card itself is not focusable, but its button is. */
function focusTarget(row: HTMLElement): HTMLElement | null {
  return row.hasAttribute('tabindex') ? row : row.querySelector('button')
}

export function neighbourOf(rows: Rows, ticketId: string): string | null {
  const index = rows.findIndex(({ id }) => id === ticketId)
  return index < 0 ? null : ((rows[index + 1] ?? rows[index - 1])?.id ?? null)
}

/** True when the focus is on the ticket's row, in its open conversation, on the list itself or on no element. */
export function losesFocus(ticketId: string, isOpen: boolean): boolean {
  const active = document.activeElement
  if (active === null || isNowhere(active)) return true
  const isList = active.querySelector('[data-ticket-id]') !== null
  const isInRow = active.closest(rowSelector(ticketId)) !== null
  return isList || isInRow || (isOpen && active.closest('aside, [role=dialog]') !== null)
}

function rowSelector(ticketId: string): string {
  return `[data-ticket-id="${CSS.escape(ticketId)}"]`
}

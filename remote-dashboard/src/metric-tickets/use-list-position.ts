import { type MouseEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { TicketsDialogProps } from './TicketsDialog.tsx'

interface ListPosition {
  href: string
  top: number
  rows: number
}

/** List positions by history entry, newest last. */
const positions = new Map<string, ListPosition>()
const MAX_POSITIONS = 20

/** Restores row count, scroll position and focus when the user returns from one of the list's tickets. */
export function useListPosition(rows: number | undefined, pages: TicketsDialogProps['list']) {
  const { key } = useLocation()
  // State instead of a ref, because inside a dialog the list mounts later than this hook.
  const [list, setList] = useState<HTMLUListElement | null>(null)
  const [left, setLeft] = useState(() => positions.get(key))
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages
  useLayoutEffect(() => {
    if (left === undefined || rows === undefined || list === null) return
    if (rows < left.rows && hasNextPage && !isError) {
      if (!isFetchingNextPage) void fetchNextPage()
      return
    }
    const scrolled = scrollerOf(list)
    if (scrolled !== null) scrolled.scrollTop = left.top
    const link = [...list.querySelectorAll('a')].find((each) => each.getAttribute('href') === left.href)
    if (link !== undefined) {
      // The dialog's focus trap, which may start after this effect, focuses the element with `data-autofocus`.
      list.closest('[role=dialog]')?.querySelector('[data-autofocus]')?.removeAttribute('data-autofocus')
      link.setAttribute('data-autofocus', '')
      link.focus({ preventScroll: true })
      link.scrollIntoView({ block: 'nearest' })
    }
    setLeft(undefined)
  }, [left, list, rows, hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  const leave = ({ target }: MouseEvent) => {
    const href = (target as Element).closest('a')?.getAttribute('href')
    if (!href || list === null || rows === undefined) return
    positions.delete(key)
    positions.set(key, { href, top: scrollerOf(list)?.scrollTop ?? 0, rows })
    const [oldest] = positions.keys()
    if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest)
  }
  return { ref: setList, onClick: leave }
}

function scrollerOf(element: Element): Element | null {
  const parent = element.parentElement
  if (parent === null || /auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return scrollerOf(parent)
}

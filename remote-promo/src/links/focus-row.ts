import type { RefObject } from 'react'

/** A list that has just come draws its rows when it has measured itself; so many frames they are waited for. */
const FRAMES = 10

/**
 * After a row went or came back: the focus, where nothing has it, to the row that stands at `index` (counted from 0) or before it, or to
 * `otherwise` where the list is empty or gone.
 */
export function focusRow(
  list: RefObject<HTMLElement | null>,
  index: number,
  otherwise: () => HTMLElement | null,
  frames = FRAMES,
): void {
  // What had the focus leaves with its row, or its menu, a moment later.
  setTimeout(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('li[data-index]') ?? [])]
    const row = rows.findLast(({ dataset }) => Number(dataset.index) <= index)
    if (rows.length === 0 && list.current?.querySelector('ul') && frames > 0)
      return void requestAnimationFrame(() => focusRow(list, index, otherwise, frames - 1))
    const place = row?.querySelector<HTMLElement>('button') ?? otherwise()
    place?.focus({ preventScroll: true })
  })
}

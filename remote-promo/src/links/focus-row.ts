import type { RefObject } from 'react'

/** Maximum number of frames to wait: a new virtual list renders rows only after it has measured itself. */
const FRAMES = 10

/** If no element has the focus, moves it to row `index` (from 0), to the row before it, or else to `otherwise`. */
export function focusRow(
  list: RefObject<HTMLElement | null>,
  index: number,
  otherwise: () => HTMLElement | null,
  frames = FRAMES,
): void {
  // Waits for the current task, because the focused element is removed in it, with its row or menu.
  setTimeout(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('li[data-index]') ?? [])]
    const row = rows.findLast(({ dataset }) => Number(dataset.index) <= index)
    if (rows.length === 0 && list.current?.querySelector('ul') && frames > 0)
      return void requestAnimationFrame(() => focusRow(list, index, otherwise, frames - 1))
    const target = row?.querySelector<HTMLElement>('button') ?? otherwise()
    target?.focus({ preventScroll: true })
  })
}

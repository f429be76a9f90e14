import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useReducer, useRef } from 'react'
import { estimatedHeight, type ThreadRows } from './thread-rows.ts'

type Pin = 'anchor' | 'focus' | 'sound'

const OVERSCAN = 8
const INITIAL_VIEW_SIZE = { width: 440, height: 800 }
/** Initial scroll offset beyond the end of any conversation: the virtualizer reduces it to the end. */
const AT_THE_END = 1e7

/** Selects the rows to render. Rows are in the page flow, so a wrong height estimate does not misplace them. */
export function useThreadWindow(
  { rows, dayOf }: ThreadRows,
  view: RefObject<HTMLElement | null>,
  isFollowing: () => boolean,
) {
  const pinned = useRef(new Map<Pin, string>())
  const rerender = useReducer((count: number) => count + 1, 0)[1]
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rendered = new Set(defaultRangeExtractor(range))
      // While many new messages arrive, the smooth scroll lags behind, so the newest message is always rendered.
      if (isFollowing() && rows.length > 0) rendered.add(rows.length - 1)
      const keys = new Set(pinned.current.values())
      if (keys.size > 0) for (const [index, { key }] of rows.entries()) if (keys.has(key)) rendered.add(index)
      // Also renders the day row of each rendered row, for the sticky heading.
      for (const index of [...rendered]) {
        const day = dayOf[index] ?? -1
        if (day >= 0) rendered.add(day)
      }
      return [...rendered].sort((a, b) => a - b)
    },
    [rows, dayOf, isFollowing],
  )
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => view.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => {
      const row = rows[index]
      return row === undefined ? 0 : estimatedHeight(row)
    },
    measureElement: heightOf,
    rangeExtractor,
    overscan: OVERSCAN,
    initialRect: INITIAL_VIEW_SIZE,
    initialOffset: AT_THE_END,
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = never
  const rendered = virtualizer.getVirtualItems()
  const range = useRef(virtualizer.range)
  range.current = virtualizer.range

  const updateRange = useCallback(() => {
    if (view.current === null) return
    virtualizer.scrollOffset = view.current.scrollTop
    const next = virtualizer.calculateRange()
    const { current } = range
    if (next?.startIndex !== current?.startIndex || next?.endIndex !== current?.endIndex) rerender()
  }, [virtualizer, view])
  const startOf = useCallback(
    (index: number) => virtualizer.measurementsCache[index]?.start ?? 0,
    [virtualizer],
  )
  const pin = useCallback((as: Pin, key: string | null) => {
    if (key === null) pinned.current.delete(as)
    else pinned.current.set(as, key)
  }, [])
  return {
    rendered,
    /** Height of all rows, rendered or not, in px. */
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    /** Returns where a row starts, in px; an estimate when rows before it were never rendered. */
    startOf,
    /** Updates the rendered rows; call it after the scroll position was set in code. */
    updateRange,
    /** Keeps a row rendered at any scroll position: the read message, the focused element or playing audio. */
    pin,
  }
}

const never = () => false

/** Returns a row's height with fractions, because rounding each row would move the rows below. */
function heightOf(row: HTMLElement, entry: ResizeObserverEntry | undefined): number {
  return entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height
}

import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useReducer, useRef } from 'react'
import { likelyHeight, type ThreadRows } from './thread-rows.ts'

export interface ThreadWindow {
  /** The rows that are drawn, from above; between two that are no neighbours there is room for those between them. */
  drawn: readonly VirtualItem[]
  /** The height of all rows, drawn or not, in px. */
  height: number
  measure: (row: HTMLElement | null) => void
  /** How far down the conversation a row begins, in px; only likely where nothing around it has been drawn. */
  startOf: (index: number) => number
  /** Draws what is in view after the view was moved by hand. */
  look: () => void
  /** Keeps a row drawn wherever the view is: what is read, what has the focus, what can be heard. */
  keep: (as: Kept, key: string | null) => void
}

type Kept = 'anchor' | 'focus' | 'sound'

/** So many rows beyond the view are drawn. */
const OVERSCAN = 8
/** Until the view is measured. */
const LIKELY_VIEW = { width: 440, height: 800 }
/** A conversation is opened at its end: the virtualiser takes what is too far for the end. */
const AT_THE_END = 1e7

/**
 * Of a long conversation the rows near the view are drawn. They stand in the flow of the page, with room above and below for
 * the others, so that what is drawn is where it is whatever the virtualiser believes; where the view stands is decided by
 * `useThreadScroll` alone.
 */
export function useThreadWindow(
  { rows, dayOf }: ThreadRows,
  view: RefObject<HTMLElement | null>,
  following: RefObject<boolean>,
): ThreadWindow {
  const kept = useRef(new Map<Kept, string>())
  const redraw = useReducer((count: number) => count + 1, 0)[1]
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = new Set(defaultRangeExtractor(range))
      // In a burst of messages a smooth scroll has not reached the end yet; render the newest anyway.
      if (following.current && rows.length > 0) drawn.add(rows.length - 1)
      const keys = new Set(kept.current.values())
      if (keys.size > 0) for (const [index, { key }] of rows.entries()) if (keys.has(key)) drawn.add(index)
      // Of what is drawn the day stands above it.
      for (const index of [...drawn]) {
        const day = dayOf[index] ?? -1
        if (day >= 0) drawn.add(day)
      }
      return [...drawn].sort((a, b) => a - b)
    },
    [rows, dayOf, following],
  )
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => view.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => {
      const row = rows[index]
      return row === undefined ? 0 : likelyHeight(row)
    },
    measureElement: heightOf,
    rangeExtractor,
    overscan: OVERSCAN,
    initialRect: LIKELY_VIEW,
    initialOffset: AT_THE_END,
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = never
  const drawn = virtualizer.getVirtualItems()
  const range = useRef(virtualizer.range)
  range.current = virtualizer.range

  const look = useCallback(() => {
    if (view.current === null) return
    virtualizer.scrollOffset = view.current.scrollTop
    const next = virtualizer.calculateRange()
    const { current } = range
    if (next?.startIndex !== current?.startIndex || next?.endIndex !== current?.endIndex) redraw()
  }, [virtualizer, view])
  const startOf = useCallback(
    (index: number) => virtualizer.measurementsCache[index]?.start ?? 0,
    [virtualizer],
  )
  const keep = useCallback((as: Kept, key: string | null) => {
    if (key === null) kept.current.delete(as)
    else kept.current.set(as, key)
  }, [])
  return {
    drawn,
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    startOf,
    look,
    keep,
  }
}

const never = () => false

/** With its fractions: room that is rounded for each row would move what stands below. */
function heightOf(row: HTMLElement, entry: ResizeObserverEntry | undefined): number {
  return entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height
}

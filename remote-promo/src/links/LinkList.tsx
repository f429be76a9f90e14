import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import classes from './LinkList.module.css'
import { LinkRow } from './LinkRow.tsx'
import type { PromoLink } from './promo-link.ts'
import { useKeyboardFocusWithin } from './use-keyboard-focus-within.ts'
import { scrollOn } from './use-stable-scroll.ts'

const LIKELY_HEIGHT = 72
const OVERSCAN = 6

interface LinkListProps {
  links: readonly PromoLink[]
  view: RefObject<HTMLElement | null>
  onFreeze: (isFrozen: boolean) => void
  onKeys: (isThere: boolean) => void
  marksUnreachable: boolean
  onCopy: (link: PromoLink) => Promise<boolean>
  onUse: (link: PromoLink) => void
  onRemove: (link: PromoLink) => void
}

/** List of links. The focused row stays rendered, and keeps its screen position when rows are inserted above it. */
export function LinkList({ links, view, onFreeze, onKeys, ...ofRows }: LinkListProps) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<{ id: string | undefined; height: number } | null>(null)
  const before = useRef(links)
  const keys = useKeyboardFocusWithin(list, links, onKeys)
  const focusedIndexIn = (those: readonly PromoLink[]) =>
    those.findIndex(({ id }) => id === focused.current?.id)
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: links.length,
    getScrollElement: () => view.current,
    getItemKey: (index) => links[index]?.id ?? index,
    estimateSize: () => focused.current?.height ?? LIKELY_HEIGHT,
    scrollMargin: list.current?.offsetTop ?? 0,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const drawn = new Set(defaultRangeExtractor(range))
      const focusedId = focusedIndexIn(links)
      if (focusedId !== -1) drawn.add(focusedId)
      return [...drawn].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => {
    if (before.current === links) return
    const [indexBefore, indexNow] = [focusedIndexIn(before.current), focusedIndexIn(links)]
    before.current = links
    if (indexBefore !== -1 && indexNow !== -1)
      scrollOn(view.current, (indexNow - indexBefore) * (focused.current?.height ?? 0))
  })
  return (
    <ul
      ref={list}
      className={classes.list}
      data-frozen
      aria-label="ลิงก์รูปที่อัปโหลดแล้ว"
      style={{ height: virtualizer.getTotalSize() }}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onFreeze(true)}
      onPointerLeave={() => onFreeze(false)}
      onFocus={(event) => {
        keys.onFocus(event)
        const { target } = event
        const row = target.closest('li')
        if (row) focused.current = { id: links[Number(row.dataset.index)]?.id, height: row.offsetHeight }
      }}
      onBlur={() => {
        keys.onBlur()
        focused.current = null
      }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const link = links[index]
        return link === undefined ? null : (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={links.length}
            aria-posinset={index + 1}
            className={classes.row}
            style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
          >
            <LinkRow link={link} {...ofRows} />
          </li>
        )
      })}
    </ul>
  )
}

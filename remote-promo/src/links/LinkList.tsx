import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'
import classes from './LinkList.module.css'
import { LinkRow } from './LinkRow.tsx'
import type { PromoLink } from './promo-link.ts'

/** Of a row in px: before it is measured. */
const LIKELY_HEIGHT = 72
const OVERSCAN = 6

interface LinkListProps {
  links: readonly PromoLink[]
  /** What scrolls. */
  view: RefObject<HTMLElement | null>
  /** A pointer or the focus is over the list, or has left it. */
  onHold: (isHeld: boolean) => void
  onCopy: (link: PromoLink) => Promise<boolean>
  onUse: (link: PromoLink) => void
  onRemove: (link: PromoLink) => void
}

/** The uploaded pictures with their links; of many, those near the view are drawn, and the one that has the focus. */
export function LinkList({ links, view, onHold, ...actions }: LinkListProps) {
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<number | null>(null)
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: links.length,
    getScrollElement: () => view.current,
    getItemKey: (index) => links[index]?.id ?? index,
    estimateSize: () => LIKELY_HEIGHT,
    scrollMargin: list.current?.offsetTop ?? 0,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const drawn = new Set(defaultRangeExtractor(range))
      if (focused.current !== null && focused.current < links.length) drawn.add(focused.current)
      return [...drawn].toSorted((a, b) => a - b)
    },
  })
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label="ลิงก์รูปที่อัปโหลดแล้ว"
      style={{ height: virtualizer.getTotalSize() }}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={({ target }) => {
        onHold(true)
        focused.current = Number(target.closest('li')?.dataset.index ?? Number.NaN)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onHold(false)
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
            <LinkRow link={link} {...actions} />
          </li>
        )
      })}
    </ul>
  )
}

import { useCallback } from 'react'

const LINE_PX = 16

/** Marks which ends of the row hide chips. Uses data attributes, so that scrolling does not re-render. */
export function useChipScroll() {
  return useCallback((row: HTMLElement | null) => {
    if (row === null) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = row
      row.toggleAttribute('data-before', scrollLeft > 1)
      row.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const onWheel = (event: WheelEvent) => {
      const by = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY
      const { scrollLeft } = row
      if (event.ctrlKey || Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return
      row.scrollLeft += by
      if (row.scrollLeft !== scrollLeft) event.preventDefault()
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(row)
    const chips = new MutationObserver(mark)
    chips.observe(row, { childList: true, subtree: true, characterData: true })
    row.addEventListener('scroll', mark, { passive: true })
    row.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      sizes.disconnect()
      chips.disconnect()
      row.removeEventListener('scroll', mark)
      row.removeEventListener('wheel', onWheel)
    }
  }, [])
}

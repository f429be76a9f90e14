import { useCallback, useRef, useState } from 'react'

/** So long after the last touch, key or scrolling a list counts as left alone. */
const QUIET_MS = 4_000
/** Scrolled no farther than this, a list is at its top. */
const TOP_PX = 8
const BRIEF_USES = ['pointerdown', 'touchmove', 'wheel', 'keydown', 'scroll'] as const
const POINTER_MOVES = ['pointerover', 'pointermove'] as const

export interface ListIdle {
  /** Give it to the box around the list and the tools above and below it. */
  areaRef: (element: HTMLElement | null) => (() => void) | undefined
  /** Give it to the scrolling list in that box. */
  listRef: (element: HTMLElement | null) => void
  /** At its top and left alone: no pointer over it or its tools, no focus there, no touch, key or scrolling a moment ago. */
  idle: boolean
  /** Looks again: a row that had the focus goes without a word. */
  recheck: () => void
}

/**
 * Whether a list may move. Its tools count as the list, so that nothing moves or vanishes under a pointer or a focus on its
 * way from a row to them: only typing in a field and a focus left behind by a click on a tool are no use of the list. And if
 * it has moved all the same (another page, another filter), a click takes what stood there when the pointer came to rest:
 * where another row has come under it, the click is not taken.
 */
export function useListIdle(): ListIdle {
  const [idle, setIdle] = useState(true)
  const list = useRef<HTMLElement | null>(null)
  // Followed by its event: read after a rendering it would have the browser lay the page out at once.
  const isAtTop = useRef(true)
  const recheck = useRef(() => {})
  const listRef = useCallback((element: HTMLElement | null) => {
    list.current = element
    isAtTop.current = true
  }, [])
  const areaRef = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    let isPointerOver = false
    let isBriefUse = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let rowAtRest: string | null = null
    const update = () => {
      const focused = document.activeElement
      const hasFocus =
        element.contains(focused) && (list.current?.contains(focused) || !isLeftByClick(focused))
      setIdle(!isPointerOver && !isBriefUse && !hasFocus && isAtTop.current)
    }
    const onBriefUse = (event: Event) => {
      if (isTyping(event)) return
      if (event.type === 'scroll') isAtTop.current = (list.current?.scrollTop ?? 0) <= TOP_PX
      isBriefUse = true
      clearTimeout(timer)
      timer = setTimeout(() => {
        isBriefUse = false
        update()
      }, QUIET_MS)
      if (isTouch(event)) rowAtRest = rowOf(event)
      update()
    }
    const onPointer = (event: Event) => {
      if (isTouch(event)) return
      isPointerOver = true
      // A row that comes under a resting pointer is `over` it, and nothing has moved but the row.
      if (event.type === 'pointermove') rowAtRest = rowOf(event)
      update()
    }
    const onLeave = () => {
      isPointerOver = false
      rowAtRest = null
      update()
    }
    const onClick = (event: MouseEvent) => {
      const row = rowOf(event)
      const isMistaken = event.detail > 0 && rowAtRest !== null && row !== null && row !== rowAtRest
      rowAtRest = row
      if (!isMistaken) return
      event.preventDefault()
      event.stopPropagation()
    }
    // The focus is nowhere between one element and the next.
    const onFocusOut = (event: FocusEvent) => {
      if (!element.contains(event.relatedTarget as Node | null)) queueMicrotask(update)
    }
    const listening = new AbortController()
    const { signal } = listening
    // Scrolling does not bubble.
    for (const use of BRIEF_USES)
      element.addEventListener(use, onBriefUse, { capture: true, passive: true, signal })
    for (const move of POINTER_MOVES) element.addEventListener(move, onPointer, { passive: true, signal })
    element.addEventListener('pointerleave', onLeave, { signal })
    element.addEventListener('focusin', update, { signal })
    element.addEventListener('focusout', onFocusOut, { signal })
    element.addEventListener('click', onClick, { capture: true, signal })
    recheck.current = update
    return () => {
      clearTimeout(timer)
      listening.abort()
      recheck.current = () => {}
    }
  }, [])
  const again = useCallback(() => recheck.current(), [])
  return { areaRef, listRef, idle, recheck: again }
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}

function isTyping({ type, target }: Event): boolean {
  return (type === 'keydown' || type === 'scroll') && target instanceof HTMLInputElement
}

/** A field is focused to be typed in; the focus of a button or a choice shows only where the keyboard has brought it. */
function isLeftByClick(tool: Element | null): boolean {
  return tool === null || tool instanceof HTMLInputElement || !tool.matches(':focus-visible')
}

function rowOf(event: Event): string | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-ticket-id]') : null
  return row?.dataset.ticketId ?? null
}

import { useCallback, useRef, useState } from 'react'

const QUIET_MS = 4_000
const TOP_PX = 8
const INPUT_EVENTS = ['pointerdown', 'touchmove', 'wheel', 'keydown', 'scroll'] as const
const POINTER_MOVES = ['pointerover', 'pointermove'] as const

/**
 * Determines whether the rows of a list may move. The list is in use while the pointer or the keyboard focus is on the
 * list or on the controls around it, but not while the user types in a field or when a click has left the focus on a
 * control. If the rows have moved nevertheless (another page, another filter), a click on a row that came under the
 * resting pointer is cancelled.
 */
export function useListIdle() {
  const [idle, setIdle] = useState(true)
  const list = useRef<HTMLElement | null>(null)
  // Updated by the scroll event, because reading scrollTop after a render would force a layout.
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
      // A row that moves under a resting pointer fires `pointerover` only; `pointermove` means that the pointer itself moved.
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
    // Deferred, because between `focusout` and `focusin` the document's active element is the body.
    const onFocusOut = (event: FocusEvent) => {
      if (!element.contains(event.relatedTarget as Node | null)) queueMicrotask(update)
    }
    const listening = new AbortController()
    const { signal } = listening
    // Captured, because scroll events do not bubble.
    for (const use of INPUT_EVENTS)
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
  return {
    areaRef,
    listRef,
    idle,
    /** Checks again whether the list is in use. Call after a render: removing the focused row fires no event. */
    recheck: again,
  }
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}

function isTyping({ type, target }: Event): boolean {
  return (type === 'keydown' || type === 'scroll') && target instanceof HTMLInputElement
}

function isLeftByClick(tool: Element | null): boolean {
  return tool === null || tool instanceof HTMLInputElement || !tool.matches(':focus-visible')
}

function rowOf(event: Event): string | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-ticket-id]') : null
  return row?.dataset.ticketId ?? null
}

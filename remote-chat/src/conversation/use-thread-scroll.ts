import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  findMessage,
  firstInView,
  hiddenHeightPx,
  markMessage,
  offsetIn,
  rowIndexOf,
  scrollToMiddle,
} from './message-elements.ts'
import type { ThreadRows } from './thread-rows.ts'
import {
  distanceBelow,
  isAtBottom,
  isFollowing,
  isNearBottom,
  type ScrollInput,
  type ScrollPosition,
  type ScrollState,
  stepScroll,
} from './thread-scroll-machine.ts'
import { useThreadWindow } from './use-thread-window.ts'

export interface ThreadEdges {
  isLoaded: boolean
  lastKey: string | null
  lastIsOwn: boolean
  rows: ThreadRows
  /** Called when the view is near the top of the content. `isSought` is true when the user has scrolled there. */
  onTop: (isSought: boolean) => void
}

/** Distance from the top, in px, at which older messages are fetched, so that they arrive before the user is there. */
const TOP_PX = 400
/** Height of the time and padding below the last message; when only these are hidden, no new message is announced. */
const END_PX = 40
/** Maximum position corrections per frame. Each newly rendered row whose estimated height was wrong requires one. */
const MAX_PASSES = 12

/** The state machine decides what the view keeps in place; this hook reports inputs to it and moves the view. */
export function useThreadScroll({ isLoaded, lastKey, lastIsOwn, rows, onTop }: ThreadEdges) {
  const box = useRef<HTMLDivElement | null>(null)
  const unreadRef = useRef<HTMLParagraphElement | null>(null)
  const state = useRef<ScrollState>({ name: 'bottom' })
  /** Scroll position after the last scroll event or correction. */
  const last = useRef<ScrollPosition>({ scrollTop: 0, clientHeight: 0, scrollHeight: 0 })
  /** Key of the last row at the last render; undefined before the first render with content. */
  const lastSeen = useRef<string | null>(undefined)
  // Message being read: content changes above do not move it. Replaces browser scroll anchoring, which Safari lacks.
  const anchor = useRef<{ id: string; offset: number } | null>(null)
  const passes = useRef(0)
  const [hasMore, setHasMore] = useState(false)
  const isFollowingEnd = useCallback(() => isFollowing(state.current), [])
  const { updateRange, pin, startOf, ...shown } = useThreadWindow(rows, box, isFollowingEnd)

  const step = useCallback((input: ScrollInput) => {
    const position = box.current ?? last.current
    state.current = stepScroll(state.current, input, { position, last: last.current })
  }, [])

  const updateAnchor = useCallback(
    (element: HTMLElement) => {
      const message = firstInView(element)
      const id = message?.dataset.message
      anchor.current = message && id !== undefined ? { id, offset: offsetIn(element, message) } : null
      pin('anchor', rows.rows[rowIndexOf(message)]?.key ?? null)
    },
    [pin, rows],
  )

  const scrollToAnchor = useCallback((element: HTMLElement) => {
    const held = anchor.current
    // Finds the message being read by its id, because its row index may have changed.
    const message = findMessage(element, held?.id ?? '')
    if (held === null || message === null) return
    const moved = offsetIn(element, message) - held.offset
    if (Math.abs(moved) > 0.01) element.scrollTop += moved
    held.offset += moved
  }, [])

  const restore = useCallback(
    (element: HTMLElement, before: ScrollState) => {
      const { current } = state
      const message = 'id' in current ? findMessage(element, current.id) : null
      switch (current.name) {
        case 'bottom':
          scrollToEnd(element, 'instant')
          break
        case 'gliding':
          if (current !== before) scrollToEnd(element, prefersReducedMotion() ? 'instant' : 'smooth')
          break
        case 'unread': {
          const index = rows.rows.findIndex(({ kind }) => kind === 'unread')
          if (unreadRef.current !== null) element.scrollTop -= hiddenHeightPx(element, unreadRef.current)
          else if (index >= 0) element.scrollTop = startOf(index)
          setHasMore(distanceBelow(element) > END_PX)
          break
        }
        case 'seeking':
          if (message === null)
            element.scrollTop = startOf(rows.indexOf.get(current.id) ?? -1) - element.clientHeight / 2
          else {
            step({ type: 'found' })
            scrollToMiddle(element, message)
            markMessage(message)
          }
          break
        default:
          if (message === null) scrollToAnchor(element)
          else scrollToMiddle(element, message)
      }
    },
    [rows, startOf, step, scrollToAnchor],
  )

  const settle = useCallback(
    (input?: ScrollInput) => {
      const element = box.current
      if (element === null) return
      const before = state.current
      step({ type: 'changed' })
      if (input !== undefined) step(input)
      restore(element, before)
      last.current = positionOf(element)
      if (passes.current === 0) requestAnimationFrame(() => (passes.current = 0))
      passes.current += 1
      if (passes.current < MAX_PASSES) updateRange()
      if (state.current.name !== 'gliding') updateAnchor(element)
    },
    [step, restore, updateAnchor, updateRange],
  )

  // Runs after every render, since any render may have moved the reading position.
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !isLoaded) return
    const before = lastSeen.current
    lastSeen.current = lastKey
    if (before === undefined) {
      const hasUnread = rows.rows.some(({ kind }) => kind === 'unread')
      if (hasUnread) scrollToEnd(element, 'instant')
      settle({ type: 'opened', hasUnread })
    } else if (lastKey !== null && lastKey !== before) {
      settle({ type: 'arrived', isOwn: lastIsOwn })
      if (!isFollowingEnd()) setHasMore(true)
    } else settle()
  })

  const settleLater = useEffectEvent(() => settle())
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element
      if (!element) return
      const touched = new AbortController()
      for (const type of ['pointerdown', 'keydown'])
        document.addEventListener(type, () => step({ type: 'touched' }), {
          capture: true,
          signal: touched.signal,
        })
      let top = element.getBoundingClientRect().top
      // When the composer grows or the on-screen keyboard opens, a view at the bottom remains there. When something
      // appears above the view, the content keeps its position on the screen.
      const observer = new ResizeObserver(() => {
        const before = top
        top = element.getBoundingClientRect().top
        if (state.current.name === 'reading') element.scrollTop += top - before
        settleLater()
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        touched.abort()
      }
    },
    [step],
  )

  const contentRef = useCallback((content: HTMLDivElement | null) => {
    if (!content) return
    // Corrects the position when a bubble grows or shrinks: a retry button appears under it, or the message is unsent.
    const observer = new ResizeObserver(() => settleLater())
    observer.observe(content)
    return () => observer.disconnect()
  }, [])

  function onScroll(): void {
    const element = box.current
    if (!element) return
    step({ type: 'scrolled' })
    const { name } = state.current
    // While the unread separator is kept in place, the last messages may be below the view although the end is near.
    if (isNearBottom(element)) setHasMore(name === 'unread' && distanceBelow(element) > END_PX)
    // Content may have moved between the last frame and this event, so the position is restored first.
    if (!isFollowingEnd() && name !== 'unread') scrollToAnchor(element)
    last.current = positionOf(element)
    updateAnchor(element)
    if (isLoaded && element.scrollTop < TOP_PX && element.scrollHeight > element.clientHeight)
      onTop(!isFollowingEnd() && !isAtBottom(element))
  }

  const goTo = useCallback(
    (id: string) => {
      const row = rows.rows[rows.indexOf.get(id) ?? -1]
      if (row === undefined) return
      pin('focus', row.key)
      settle({ type: 'toMessage', id })
    },
    [rows, pin, settle],
  )

  const pinRow = useCallback(
    (as: 'focus' | 'sound', from: EventTarget | null) => {
      const index = from instanceof Element ? rowIndexOf(from) : -1
      if (index >= 0) pin(as, rows.rows[index]?.key ?? null)
    },
    [pin, rows],
  )

  const toBottom = () => settle({ type: 'toBottom' })
  return { ...shown, ref, contentRef, unreadRef, onScroll, hasMore, toBottom, goTo, pinRow }
}

const positionOf = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): ScrollPosition => ({
  scrollTop,
  clientHeight,
  scrollHeight,
})

function scrollToEnd(element: HTMLElement, behavior: ScrollBehavior): void {
  element.scrollTo({ top: element.scrollHeight, behavior })
}

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

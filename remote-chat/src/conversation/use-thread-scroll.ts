import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { SCROLL_BOTTOM_PX } from 'shared/contract/constants.ts'
import type { ThreadRows } from './thread-rows.ts'
import { useThreadWindow } from './use-thread-window.ts'

export interface ScrollPosition {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}

/** True within 64 px of the bottom, where the view follows new messages. */
export function isNearBottom({ scrollTop, clientHeight, scrollHeight }: ScrollPosition): boolean {
  return scrollHeight - scrollTop - clientHeight <= SCROLL_BOTTOM_PX
}

export interface ThreadChange {
  /** True on the first render with content. */
  isFirst: boolean
  /** True when older messages were added above. */
  grewAbove: boolean
  /** Author of a new last entry: the user, or the customer or a colleague. `null` when there is no new one. */
  newAtEnd: 'own' | 'other' | null
  /** True when the view was near the bottom, or scrolling there, before the change. */
  wasFollowing: boolean
}

/**
 * open: at the unread separator, or else at the bottom · follow: scroll smoothly to the bottom · keep: keep the read
 * position · announce: keep the position and announce new messages below
 */
export type ScrollMove = 'open' | 'follow' | 'keep' | 'announce' | 'none'

export function scrollMove(change: ThreadChange): ScrollMove {
  if (change.isFirst) return 'open'
  if (change.newAtEnd === 'own') return 'follow'
  if (change.newAtEnd === 'other') return change.wasFollowing ? 'follow' : 'announce'
  return change.grewAbove ? 'keep' : 'none'
}

export interface ThreadEdges {
  isLoaded: boolean
  /** Keys of the first and last entries; null when the conversation is empty. */
  firstKey: string | null
  lastKey: string | null
  /** True when the user wrote the last entry. */
  lastIsOwn: boolean
  rows: ThreadRows
  /**
   * Handles a view near the top, where older messages may be needed. `isSought` is true when the user has scrolled away
   * from the end.
   */
  onTop: (isSought: boolean) => void
}

/** Distance from the top at which older messages are requested, so that they arrive before the user reaches the top. */
const TOP_PX = 400
/** Gap between the sticky day heading and the unread separator. */
const UNREAD_GAP_PX = 8
/** Height of the time and the padding below the last message; hiding them is not a hidden message. */
const END_PX = 40
/** Maximum distance of a smooth scroll to the bottom, in view heights. Larger distances jump. */
const FAR_VIEWS = 3
/**
 * Maximum position corrections per frame. Each is needed when newly rendered rows differ from their estimated height.
 */
const MAX_PASSES = 12

/**
 * Applies the scroll rules to a conversation that grows at both ends, and decides which rows are rendered. The view
 * holds one of four positions: the bottom (`following`), the unread separator (`isAtOpening`), a message that the user
 * has jumped to (`shownTarget`), or the message being read (`anchor`).
 */
export function useThreadScroll({ isLoaded, firstKey, lastKey, lastIsOwn, rows, onTop }: ThreadEdges) {
  const box = useRef<HTMLDivElement | null>(null)
  const unreadRef = useRef<HTMLParagraphElement | null>(null)
  // True at the bottom or during a smooth scroll there, which may not have ended when the next message arrives.
  const following = useRef(true)
  const { updateRange, pin, startOf, ...shown } = useThreadWindow(rows, box, following)
  const seen = useRef<{ firstKey: string | null; lastKey: string | null } | null>(null)
  // True near the bottom. New messages are followed from there too, but other changes do not scroll down a user who has
  // scrolled up.
  const near = useRef(true)
  /** Content height at the start of a smooth scroll to the bottom; null when none is running. */
  const glide = useRef<number | null>(null)
  const lastTop = useRef(0)
  const lastHeight = useRef(0)
  // True until the first input after opening at the unread separator. Until then, size changes do not move the
  // separator out of view.
  const isAtOpening = useRef(false)
  const [hasMore, setHasMore] = useState(false)
  // The message being read and its offset in the content. Changes above it (newly rendered rows, an image that loads or
  // is unsent, an older message) do not move it on the screen. The browser's scroll anchoring is off, because Safari
  // does not support it.
  const anchor = useRef<{ id: string; offset: number } | null>(null)
  /** Message to jump to, until it is in view. */
  const target = useRef<string | null>(null)
  /** Message that was jumped to, until the next input. Content that loads around it does not push it out of view. */
  const shownTarget = useRef<string | null>(null)
  const passes = useRef(0)

  /** Ends holding the opening position, because the user has moved on. */
  const stopFollowing = useCallback(() => {
    isAtOpening.current = false
    shownTarget.current = null
  }, [])

  /**
   * Detects that the user has scrolled up: only the user scrolls up to a position above the bottom. A changed view
   * height, for example when one field replaces another, is not a user scroll.
   */
  const noticeUp = useCallback((element: HTMLElement) => {
    if (element.scrollTop >= lastTop.current || isAtBottom(element)) return
    if (element.clientHeight !== lastHeight.current) return
    following.current = false
    glide.current = null
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
    const { id, offset } = anchor.current ?? { id: '', offset: 0 }
    // By id, because its row index may have changed.
    const message = element.querySelector(`[data-message="${CSS.escape(id)}"]`)
    if (message !== null) {
      const moved = offsetIn(element, message) - offset
      if (Math.abs(moved) > 0.01) element.scrollTop += moved
      anchor.current = { id, offset: offset + moved }
    }
    lastTop.current = element.scrollTop
  }, [])

  const goToBottom = useCallback((element: HTMLElement, isSmooth: boolean) => {
    const { scrollHeight, clientHeight, scrollTop } = element
    const left = scrollHeight - clientHeight - scrollTop
    const glides = isSmooth && left > 1 && left < FAR_VIEWS * clientHeight && !prefersCalm()
    if (glides && glide.current === scrollHeight) return
    glide.current = glides ? scrollHeight : null
    element.scrollTo({ top: scrollHeight, behavior: glides ? 'smooth' : 'instant' })
  }, [])

  /**
   * Scrolls so that the unread separator is below the sticky day heading, or lower when the conversation ends before.
   */
  const showUnread = useCallback(
    (element: HTMLElement) => {
      const line = unreadRef.current
      const index = rows.rows.findIndex(({ kind }) => kind === 'unread')
      if (line !== null) element.scrollTop -= hiddenBy(element, line)
      else if (index >= 0) element.scrollTop = startOf(index)
      following.current = isAtBottom(element)
      setHasMore(distanceBelow(element) > END_PX)
      lastTop.current = element.scrollTop
    },
    [rows, startOf],
  )

  /** Scrolls to the estimated position of the target first, and to the real one once it is rendered. */
  const showTarget = useCallback(
    (element: HTMLElement) => {
      const message = findMessage(element, target.current ?? '')
      if (message === null) {
        const index = rows.indexOf.get(target.current ?? '') ?? -1
        element.scrollTop = startOf(index) - element.clientHeight / 2
        return
      }
      shownTarget.current = target.current
      target.current = null
      toMiddle(element, message)
      markMessage(message)
    },
    [rows, startOf],
  )

  /** Restores the held position after a change, before the next paint. */
  const settle = useCallback(() => {
    const element = box.current
    if (element === null) return
    // The user has scrolled, and the scroll event is not dispatched yet.
    if (element.scrollTop !== lastTop.current) shownTarget.current = null
    noticeUp(element)
    const shown = shownTarget.current === null ? null : findMessage(element, shownTarget.current)
    if (target.current !== null) showTarget(element)
    else if (shown !== null) toMiddle(element, shown)
    else if (isAtOpening.current) showUnread(element)
    else if (!following.current) scrollToAnchor(element)
    else goToBottom(element, glide.current !== null)
    lastTop.current = element.scrollTop
    lastHeight.current = element.clientHeight
    // A bubble that grows or shrinks causes no scroll event.
    near.current = isNearBottom(element)
    if (passes.current === 0) requestAnimationFrame(() => (passes.current = 0))
    passes.current += 1
    if (passes.current < MAX_PASSES) updateRange()
    if (!following.current || glide.current === null) updateAnchor(element)
  }, [noticeUp, showTarget, showUnread, scrollToAnchor, goToBottom, updateAnchor, updateRange])

  // Runs after every render, since any render may have moved the read position.
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !isLoaded) return
    const before = seen.current
    const isNew = before !== null && lastKey !== null && before.lastKey !== lastKey
    const move = scrollMove({
      isFirst: before === null,
      grewAbove: before !== null && before.firstKey !== firstKey,
      newAtEnd: isNew ? (lastIsOwn ? 'own' : 'other') : null,
      wasFollowing: following.current || near.current,
    })
    seen.current = { firstKey, lastKey }
    if (move === 'open') {
      following.current = true
      isAtOpening.current = rows.rows.some(({ kind }) => kind === 'unread')
      if (isAtOpening.current) goToBottom(element, false)
    } else if (move === 'follow') {
      following.current = true
      stopFollowing()
      goToBottom(element, true)
    } else if (move === 'announce') setHasMore(true)
    settle()
  })

  const settleLater = useEffectEvent(settle)
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element
      if (!element) return
      const touched = new AbortController()
      for (const type of ['pointerdown', 'keydown'])
        document.addEventListener(type, stopFollowing, { capture: true, signal: touched.signal })
      let top = element.getBoundingClientRect().top
      // When the composer grows or the on-screen keyboard opens, a view at the bottom remains there. When something
      // appears above the view, the content keeps its position on the screen.
      const observer = new ResizeObserver(() => {
        const before = top
        top = element.getBoundingClientRect().top
        if (!following.current && !isAtOpening.current && shownTarget.current === null)
          element.scrollTop += top - before
        settleLater()
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        touched.abort()
      }
    },
    [stopFollowing],
  )

  const contentRef = useCallback((content: HTMLDivElement | null) => {
    if (!content) return
    // An existing bubble may grow or shrink: a retry button appears under it, or the message is unsent.
    const observer = new ResizeObserver(() => settleLater())
    observer.observe(content)
    return () => observer.disconnect()
  }, [])

  function onScroll(): void {
    const element = box.current
    if (!element) return
    if (element.scrollTop !== lastTop.current) stopFollowing()
    noticeUp(element)
    near.current = isNearBottom(element)
    // At the unread separator, the last messages may still be below the view although the bottom is near.
    if (near.current) setHasMore(isAtOpening.current && distanceBelow(element) > END_PX)
    if (isAtBottom(element)) {
      following.current = true
      glide.current = null
    }
    // Content may have moved between the last frame and this event: restore the position first, then read the new
    // anchor.
    if (!following.current && !isAtOpening.current) scrollToAnchor(element)
    lastTop.current = element.scrollTop
    updateAnchor(element)
    if (isLoaded && element.scrollTop < TOP_PX && element.scrollHeight > element.clientHeight)
      onTop(!following.current)
  }

  function toBottom(): void {
    following.current = true
    stopFollowing()
    if (box.current) goToBottom(box.current, true)
  }

  /** Scrolls a loaded message to the middle, focuses it and highlights it for a moment. */
  const goTo = useCallback(
    (id: string) => {
      const row = rows.rows[rows.indexOf.get(id) ?? -1]
      if (row === undefined) return
      following.current = false
      near.current = false
      stopFollowing()
      glide.current = null
      target.current = id
      pin('focus', row.key)
      settle()
    },
    [rows, pin, settle, stopFollowing],
  )

  const pinRow = useCallback(
    (as: 'focus' | 'sound', from: EventTarget | null) => {
      const index = from instanceof Element ? rowIndexOf(from) : -1
      if (index >= 0) pin(as, rows.rows[index]?.key ?? null)
    },
    [pin, rows],
  )

  return { ...shown, ref, contentRef, unreadRef, onScroll, hasMore, toBottom, goTo, pinRow }
}

function rowIndexOf(element: Element | null): number {
  const row = element?.closest<HTMLElement>('[data-index]')
  return Number(row?.dataset.index ?? -1)
}

function findMessage(element: Element, id: string): HTMLElement | null {
  const name = CSS.escape(id)
  return element.querySelector(`[data-message="${name}"], [data-note="${name}"]`)
}

const distanceBelow = ({ scrollHeight, scrollTop, clientHeight }: ScrollPosition) =>
  scrollHeight - scrollTop - clientHeight

const isAtBottom = (position: ScrollPosition) => distanceBelow(position) <= 1

/** Returns how far the unread separator and the gap above it are hidden under the sticky day heading, in px. */
function hiddenBy(element: HTMLElement, line: HTMLElement): number {
  const day = line.closest('section')?.firstElementChild
  const edge = element.getBoundingClientRect().top + (day?.getBoundingClientRect().height ?? 0)
  return edge + UNREAD_GAP_PX - line.getBoundingClientRect().top
}

/**
 * Returns the first message that starts within the view, or else the last one above it. Binary search: messages are in
 * vertical order.
 */
function firstInView(element: HTMLElement): HTMLElement | null {
  const messages = element.querySelectorAll<HTMLElement>('[data-message]')
  const edge = element.getBoundingClientRect().top
  let [from, to] = [0, messages.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((messages[middle]?.getBoundingClientRect().top ?? 0) < edge) from = middle + 1
    else to = middle
  }
  return messages[from] ?? messages[from - 1] ?? null
}

/** Returns the distance of a message from the top of the content, in px, independent of the scroll position. */
function offsetIn(element: HTMLElement, message: Element): number {
  return message.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
}

const MARKED_MS = 1_600

/** Scrolls a message to the middle of the view, or to its top when it is higher than the view. */
function toMiddle(log: HTMLElement, message: HTMLElement): void {
  const [view, position] = [log.getBoundingClientRect(), message.getBoundingClientRect()]
  log.scrollTop += position.top - view.top - Math.max(0, (view.height - position.height) / 2)
}

function markMessage(target: HTMLElement): void {
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.animate(
    { boxShadow: ['0 0 0 3px var(--desk-green)', '0 0 0 3px var(--desk-green)', '0 0 0 3px transparent'] },
    MARKED_MS,
  )
}

/** With reduced motion the view jumps instead of scrolling smoothly. */
const prefersCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { SCROLL_BOTTOM_PX } from 'shared/contract/constants.ts'

export interface ScrollPlace {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}

/** Within 64 px of the bottom, where new messages are followed. */
export function isNearBottom({ scrollTop, clientHeight, scrollHeight }: ScrollPlace): boolean {
  return scrollHeight - scrollTop - clientHeight <= SCROLL_BOTTOM_PX
}

export interface ThreadChange {
  /** Nothing of this conversation had been on the screen. */
  isFirst: boolean
  /** Older messages came in above. */
  grewAbove: boolean
  /** Something new stands at the end: a message of ours, of the customer or of a colleague; null when nothing does. */
  newAtEnd: 'own' | 'other' | null
  /** Before the change the view was at the bottom or on its way there. */
  wasFollowing: boolean
}

/** open: at what is unread, else at the bottom · follow: smoothly to the bottom · keep: what is read stays where it is · tell: stay, and say that there is more below */
export type ScrollMove = 'open' | 'follow' | 'keep' | 'tell' | 'none'

/** The product's scroll rules. */
export function scrollMove(change: ThreadChange): ScrollMove {
  if (change.isFirst) return 'open'
  if (change.newAtEnd === 'own') return 'follow'
  if (change.newAtEnd === 'other') return change.wasFollowing ? 'follow' : 'tell'
  return change.grewAbove ? 'keep' : 'none'
}

export interface ThreadEdges {
  isLoaded: boolean
  /** Names of the first and last thing in the conversation; null while there is none. */
  firstKey: string | null
  lastKey: string | null
  /** The last was written by us. */
  lastIsOwn: boolean
  /** The top is near: older messages may be wanted. */
  onTop: () => void
}

/** This close to the top older messages are asked for. */
const TOP_PX = 120
/** The line above what is unread stands this far below the day that sticks at the top. */
const UNREAD_GAP_PX = 8

/** Applies the scroll rules to a conversation as it grows at either end. `unreadRef` is for the line above what is unread. */
export function useThreadScroll({ isLoaded, firstKey, lastKey, lastIsOwn, onTop }: ThreadEdges) {
  const box = useRef<HTMLDivElement | null>(null)
  const unreadRef = useRef<HTMLParagraphElement | null>(null)
  const seen = useRef<{ firstKey: string | null; lastKey: string | null } | null>(null)
  // At the bottom or on the way there: a smooth scroll is not there yet when the next message comes.
  const following = useRef(true)
  const lastTop = useRef(0)
  // Nobody has touched the page since it was opened at what is unread: what is measured anew meanwhile does not hide that.
  const isAtOpening = useRef(false)
  const [hasMore, setHasMore] = useState(false)
  // What the person reads, and how far down the conversation it stands: what changes above it (a picture that comes or is taken
  // back, a message that was said earlier) does not move it. Browsers' own anchoring is off, for Safari has none.
  const anchor = useRef<{ id: string; offset: number } | null>(null)

  const keepAnchor = useCallback((element: HTMLElement) => {
    const message = firstInView(element)
    const id = message?.dataset.message
    anchor.current = message && id !== undefined ? { id, offset: offsetIn(element, message) } : null
  }, [])

  const holdAnchor = useCallback((element: HTMLElement) => {
    const { id, offset } = anchor.current ?? { id: '', offset: 0 }
    // By name: a run to which older messages come is drawn anew.
    const message = element.querySelector(`[data-message="${CSS.escape(id)}"]`)
    if (message !== null) element.scrollTop += offsetIn(element, message) - offset
    lastTop.current = element.scrollTop
  }, [])

  /** Scrolls up as far as the line above what is unread is hidden, while the conversation stands as it was opened. */
  const showUnread = useCallback((element: HTMLElement) => {
    const hidden = isAtOpening.current && unreadRef.current ? hiddenBy(element, unreadRef.current) : 0
    if (hidden > 0) {
      element.scrollTop -= hidden
      following.current = isNearBottom(element)
      setHasMore(!following.current)
    }
    lastTop.current = element.scrollTop
  }, [])

  useLayoutEffect(() => {
    const element = box.current
    if (!element || !isLoaded) return
    const before = seen.current
    const grewAbove = before !== null && before.firstKey !== firstKey
    const isNew = before !== null && lastKey !== null && before.lastKey !== lastKey
    const move = scrollMove({
      isFirst: before === null,
      grewAbove,
      newAtEnd: isNew ? (lastIsOwn ? 'own' : 'other') : null,
      wasFollowing: following.current,
    })
    if (move === 'open') {
      element.scrollTop = element.scrollHeight
      following.current = true
      isAtOpening.current = unreadRef.current !== null
      showUnread(element)
    } else if (move === 'follow') {
      following.current = true
      isAtOpening.current = false
      goToBottom(element)
    } else {
      if (move === 'tell') setHasMore(true)
      if (move === 'keep' || !following.current) holdAnchor(element)
    }
    lastTop.current = element.scrollTop
    keepAnchor(element)
    seen.current = { firstKey, lastKey }
  }, [isLoaded, firstKey, lastKey, lastIsOwn, showUnread, holdAnchor, keepAnchor])

  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element
      if (!element) return
      const touched = new AbortController()
      for (const type of ['pointerdown', 'keydown'])
        document.addEventListener(type, () => (isAtOpening.current = false), {
          capture: true,
          signal: touched.signal,
        })
      let top = element.getBoundingClientRect().top
      // The composer grows or the on-screen keyboard opens: a view at the bottom stays at the bottom. Something comes in above:
      // any view stays where it is on the screen.
      const observer = new ResizeObserver(() => {
        const before = top
        top = element.getBoundingClientRect().top
        if (following.current) element.scrollTop = element.scrollHeight
        else element.scrollTop += top - before
        showUnread(element)
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        touched.abort()
      }
    },
    [showUnread],
  )

  const contentRef = useCallback(
    (content: HTMLDivElement | null) => {
      if (!content) return
      // A bubble grows or shrinks without being new: a retry appears under it, or it is taken back.
      const observer = new ResizeObserver(() => {
        const element = box.current
        if (element === null) return
        if (isAtOpening.current) showUnread(element)
        else if (following.current) goToBottom(element)
        else holdAnchor(element)
        keepAnchor(element)
      })
      observer.observe(content)
      return () => observer.disconnect()
    },
    [showUnread, holdAnchor, keepAnchor],
  )

  function onScroll(): void {
    const element = box.current
    if (!element) return
    if (element.scrollTop !== lastTop.current) isAtOpening.current = false
    if (isNearBottom(element)) {
      following.current = true
      setHasMore(false)
    } else if (element.scrollTop < lastTop.current) {
      // The program scrolls down only, so this was the person.
      following.current = false
    }
    lastTop.current = element.scrollTop
    keepAnchor(element)
    if (isLoaded && element.scrollTop < TOP_PX && element.scrollHeight > element.clientHeight) onTop()
  }

  function toBottom(): void {
    following.current = true
    if (box.current) goToBottom(box.current)
  }

  return { ref, contentRef, unreadRef, onScroll, hasMore, toBottom }
}

/** How much of the line above what is unread, and of the gap above it, lies under the day that sticks at the top, in px. */
function hiddenBy(element: HTMLElement, line: HTMLElement): number {
  const day = line.closest('section')?.firstElementChild
  const edge = element.getBoundingClientRect().top + (day?.getBoundingClientRect().height ?? 0)
  return edge + UNREAD_GAP_PX - line.getBoundingClientRect().top
}

/** The first message that begins within the view, else the last that begins above it. They stand one below the other. */
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

/** How far down the conversation a message begins, in px: the same wherever it is scrolled to. */
function offsetIn(element: HTMLElement, message: Element): number {
  return message.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
}

const MARKED_MS = 1_600

/** Brings a message of the conversation that `from` stands in to the middle, with the focus, and marks it for a moment. */
export function goToMessage(from: Element, id: string): void {
  const log = from.closest('[role="log"]')
  const target = log?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
  if (!log || !target) return
  const [view, place] = [log.getBoundingClientRect(), target.getBoundingClientRect()]
  scrollCalmly(log, log.scrollTop + place.top - view.top - Math.max(0, (view.height - place.height) / 2))
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.animate(
    { boxShadow: ['0 0 0 3px var(--desk-green)', '0 0 0 3px var(--desk-green)', '0 0 0 3px transparent'] },
    MARKED_MS,
  )
}

function goToBottom(element: HTMLElement): void {
  scrollCalmly(element, element.scrollHeight)
}

/** Smoothly, or at once for those who ask for less motion. */
function scrollCalmly(element: Element, top: number): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollTo({ top, behavior: isCalm ? 'instant' : 'smooth' })
}

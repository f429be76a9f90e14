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
/** What is unread begins this far below the top, under the day that sticks there. */
const UNREAD_TOP_PX = 44

/** Applies the scroll rules to a conversation as it grows at either end. `unreadRef` is for the line above what is unread. */
export function useThreadScroll({ isLoaded, firstKey, lastKey, lastIsOwn, onTop }: ThreadEdges) {
  const box = useRef<HTMLDivElement | null>(null)
  const unreadRef = useRef<HTMLParagraphElement | null>(null)
  const seen = useRef<{ firstKey: string | null; lastKey: string | null; height: number } | null>(null)
  // At the bottom or on the way there: a smooth scroll is not there yet when the next message comes.
  const following = useRef(true)
  const lastTop = useRef(0)
  const [hasMore, setHasMore] = useState(false)

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
      const isWhole = openAt(element, unreadRef.current)
      following.current = isWhole
      setHasMore(!isWhole)
    } else if (move === 'follow') {
      following.current = true
      goToBottom(element)
    } else if (move === 'keep' && before !== null) element.scrollTop += element.scrollHeight - before.height
    else if (move === 'tell') setHasMore(true)
    lastTop.current = element.scrollTop
    seen.current = { firstKey, lastKey, height: element.scrollHeight }
  }, [isLoaded, firstKey, lastKey, lastIsOwn])

  const ref = useCallback((element: HTMLDivElement | null) => {
    box.current = element
    if (!element) return
    let top = element.getBoundingClientRect().top
    // The composer grows or the on-screen keyboard opens: a view at the bottom stays at the bottom. Something comes in above:
    // any view stays where it is on the screen.
    const observer = new ResizeObserver(() => {
      const before = top
      top = element.getBoundingClientRect().top
      if (following.current) element.scrollTop = element.scrollHeight
      else element.scrollTop += top - before
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const contentRef = useCallback((content: HTMLDivElement | null) => {
    if (!content) return
    // A bubble grows without being new: a retry appears under it, or a picture has loaded.
    const observer = new ResizeObserver(() => {
      if (following.current && box.current) goToBottom(box.current)
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [])

  function onScroll(): void {
    const element = box.current
    if (!element) return
    if (isNearBottom(element)) {
      following.current = true
      setHasMore(false)
    } else if (element.scrollTop < lastTop.current) {
      // The program scrolls down only, so this was the person.
      following.current = false
    }
    lastTop.current = element.scrollTop
    if (isLoaded && element.scrollTop < TOP_PX && element.scrollHeight > element.clientHeight) onTop()
  }

  function toBottom(): void {
    setHasMore(false)
    following.current = true
    if (box.current) goToBottom(box.current)
  }

  return { ref, contentRef, unreadRef, onScroll, hasMore, toBottom }
}

/** Shows the line above what is unread, or the bottom if all of that has room. True when the bottom is in sight. */
function openAt(element: HTMLElement, line: HTMLElement | null): boolean {
  element.scrollTop = element.scrollHeight
  if (line === null) return true
  const hidden = element.getBoundingClientRect().top + UNREAD_TOP_PX - line.getBoundingClientRect().top
  if (hidden <= 0) return true
  element.scrollTop -= hidden
  return isNearBottom(element)
}

function goToBottom(element: HTMLElement): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollTo({ top: element.scrollHeight, behavior: calm ? 'instant' : 'smooth' })
}

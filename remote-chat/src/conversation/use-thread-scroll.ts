import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { isNearBottom, scrollMove } from './scroll-rules.ts'

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

/** Applies the scroll rules to a conversation as it grows at either end. */
export function useThreadScroll({ isLoaded, firstKey, lastKey, lastIsOwn, onTop }: ThreadEdges) {
  const box = useRef<HTMLDivElement | null>(null)
  const seen = useRef<{ firstKey: string | null; lastKey: string | null; height: number } | null>(null)
  const nearBottom = useRef(true)
  const [hasMore, setHasMore] = useState(false)

  useLayoutEffect(() => {
    const element = box.current
    if (!element || !isLoaded) return
    const before = seen.current
    const isFirst = before === null
    const grewAbove = before !== null && before.firstKey !== firstKey
    const isNew = before !== null && lastKey !== null && before.lastKey !== lastKey
    const move = scrollMove({
      isFirst,
      grewAbove,
      newAtEnd: isNew ? (lastIsOwn ? 'own' : 'other') : null,
      wasNearBottom: nearBottom.current,
    })
    if (move === 'jump') element.scrollTop = element.scrollHeight
    else if (move === 'follow') goToBottom(element)
    else if (move === 'keep' && before !== null) element.scrollTop += element.scrollHeight - before.height
    else if (move === 'tell') setHasMore(true)
    seen.current = { firstKey, lastKey, height: element.scrollHeight }
  }, [isLoaded, firstKey, lastKey, lastIsOwn])

  const ref = useCallback((element: HTMLDivElement | null) => {
    box.current = element
    if (!element) return
    // The field below grows, the keyboard comes: who stood at the end stays there.
    const observer = new ResizeObserver(() => {
      if (nearBottom.current) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const contentRef = useCallback((content: HTMLDivElement | null) => {
    if (!content) return
    // A bubble grows without being new: a retry appears under it, a picture is there at last.
    const observer = new ResizeObserver(() => {
      if (nearBottom.current && box.current) goToBottom(box.current)
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [])

  function onScroll(): void {
    const element = box.current
    if (!element) return
    nearBottom.current = isNearBottom(element)
    if (nearBottom.current) setHasMore(false)
    if (isLoaded && element.scrollTop < TOP_PX && element.scrollHeight > element.clientHeight) onTop()
  }

  function toBottom(): void {
    setHasMore(false)
    if (box.current) goToBottom(box.current)
  }

  return { ref, contentRef, onScroll, hasMore, toBottom }
}

function goToBottom(element: HTMLElement): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollTo({ top: element.scrollHeight, behavior: calm ? 'instant' : 'smooth' })
}

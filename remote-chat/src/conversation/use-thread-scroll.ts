import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { SCROLL_BOTTOM_PX } from 'shared/contract/constants.ts'
import type { ThreadRows } from './thread-rows.ts'
import { useThreadWindow } from './use-thread-window.ts'

export interface ScrollPlace {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}

/** Within 64 px of the bottom, where a new message is followed. */
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
  /** Before the change the view was near the bottom or on its way there. */
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
  rows: ThreadRows
  /** The top is near: older messages may be wanted. `isSought`: somebody has left the end for it. */
  onTop: (isSought: boolean) => void
}

/** This close to the top older messages are asked for, so that they are there when the top is reached. */
const TOP_PX = 400
/** The line above what is unread stands this far below the day that sticks at the top. */
const UNREAD_GAP_PX = 8
/** Below the last message stand its time and some room, of this height together: nobody misses that. */
const END_PX = 40
/** Farther than this nobody wants to watch the conversation go by, in heights of the view. */
const FAR_VIEWS = 3
/** Rows that are drawn for the first time are not as high as was likely: so often the view is set right before the next frame. */
const MAX_PASSES = 12

/**
 * Applies the scroll rules to a conversation as it grows at either end, and decides which of its rows are drawn. What the view
 * holds on to is one of four: the bottom (`following`), the line above what is unread (`isAtOpening`), the message to which somebody was
 * led (`shownTarget`), or what is read (`anchor`).
 */
export function useThreadScroll({ isLoaded, firstKey, lastKey, lastIsOwn, rows, onTop }: ThreadEdges) {
  const box = useRef<HTMLDivElement | null>(null)
  const unreadRef = useRef<HTMLParagraphElement | null>(null)
  // At the bottom or on the way there: a smooth scroll is not there yet when the next message comes.
  const following = useRef(true)
  const { look, keep, startOf, ...shown } = useThreadWindow(rows, box, following)
  const seen = useRef<{ firstKey: string | null; lastKey: string | null } | null>(null)
  // Near the bottom: what is new there is followed all the same, but nothing else brings a person down who has scrolled up.
  const near = useRef(true)
  /** How high the conversation was when a smooth scroll to its bottom began; null: none is under way. */
  const glide = useRef<number | null>(null)
  const lastTop = useRef(0)
  const lastHeight = useRef(0)
  // Nobody has touched the page since it was opened at what is unread: what is measured anew meanwhile does not hide that.
  const isAtOpening = useRef(false)
  const [hasMore, setHasMore] = useState(false)
  // What the person reads, and how far down the conversation it stands: what changes above it (rows that are drawn for the first
  // time, a picture that comes or is taken back, a message that was said earlier) does not move it. Browsers' own anchoring is
  // off, for Safari has none.
  const anchor = useRef<{ id: string; offset: number } | null>(null)
  /** The message to which somebody asked to be led, until it stands in the view. */
  const target = useRef<string | null>(null)
  /** The one to which they were led, until they touch the page: what comes in above or around meanwhile does not push it out of the view. */
  const shownTarget = useRef<string | null>(null)
  const passes = useRef(0)

  /** Where the conversation was opened matters no more: the person has gone on. */
  const letGo = useCallback(() => {
    isAtOpening.current = false
    shownTarget.current = null
  }, [])

  /**
   * The program scrolls up to no bottom, and a browser whose conversation has become shorter stands at its end: this was the person. A
   * view that is higher for a moment, while one field takes another's place, has the browser at a higher end.
   */
  const noticeUp = useCallback((element: HTMLElement) => {
    if (element.scrollTop >= lastTop.current || isAtBottom(element)) return
    if (element.clientHeight !== lastHeight.current) return
    following.current = false
    glide.current = null
  }, [])

  const keepAnchor = useCallback(
    (element: HTMLElement) => {
      const message = firstInView(element)
      const id = message?.dataset.message
      anchor.current = message && id !== undefined ? { id, offset: offsetIn(element, message) } : null
      keep('anchor', rows.rows[rowIndexOf(message)]?.key ?? null)
    },
    [keep, rows],
  )

  const holdAnchor = useCallback((element: HTMLElement) => {
    const { id, offset } = anchor.current ?? { id: '', offset: 0 }
    // By name: its row may be another.
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

  /** The line above what is unread stands below the day that sticks, or lower where the conversation ends before. */
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

  /** To where it is likely to stand first; once it is drawn, to where it is. */
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

  /** Sets right what something has moved, before anybody sees it. */
  const settle = useCallback(() => {
    const element = box.current
    if (element === null) return
    // Scrolled by the person, which is not told yet.
    if (element.scrollTop !== lastTop.current) shownTarget.current = null
    noticeUp(element)
    const shown = shownTarget.current === null ? null : findMessage(element, shownTarget.current)
    if (target.current !== null) showTarget(element)
    else if (shown !== null) toMiddle(element, shown)
    else if (isAtOpening.current) showUnread(element)
    else if (!following.current) holdAnchor(element)
    else goToBottom(element, glide.current !== null)
    lastTop.current = element.scrollTop
    lastHeight.current = element.clientHeight
    // A bubble that grows or shrinks tells nobody of a scroll.
    near.current = isNearBottom(element)
    if (passes.current === 0) requestAnimationFrame(() => (passes.current = 0))
    passes.current += 1
    if (passes.current < MAX_PASSES) look()
    if (!following.current || glide.current === null) keepAnchor(element)
  }, [noticeUp, showTarget, showUnread, holdAnchor, goToBottom, keepAnchor, look])

  // After each drawing, for any may have moved what is read.
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
      letGo()
      goToBottom(element, true)
    } else if (move === 'tell') setHasMore(true)
    settle()
  })

  const settleLater = useEffectEvent(settle)
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element
      if (!element) return
      const touched = new AbortController()
      for (const type of ['pointerdown', 'keydown'])
        document.addEventListener(type, letGo, { capture: true, signal: touched.signal })
      let top = element.getBoundingClientRect().top
      // The composer grows or the on-screen keyboard opens: a view at the bottom stays at the bottom. Something comes in above:
      // any view stays where it is on the screen.
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
    [letGo],
  )

  const contentRef = useCallback((content: HTMLDivElement | null) => {
    if (!content) return
    // A bubble grows or shrinks without being new: a retry appears under it, or it is taken back.
    const observer = new ResizeObserver(() => settleLater())
    observer.observe(content)
    return () => observer.disconnect()
  }, [])

  function onScroll(): void {
    const element = box.current
    if (!element) return
    if (element.scrollTop !== lastTop.current) letGo()
    noticeUp(element)
    near.current = isNearBottom(element)
    // Opened at what is unread, near is not there: its last words may be below.
    if (near.current) setHasMore(isAtOpening.current && distanceBelow(element) > END_PX)
    if (isAtBottom(element)) {
      following.current = true
      glide.current = null
    }
    // Something may have moved between the last frame and this event: first that is set right, then it is read from here.
    if (!following.current && !isAtOpening.current) holdAnchor(element)
    lastTop.current = element.scrollTop
    keepAnchor(element)
    if (isLoaded && element.scrollTop < TOP_PX && element.scrollHeight > element.clientHeight)
      onTop(!following.current)
  }

  function toBottom(): void {
    following.current = true
    letGo()
    if (box.current) goToBottom(box.current, true)
  }

  /** Brings a message that is loaded to the middle, with the focus, and marks it for a moment. */
  const goTo = useCallback(
    (id: string) => {
      const row = rows.rows[rows.indexOf.get(id) ?? -1]
      if (row === undefined) return
      following.current = false
      near.current = false
      letGo()
      glide.current = null
      target.current = id
      keep('focus', row.key)
      settle()
    },
    [rows, keep, settle, letGo],
  )

  const keepRow = useCallback(
    (as: 'focus' | 'sound', from: EventTarget | null) => {
      const index = from instanceof Element ? rowIndexOf(from) : -1
      if (index >= 0) keep(as, rows.rows[index]?.key ?? null)
    },
    [keep, rows],
  )

  return { ...shown, ref, contentRef, unreadRef, onScroll, hasMore, toBottom, goTo, keepRow }
}

/** The row that something stands in; -1 for none. */
function rowIndexOf(element: Element | null): number {
  const row = element?.closest<HTMLElement>('[data-index]')
  return Number(row?.dataset.index ?? -1)
}

/** A message, or a note. */
function findMessage(element: Element, id: string): HTMLElement | null {
  const name = CSS.escape(id)
  return element.querySelector(`[data-message="${name}"], [data-note="${name}"]`)
}

const distanceBelow = ({ scrollHeight, scrollTop, clientHeight }: ScrollPlace) =>
  scrollHeight - scrollTop - clientHeight

const isAtBottom = (place: ScrollPlace) => distanceBelow(place) <= 1

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

/** Scrolls so that a message stands in the middle of the view, or begins at its top where it is higher than that. */
function toMiddle(log: HTMLElement, message: HTMLElement): void {
  const [view, place] = [log.getBoundingClientRect(), message.getBoundingClientRect()]
  log.scrollTop += place.top - view.top - Math.max(0, (view.height - place.height) / 2)
}

function markMessage(target: HTMLElement): void {
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.animate(
    { boxShadow: ['0 0 0 3px var(--desk-green)', '0 0 0 3px var(--desk-green)', '0 0 0 3px transparent'] },
    MARKED_MS,
  )
}

/** Those who ask for less motion are brought there at once. */
const prefersCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The browser's back closes the topmost window. Each open window is an entry of the browser's history: a copy of the page's own
 * entry (address and the router's state), marked with how many windows are open there.
 *
 * `CloseWatcher` would do without entries, but hears only Android's back: not a browser's button and not a swipe on iOS. The
 * Navigation API can call a step back off only once for each click, and a window that was opened by a script not at all.
 */
import { useEffectEvent, useLayoutEffect } from 'react'

interface OpenWindow {
  close: () => void
}

/** Where the browser stands in its history. */
interface Place {
  /** The number of the page's entry, as React Router counts; windows have the page's. */
  idx: unknown
  key: unknown
  /** How many windows this entry is the uppermost of; 0 is the page alone. */
  depth: number
  path: string
}

/** A step of ours that the browser has not taken yet. */
interface Step {
  depth: number
  /** What the router has put in the place of a window's entry: it belongs into the page's. */
  kept: { state: unknown; url: string } | null
}

/** The topmost last. */
const open: OpenWindow[] = []
let at: Place = { idx: undefined, key: undefined, depth: 0, path: '' }
let step: Step | null = null
let isDue = false
let isFollowing = false

/**
 * Has back close the window for as long as it is `open`. `onClose` is called as by Escape; a window that stays open all the
 * same is asked again by the next back.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!isOpen) return
    const entered = { close: () => close() }
    open.push(entered)
    followWindowHistory()
    return () => {
      open.splice(open.indexOf(entered), 1)
      balanceSoon()
    }
  }, [isOpen])
}

/** How many windows are open, each with an entry of the browser's history that the router does not count. */
export const openWindowCount = (): number => open.length

/** Begins to listen, and leaves the entry of a window that was open before the page was loaded anew. */
export function followWindowHistory(): void {
  if (!isFollowing) {
    isFollowing = true
    at = readPlace()
    // Before the router, which need not hear of steps between a page and its windows.
    window.addEventListener('popstate', onArrival, { capture: true })
  }
  balanceSoon()
}

/** After the changes of the current task: a window that replaces another keeps its entry, and StrictMode's double effects cancel out. */
function balanceSoon(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(balance)
}

/** Brings the history to as many entries as there are windows. */
function balance(): void {
  isDue = false
  const now = readPlace()
  if (now.idx !== at.idx) {
    // The router has pushed another page. Entries of windows below it are skipped when the person comes back.
    at = now
    step = null
  }
  if (step) return
  while (at.depth < open.length) {
    at = { ...at, depth: at.depth + 1 }
    history.pushState(stateAt(at.depth, history.state), '')
  }
  if (at.depth > open.length) {
    const isReplaced = now.depth !== at.depth
    if (isReplaced && now.path !== at.path) {
      // By another page, such as sign-in when the session ends: what is on its way must not meet a step back. The page below stays.
      at = now
      return
    }
    go(open.length - at.depth, {
      depth: open.length,
      kept: isReplaced ? { state: history.state, url: location.href } : null,
    })
  }
}

function go(delta: number, next: Step): void {
  step = next
  history.go(delta)
}

function onArrival(event: PopStateEvent): void {
  const before = at
  const taken = step
  step = null
  at = readPlace()
  if (taken && at.idx === before.idx) {
    if (taken.kept) history.replaceState(stateAt(taken.depth, taken.kept.state), '', taken.kept.url)
    at = { ...readPlace(), depth: taken.depth }
    // The page is the one that the router shows already.
    if (taken.kept || at.key === before.key) event.stopImmediatePropagation()
    balanceSoon()
    return
  }
  if (at.depth > open.length) {
    // The entry of a window that is closed: skipped, in the direction of the person's step.
    const passesForward = isForward(before, at) && 'navigation' in window && window.navigation.canGoForward
    go(passesForward ? 1 : open.length - at.depth, { depth: open.length, kept: null })
    return
  }
  for (const each of open.slice(at.depth).reverse()) each.close()
  // A window that has not closed gets its entry back.
  setTimeout(balanceSoon)
}

function isForward(from: Place, to: Place): boolean {
  return from.idx === to.idx ? to.depth > from.depth : Number(to.idx) > Number(from.idx)
}

function readPlace(): Place {
  const { idx, key, windows } = Object(history.state) as Record<string, unknown>
  return { idx, key, depth: typeof windows === 'number' ? windows : 0, path: location.pathname }
}

function stateAt(depth: number, state: unknown): unknown {
  const { windows: _, ...rest } = Object(state) as Record<string, unknown>
  return depth > 0 ? { ...rest, windows: depth } : rest
}

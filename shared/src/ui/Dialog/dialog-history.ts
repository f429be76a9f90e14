/**
 * Makes the browser's back button close the topmost dialog. Each open dialog has a history entry: a copy of the page's
 * entry (URL and router state), with the number of open dialogs.
 * Alternatives do not work: `CloseWatcher` handles only Android's back button, not the button of a browser or the swipe
 * on iOS. The Navigation API allows only one cancelled navigation per click, and none for a dialog that a script
 * opened.
 */
import { useEffectEvent, useLayoutEffect } from 'react'

interface OpenDialog {
  close: () => void
}

interface HistoryPosition {
  /** React Router's index. Entries of dialogs have the index of their page. */
  idx: unknown
  key: unknown
  /** Number of dialogs that are open at this history entry; 0 for the page itself. */
  depth: number
  path: string
}

/** A navigation that was requested and has not happened yet. */
interface Step {
  depth: number
  /** State and URL that the router has written into a dialog's entry, but that belong to the page's entry. */
  replaced: { state: unknown; url: string } | null
}

const open: OpenDialog[] = []
let at: HistoryPosition = { idx: undefined, key: undefined, depth: 0, path: '' }
let step: Step | null = null
let isDue = false
let isFollowing = false

/** The back button calls `onClose`, like Escape. If the dialog remains open, the next click calls it again. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!isOpen) return
    const entered = { close: () => close() }
    open.push(entered)
    followDialogHistory()
    return () => {
      open.splice(open.indexOf(entered), 1)
      balanceSoon()
    }
  }, [isOpen])
}

export const openDialogCount = (): number => open.length

/** Starts following the browser's history. After a reload, goes back from the entry of a dialog that was open. */
export function followDialogHistory(): void {
  if (!isFollowing) {
    isFollowing = true
    at = readPosition()
    // Runs before the router's listener, which need not handle navigation between a page and its dialogs.
    window.addEventListener('popstate', onArrival, { capture: true })
  }
  balanceSoon()
}

/** Waits until the end of the task, so that a dialog that replaces another one keeps its history entry. */
function balanceSoon(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(balance)
}

function balance(): void {
  isDue = false
  const now = readPosition()
  if (now.idx !== at.idx) {
    // The router has pushed another page. Entries of dialogs below that page are skipped when the user goes back.
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
      // Another page has replaced the history entry, for example login at the end of a session. Going back would cancel
      // that navigation.
      at = now
      return
    }
    go(open.length - at.depth, {
      depth: open.length,
      replaced: isReplaced ? { state: history.state, url: location.href } : null,
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
  at = readPosition()
  if (taken && at.idx === before.idx) {
    if (taken.replaced)
      history.replaceState(stateAt(taken.depth, taken.replaced.state), '', taken.replaced.url)
    at = { ...readPosition(), depth: taken.depth }
    // The router need not handle this navigation, because it already shows the page.
    if (taken.replaced || at.key === before.key) event.stopImmediatePropagation()
    balanceSoon()
    return
  }
  if (at.depth > open.length) {
    // Skips the history entry of a closed dialog, in the direction in which the user went.
    const isForwardSkip = isForward(before, at) && 'navigation' in window && window.navigation.canGoForward
    go(isForwardSkip ? 1 : open.length - at.depth, { depth: open.length, replaced: null })
    return
  }
  for (const each of open.slice(at.depth).reverse()) each.close()
  // Restores the history entry of a dialog that refused to close.
  setTimeout(balanceSoon)
}

function isForward(from: HistoryPosition, to: HistoryPosition): boolean {
  return from.idx === to.idx ? to.depth > from.depth : Number(to.idx) > Number(from.idx)
}

function readPosition(): HistoryPosition {
  const { idx, key, dialogs } = Object(history.state) as Record<string, unknown>
  return { idx, key, depth: typeof dialogs === 'number' ? dialogs : 0, path: location.pathname }
}

function stateAt(depth: number, state: unknown): unknown {
  const { dialogs: _, ...rest } = Object(state) as Record<string, unknown>
  return depth > 0 ? { ...rest, dialogs: depth } : rest
}

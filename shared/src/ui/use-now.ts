import { useSyncExternalStore } from 'react'

// One timer for the whole page: every clock on the screen turns over in the same frame.
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let now = Date.now()

function tick() {
  now = Date.now()
  timer = setTimeout(tick, 1_000 - (now % 1_000))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

function readNow() {
  // While the timer runs the value must not change during a render; without one it is read from the clock.
  if (timer === undefined && Date.now() - now >= 1_000) now = Date.now()
  return now
}

/** The present in milliseconds, renewed at each full second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNow, readNow)
}

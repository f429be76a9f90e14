import { useSyncExternalStore } from 'react'
import { serverNow } from '../session/server-clock.ts'

// One timer for the whole page, so that all clocks change in the same frame.
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let now = serverNow()

function tick() {
  now = serverNow()
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
  // While the timer runs, the value must not change during a render unless the clock was set.
  if (Math.abs(serverNow() - now) >= (timer === undefined ? 1_000 : 2_000)) now = serverNow()
  return now
}

/** Server time in ms since 1970, every full second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNow, readNow)
}

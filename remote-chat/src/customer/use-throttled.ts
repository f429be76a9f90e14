import { useEffect, useRef } from 'react'

const PAUSE_MS = 2_000

/** Returns a function that calls `run` immediately, then pauses. Calls during a pause cause one more run at its end. */
export function useThrottled(run: () => unknown): () => void {
  const pause = useRef<{ timer: number; isPending: boolean } | null>(null)
  useEffect(() => () => clearTimeout(pause.current?.timer), [])
  return function begin(): void {
    if (pause.current !== null) {
      pause.current.isPending = true
      return
    }
    run()
    const timer = window.setTimeout(() => {
      const again = pause.current?.isPending
      pause.current = null
      if (again) begin()
    }, PAUSE_MS)
    pause.current = { timer, isPending: false }
  }
}

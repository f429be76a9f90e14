import { useEffect, useRef } from 'react'

/** What many events ask for is read at once, and then not more often than this. */
const PAUSE_MS = 2_000

/** Runs it now, and however often it is called meanwhile once more after the pause. */
export function useGathered(run: () => unknown): () => void {
  const pause = useRef<{ timer: number; isWanted: boolean } | null>(null)
  useEffect(() => () => clearTimeout(pause.current?.timer), [])
  return function begin(): void {
    if (pause.current !== null) {
      pause.current.isWanted = true
      return
    }
    run()
    const timer = window.setTimeout(() => {
      const again = pause.current?.isWanted
      pause.current = null
      if (again) begin()
    }, PAUSE_MS)
    pause.current = { timer, isWanted: false }
  }
}

import { useEffect, useEffectEvent, useRef } from 'react'

/** After this long what failed is tried again, spread by a half; then after twice as long, up to the longest. */
const FIRST_MS = 15_000
const LONGEST_MS = 240_000

/** Tries again what has failed, now and then and as soon as the network is back. */
export function useRetryLater(hasFailed: boolean, retry: () => void): void {
  const tries = useRef(0)
  const onRetry = useEffectEvent(retry)
  useEffect(() => {
    if (!hasFailed) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const pause = Math.min(FIRST_MS * 2 ** tries.current, LONGEST_MS)
      timer = setTimeout(again, pause * (1 + Math.random() / 2))
    }
    const again = () => {
      clearTimeout(timer)
      tries.current += 1
      onRetry()
      wait()
    }
    wait()
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [hasFailed])
}

import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { backoff } from 'shared/api'
import { followReconnect } from 'shared/realtime'

const PAUSES = { firstMs: 20_000, longestMs: 300_000 }

export function useRetryLater(hasFailed: boolean, retry: () => void): void {
  const tries = useRef(0)
  const onRetry = useEffectEvent(retry)
  // A layout effect, so that a reconnect at the moment of the failure is not missed.
  useLayoutEffect(() => {
    if (!hasFailed) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(again, backoff(tries.current, PAUSES))
    }
    const again = () => {
      clearTimeout(timer)
      tries.current += 1
      onRetry()
      wait()
    }
    wait()
    const unfollow = followReconnect(again)
    return () => {
      clearTimeout(timer)
      unfollow()
    }
  }, [hasFailed])
}

import { useRef, useState } from 'react'
import { useChatCache } from '../../cache/chat-cache.ts'
import { useRetryLater } from '../use-retry-later.ts'
import { freshAddress, isStored, type ShownMessage } from './shown-message.ts'

export type MediaAddress = ReturnType<typeof useStableMediaUrl>

/** Returns a media URL, which is signed for some hours. If loading fails, fetches the message again for a new URL. */
export function useStableMediaUrl(
  message: ShownMessage,
  addressOf: (message: ShownMessage) => string | null,
) {
  const cache = useChatCache()
  const latest = addressOf(message)
  const [address, setAddress] = useState(latest)
  const [attempt, setAttempt] = useState(0)
  const [isFetching, setFetching] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const hasRefetched = useRef(false)
  if (address === null ? latest !== null : failed !== null && failed !== latest) {
    setAddress(latest)
    setFailed(null)
  }
  useRetryLater(failed !== null && isStored(message), () => void refetch())

  async function refetch(): Promise<void> {
    hasRefetched.current = true
    setFetching(true)
    const next = await freshAddress(cache, message, addressOf)
    setFetching(false)
    if (next === null) {
      setFailed(latest)
      return
    }
    setAddress(next)
    setFailed(null)
    setAttempt((before) => before + 1)
  }

  function onError(): void {
    if (hasRefetched.current || !isStored(message)) setFailed(latest)
    else void refetch()
  }

  function onLoad(): void {
    hasRefetched.current = false
  }

  return {
    /** URL that does not change as long as it works, because a new URL would restart a player. */
    address,
    /** Number of the attempt; use it as the element's `key`, so that a new attempt remounts the element. */
    attempt,
    isFetching,
    /** True when the new URL has failed too; loading is retried later. */
    failed: failed !== null,
    onLoad,
    onError,
  }
}

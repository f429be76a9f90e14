import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { chatCacheOf } from '../../cache/chat-cache.ts'
import { useRetryLater } from '../use-retry-later.ts'
import { freshAddress, isStored, type ShownMessage } from './shown-message.ts'

export interface MediaAddress {
  /** Stays the same while it serves: a new one would start a player anew. */
  address: string | null
  /** Rises when the same address is worth another try: the element's `key`. */
  attempt: number
  /** It could not be opened, and a new one is on its way. */
  isAsking: boolean
  /** It could not be opened, with a new address neither; it is tried again later. */
  failed: boolean
  /** For the element that shows it. */
  onLoad: () => void
  onError: () => void
}

/**
 * The address of a picture, sound or film. It is signed for some hours, and a page may be open for longer: when it cannot be
 * opened, the message is asked for once more, which brings a new one.
 */
export function useMediaAddress(
  message: ShownMessage,
  addressOf: (message: ShownMessage) => string | null,
): MediaAddress {
  const cache = chatCacheOf(useQueryClient())
  const latest = addressOf(message)
  const [address, setAddress] = useState(latest)
  const [attempt, setAttempt] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const isAsked = useRef(false)
  if (address === null ? latest !== null : failed !== null && failed !== latest) {
    setAddress(latest)
    setFailed(null)
  }
  useRetryLater(failed !== null && isStored(message), () => void ask())

  async function ask(): Promise<void> {
    isAsked.current = true
    setAsking(true)
    const next = await freshAddress(cache, message, addressOf)
    setAsking(false)
    if (next === null) {
      setFailed(latest)
      return
    }
    setAddress(next)
    setFailed(null)
    setAttempt((before) => before + 1)
  }

  function onError(): void {
    if (isAsked.current || !isStored(message)) setFailed(latest)
    else void ask()
  }

  function onLoad(): void {
    isAsked.current = false
  }

  return { address, attempt, isAsking, failed: failed !== null, onLoad, onError }
}

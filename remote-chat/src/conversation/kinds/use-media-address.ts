import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Message } from 'shared/contract/messages/message.ts'
import { chatCacheOf } from '../../cache/chat-cache.ts'
import type { ShownMessage } from './shown-message.ts'

export interface MediaAddress {
  /** Stays the same while it serves: a new one would start a player anew. */
  address: string | null
  /** Rises when the same address is worth another try: the element's `key`. */
  attempt: number
  /** It could not be opened, with a new address neither. */
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
  const [failed, setFailed] = useState<string | null>(null)
  const isAsked = useRef(false)
  if (address === null ? latest !== null : failed !== null && failed !== latest) {
    setAddress(latest)
    setFailed(null)
  }

  function onError(): void {
    if (isAsked.current || !isStored(message)) {
      setFailed(latest)
      return
    }
    isAsked.current = true
    cache.messages
      .readAgain(message)
      .then((fresh) => {
        const next = fresh === undefined ? null : addressOf(fresh)
        if (next === null) setFailed(latest)
        else setAddress(next)
        setAttempt((before) => before + 1)
      })
      .catch((error: unknown) => {
        console.warn('a message could not be read again for its new address', error)
        setFailed(latest)
      })
  }

  function onLoad(): void {
    isAsked.current = false
  }

  return { address, attempt, failed: failed !== null, onLoad, onError }
}

export function isStored(
  message: ShownMessage,
): message is ShownMessage & Pick<Message, 'id' | 'ticket_id' | 'seq'> {
  return message.id !== undefined && message.ticket_id !== undefined && message.seq !== undefined
}

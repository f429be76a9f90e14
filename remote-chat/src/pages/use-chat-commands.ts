import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { whenIdle } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { useViewer } from '../viewer.ts'
import type { ChatDesk } from './chat-commands.ts'

/** Offers what keys and palette do with the list; the code comes with the first key, or once the page has nothing better to do. */
export function useChatCommands(desk: Omit<ChatDesk, 'cache' | 'viewer'>): void {
  const cache = chatCacheOf(useQueryClient())
  const viewer = useViewer()
  const now = useRef({ ...desk, cache, viewer })
  useLayoutEffect(() => {
    now.current = { ...desk, cache, viewer }
  })
  useEffect(() => {
    const left = new AbortController()
    let leave: (() => void) | null = null
    function begin(key?: KeyboardEvent): void {
      import(/* webpackChunkName: "later" */ './chat-commands.ts').then(
        ({ offerChatCommands }) => {
          if (left.signal.aborted) return
          leave ??= offerChatCommands(() => now.current)
          document.removeEventListener('keydown', begin)
          // Pressed before there was anything to hear it.
          if (key?.defaultPrevented === false) key.target?.dispatchEvent(new KeyboardEvent(key.type, key))
        },
        (error: unknown) => console.error('keyboard commands could not be fetched', error),
      )
    }
    document.addEventListener('keydown', begin, left)
    const cancel = whenIdle(() => begin())
    return () => {
      left.abort()
      cancel()
      leave?.()
    }
  }, [])
}

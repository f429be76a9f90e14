import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { whenIdle } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { useViewer } from '../viewer.ts'
import type { ChatDesk } from './chat-commands.ts'

/** Offers what keys and palette do with the list; the code comes once the page has nothing better to do. */
export function useChatCommands(desk: Omit<ChatDesk, 'cache' | 'viewer'>): void {
  const cache = chatCacheOf(useQueryClient())
  const viewer = useViewer()
  const now = useRef({ ...desk, cache, viewer })
  useLayoutEffect(() => {
    now.current = { ...desk, cache, viewer }
  })
  useEffect(() => {
    let leave: (() => void) | null = null
    let isLeft = false
    const cancel = whenIdle(() => {
      import(/* webpackChunkName: "later" */ './chat-commands.ts').then(
        ({ offerChatCommands }) => {
          if (!isLeft) leave = offerChatCommands(() => now.current)
        },
        (error: unknown) => console.error('keyboard commands could not be fetched', error),
      )
    })
    return () => {
      isLeft = true
      cancel()
      leave?.()
    }
  }, [])
}

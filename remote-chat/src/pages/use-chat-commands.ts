import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { whenIdle } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'
import type { ChatDesk } from './chat-commands.ts'

/** What happens later than this after a press is not expected any more, ms. */
const REPLAYED_WITHIN_MS = 1_000
/** From a failure to the next try, ms. */
const PAUSE_MS = 10_000

const importCommands = () => import(/* webpackChunkName: "later" */ './chat-commands.ts')

/**
 * Offers what keys and palette do with the list. The code comes with the first key, or once the page has nothing better to do; of the
 * keys that were pressed before, the last is carried out, where it still means what it did.
 */
export function useChatCommands(desk: ChatDesk, fetchCommands = importCommands): void {
  const cache = chatCacheOf(useQueryClient())
  const now = useRef(desk)
  useLayoutEffect(() => {
    now.current = desk
  })
  useEffect(() => {
    const left = new AbortController()
    // Called off, or what is offered taken back.
    let leave = whenIdle(begin)
    let replay = () => {}
    let isBusy = false
    function begin(): void {
      if (isBusy) return
      isBusy = true
      fetchCommands().then(
        ({ offerChatCommands }) => {
          if (left.signal.aborted) return
          left.abort()
          leave = offerChatCommands(() => now.current, cache)
          replay()
        },
        (error: unknown) => {
          console.error('no keyboard commands yet', error)
          setTimeout(() => {
            isBusy = false
          }, PAUSE_MS)
        },
      )
    }
    function hold(key: KeyboardEvent): void {
      const { ticketId } = now.current
      replay = () => {
        const isStillMeant =
          key.timeStamp > performance.now() - REPLAYED_WITHIN_MS &&
          key.target === document.activeElement &&
          ticketId === now.current.ticketId
        if (isStillMeant && !key.defaultPrevented) key.target?.dispatchEvent(new KeyboardEvent(key.type, key))
      }
      begin()
    }
    document.addEventListener('keydown', hold, left)
    return () => {
      left.abort()
      leave()
    }
  }, [cache, fetchCommands])
}

import { useEffect, useLayoutEffect, useRef } from 'react'
import { whenIdle } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import type { ChatDesk } from './chat-commands.ts'

/** Maximum age of a shortcut that is still run, in ms. */
const REPLAYED_WITHIN_MS = 1_000
/** Time until a failed import is tried again, in ms. */
const PAUSE_MS = 10_000

const importCommands = () => import(/* webpackChunkName: "later" */ './chat-commands.ts')

/** Runs chat shortcuts. Until their code is loaded, the last one waits; it is dropped if focus or ticket change. */
export function useChatCommands(desk: ChatDesk, fetchCommands = importCommands): void {
  const cache = useChatCache()
  const now = useRef(desk)
  useLayoutEffect(() => {
    now.current = desk
  })
  useEffect(() => {
    const controller = new AbortController()
    // Function that cancels the preload, or unregisters the commands.
    let leave = whenIdle(begin)
    let replay = () => {}
    let isBusy = false
    function begin(): void {
      if (isBusy) return
      isBusy = true
      fetchCommands().then(
        ({ offerChatCommands }) => {
          if (controller.signal.aborted) return
          controller.abort()
          leave = offerChatCommands(() => now.current, cache)
          replay()
        },
        (error: unknown) => {
          console.error('keyboard commands are not loaded yet', error)
          setTimeout(() => {
            isBusy = false
          }, PAUSE_MS)
        },
      )
    }
    function hold(key: KeyboardEvent): void {
      if (!key.altKey) return
      const { ticketId } = now.current
      replay = () => {
        const isRecentKey =
          key.timeStamp > performance.now() - REPLAYED_WITHIN_MS &&
          key.target === document.activeElement &&
          ticketId === now.current.ticketId
        if (isRecentKey && !key.defaultPrevented) key.target?.dispatchEvent(new KeyboardEvent(key.type, key))
      }
      begin()
    }
    document.addEventListener('keydown', hold, { signal: controller.signal })
    return () => {
      controller.abort()
      leave()
    }
  }, [cache, fetchCommands])
}

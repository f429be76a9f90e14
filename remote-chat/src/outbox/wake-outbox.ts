import type { ChatCache } from '../cache/chat-cache.ts'
import { loadOutbox, readOutbox } from './outbox.store.ts'

/** Sends what this person has sent off before and what has not arrived, in a tab that was closed or without a connection. What sends it is fetched only when there is any. */
export async function wakeOutbox(cache: ChatCache): Promise<void> {
  try {
    await loadOutbox()
    if (readOutbox().length === 0) return
    const { resumeOutbox } = await import(/* webpackChunkName: "sending" */ './send-outbox.ts')
    resumeOutbox(cache)
  } catch (error) {
    console.warn('what waits to be sent could not be looked at', error)
  }
}

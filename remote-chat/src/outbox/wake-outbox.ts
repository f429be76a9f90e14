import type { ChatCache } from '../cache/chat-cache.ts'
import { loadOutbox, readOutbox } from './outbox.store.ts'

/** Loads the module that sends messages, only when there are pending ones. */
export async function wakeOutbox(cache: ChatCache): Promise<void> {
  try {
    await loadOutbox()
    if (readOutbox().length === 0) return
    const { resumeOutbox } = await import(/* webpackChunkName: "sending" */ './send-outbox.ts')
    resumeOutbox(cache)
  } catch (error) {
    console.warn('pending messages could not be checked', error)
  }
}

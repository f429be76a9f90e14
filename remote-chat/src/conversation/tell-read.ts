import { isApiError, postRead } from 'shared/api'

/** A read mark that failed is tried again after this long and up to half as long again, then after twice as long … up to the last. */
const FIRST_PAUSE_MS = 2_000
const LAST_PAUSE_MS = 60_000

/** Until the server has it, a newer mark takes its place, or the conversation is left. True when nothing is left to tell. */
export async function tellRead(ticketId: string, seq: number, left: AbortSignal): Promise<boolean> {
  for (let tried = 0; !left.aborted; tried += 1) {
    try {
      await postRead(ticketId, seq)
      return true
    } catch (error) {
      console.warn('the server was not told what has been read', error)
      // A server with an older API has no such call, and `ticket_last_seen` serves; a refusal is not retried.
      if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return true
    }
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** tried, LAST_PAUSE_MS)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause * (1 + Math.random() / 2))
      left.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
  return false
}

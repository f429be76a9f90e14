import { backoff, isApiError, postRead } from 'shared/api'

/** Maximum number of attempts, which take about four minutes in total. */
const MAX_TRIES = 7
const PAUSES = { firstMs: 2_500, longestMs: 80_000 }

/** Sends a read mark. Returns false when all attempts failed; the caller then tries again after a reconnect. */
export async function sendReadMark(ticketId: string, seq: number, signal: AbortSignal): Promise<boolean> {
  for (let tried = 0; tried < MAX_TRIES && !signal.aborted; tried += 1) {
    try {
      await postRead(ticketId, seq)
      return true
    } catch (error) {
      console.warn('the read position could not be reported to the server', error)
      // A refusal is not retried. Servers with an older API lack this endpoint; localStorage keeps `ticket_last_seen`.
      if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return true
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, backoff(tried, PAUSES))
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
  return false
}

import { backoff } from 'shared/api'

/** What a page does while the storage of its browser is slow: a machine under load, or what a killed tab still holds. */
const ANSWERS_WITHIN_MS = 10_000
const PAUSES = { firstMs: 500, longestMs: 8_000 }
/** Of an opening or a reading that took too long, of a change that did, and of code that did not come. */
const SLOW = ['TimeoutError', 'AbortError', 'ChunkLoadError']

/** Whether another try may help. Any other failure is that of a browser that keeps nothing: a private window, or a full disk. */
export const isSlow = (error: unknown): boolean => error instanceof Error && SLOW.includes(error.name)

/** @throws DOMException `TimeoutError` when it takes too long. */
export function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new DOMException('the storage does not answer', 'TimeoutError'))
    const timer = setTimeout(late, ANSWERS_WITHIN_MS)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Before the next try. */
export function pauseAfter(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, backoff(tries, PAUSES)))
}

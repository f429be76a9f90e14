import { backoff } from 'shared/api'

/** Timeout for a slow browser storage: under load, or while a killed tab still holds a lock. */
const TIMEOUT_MS = 10_000
const PAUSES = { firstMs: 500, longestMs: 8_000 }
/** Error names: a timeout of an opening or a read, an aborted write, or a chunk that did not load. */
const SLOW = ['TimeoutError', 'AbortError', 'ChunkLoadError']

/** A retry may succeed; all other errors mean that the browser stores nothing (private window, full disk). */
export const isStorageTimeout = (error: unknown): boolean =>
  error instanceof Error && SLOW.includes(error.name)

/** Rejects after a timeout. @throws DOMException `TimeoutError` */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeOut = () => reject(new DOMException('the storage does not respond', 'TimeoutError'))
    const timer = setTimeout(timeOut, TIMEOUT_MS)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export function waitBeforeRetry(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, backoff(tries, PAUSES)))
}

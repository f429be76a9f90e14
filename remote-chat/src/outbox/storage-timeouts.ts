import { backoff } from 'shared/api'

/** Timeout in ms for slow browser storage: under load, or while a killed tab still holds a lock. */
const TIMEOUT_MS = 10_000
const PAUSES = { firstMs: 500, longestMs: 8_000 }
/** Names of temporary errors: a timeout, an aborted write, and a code chunk that could not be loaded. */
const TEMPORARY_ERROR_NAMES = ['TimeoutError', 'AbortError', 'ChunkLoadError']

/** True for temporary errors. All other errors mean that the browser stores nothing (private window, full disk). */
export const isStorageTimeout = (error: unknown): boolean =>
  error instanceof Error && TEMPORARY_ERROR_NAMES.includes(error.name)

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

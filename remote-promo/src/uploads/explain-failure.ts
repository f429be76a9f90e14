import { errorText, hasErrorCode, isApiError, isRetryable } from 'shared/api'
import { LIST_FULL } from '../links/promo-link.ts'
import { ListFull } from '../links/promo-links.store.ts'
import type { Failure } from './upload-queue.ts'

/** Pause in ms when the server sends no `retry_after_secs`. */
const DEFAULT_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 20_000

export function explainFailure(error: unknown, { name }: File): Failure {
  // A 401 may be retried, because another tab may have renewed the expired session.
  const isRefused = isApiError(error) && error.status >= 400 && error.status !== 401 && !isRetryable(error)
  const isMessageShown = isRefused || hasErrorCode(error, 'upload_paused', 'storage_full')
  const isLost = hasErrorCode(error, 'network')
  return {
    reason: `อัปโหลดไม่สำเร็จ: ${name}`,
    hint: isMessageShown ? errorText(error, 'upload') : error instanceof ListFull ? LIST_FULL : null,
    canRetry: !isRefused,
    // When the device is offline, even the upload code may have failed to load.
    isOffline: isLost || (!isRefused && !navigator.onLine),
    // Retries automatically after a lost response while the device is online: the server is probably being restarted.
    pauseMs:
      (isLost && navigator.onLine) ||
      hasErrorCode(error, 'busy', 'upload_paused', 'rate_limited', 'unavailable')
        ? pauseOf(error.body)
        : null,
  }
}

function pauseOf(body: unknown): number {
  const { retry_after_secs: seconds } = Object(body) as { retry_after_secs?: unknown }
  return typeof seconds === 'number' && seconds > 0
    ? Math.min(seconds * 1_000, LONGEST_PAUSE_MS)
    : DEFAULT_PAUSE_MS
}

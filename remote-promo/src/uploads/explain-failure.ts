import { errorText, hasErrorCode, isApiError, mayPass } from 'shared/api'
import { LIST_FULL } from '../links/promo-link.ts'
import { ListFull } from '../links/promo-links.store.ts'
import type { Failure } from './upload-queue.ts'

/** The server says when to come back (`retry_after_secs`); this where it does not, in ms. */
const USUAL_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 20_000

/** What a failed upload means for people and for the queue. */
export function explainFailure(error: unknown, { name }: File): Failure {
  // A session that has ended may have been renewed in another tab.
  const isRefused = isApiError(error) && error.status >= 400 && error.status !== 401 && !mayPass(error)
  const isSaid = isRefused || hasErrorCode(error, 'upload_paused', 'storage_full')
  const isLost = hasErrorCode(error, 'network')
  return {
    reason: `อัปโหลดไม่สำเร็จ: ${name}`,
    // Why, where it is the picture or the list that must change, or where it is not the connection.
    hint: isSaid ? errorText(error, 'upload') : error instanceof ListFull ? LIST_FULL : null,
    canRetry: !isRefused,
    // The code that uploads may be what could not be fetched.
    isOffline: isLost || (!isRefused && !navigator.onLine),
    // Without an answer though there is a network: the server starts anew.
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
    : USUAL_PAUSE_MS
}

import { BANNER_MS } from '../../contract/constants.ts'
import { deferred } from '../deferred-import.ts'

export interface Toast {
  text: string
  tone?: 'info' | 'success' | 'error'
  /** Display time in ms; 0 to stay until the user closes the notification. Default: `BANNER_MS`. */
  timeoutMs?: number
  action?: { label: string; onSelect: () => void }
  /** `<subject> <kind>`: replaces a notification with the same value. `closeToastsAbout` closes those of a subject. */
  about?: string
  /** Called when the notification has closed: automatically, by a click, or replaced by another one. */
  onClosed?: () => void
  /** Parts of the text, such as names, that should not break across lines. */
  names?: readonly string[]
}

export const notices = deferred(() => import('./notices.tsx'))

/** Time in ms after which the code of notifications is requested again after a failure. */
const RETRY_MS = 2_000

let lastKey = 0
/** Number of the latest `showToast` call for each notification. */
const newestKeys = new Map<string, number>()

/**
 * Shows a notification. Repeating the same notification restarts the visible one. Without a connection it appears when
 * the connection returns. Returns a function that closes it.
 */
export function showToast(toast: Toast): () => void {
  const { tone = 'info', text, timeoutMs = BANNER_MS, about } = toast
  const id = `${about ?? tone} ${text}`
  if (about !== undefined) closeToastsAbout(about, id)
  lastKey += 1
  const key = lastKey
  newestKeys.set(id, key)
  const isNewest = () => newestKeys.get(id) === key
  const show = () => {
    if (!isNewest()) return
    notices.load().then(
      ({ showNotice }) => {
        if (isNewest()) showNotice(id, { ...toast, tone, timeoutMs })
      },
      (error: unknown) => {
        console.error(`a toast waits for its code to load: ${text}`, error)
        setTimeout(show, RETRY_MS)
      },
    )
  }
  show()
  return () => {
    if (isNewest()) close(id)
  }
}

/** Closes notifications about a subject, after the user has seen the subject or it has changed again. */
export function closeToastsAbout(about: string, except?: string): void {
  for (const id of newestKeys.keys()) if (id !== except && id.startsWith(`${about} `)) close(id)
}

/** Closes all notifications, because another user who signs in must not see them. */
export function closeToasts(): void {
  for (const id of newestKeys.keys()) close(id)
}

function close(id: string): void {
  newestKeys.delete(id)
  notices.read()?.closeNotice(id)
}

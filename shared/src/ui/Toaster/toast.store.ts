import { BANNER_MS } from '../../contract/constants.ts'
import { deferred } from '../deferred-import.ts'

export interface Toast {
  text: string
  /** Default: `info`. */
  tone?: 'info' | 'success' | 'error'
  /** Display time in ms. 0 until it is closed. Default: `BANNER_MS`. */
  timeoutMs?: number
  action?: { label: string; onSelect: () => void }
  /**
   * `<subject> <kind>`. A later notification with the same value replaces this one, and `closeToastsAbout` closes it.
   */
  about?: string
  /** Called when the notification has disappeared: automatically, by a click, or replaced by another one. */
  onClosed?: () => void
  /** Parts of the text that should not break across lines, such as names. */
  names?: readonly string[]
}

/** Lazy code of Mantine's notifications, including the styles. */
export const notices = deferred(() => import('./notices.tsx'))

/** Delay before the code of notifications is requested again after a failure, in ms. */
const RETRY_MS = 2_000

let lastKey = 0
/** Number of the latest `showToast` call for each notification that should be visible. */
const newestKeys = new Map<string, number>()

/**
 * Shows a short notification and announces it to screen readers. Repeating the same notification restarts the visible
 * one. If the code cannot be loaded because the connection is lost, the notification appears when it is back. Returns a
 * function that closes it.
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

/** Closes the notifications about a subject that the user has seen or that has changed again. */
export function closeToastsAbout(about: string, except?: string): void {
  for (const id of newestKeys.keys()) if (id !== except && id.startsWith(`${about} `)) close(id)
}

/** Closes all notifications. Called when another user signs in, who must not see them. */
export function closeToasts(): void {
  for (const id of newestKeys.keys()) close(id)
}

function close(id: string): void {
  newestKeys.delete(id)
  notices.read()?.closeNotice(id)
}

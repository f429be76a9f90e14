import { ALERTS_WORKER_PATH } from 'shared/contract/constants.ts'
import { cutGraphemes } from 'shared/ui'
import { queueCaseAddress } from '../address/ticket-address.ts'
import type { Alert } from './alert-rules.ts'

/** ask: the person has not been asked · off: they, or the browser, do not want any · none: the browser has none here. */
export type NoticePermission = 'on' | 'ask' | 'off' | 'none'

/** A tab that is on the screen holds this lock with all others that are; then none of them puts up a notice. */
const VISIBLE_LOCK = 'desk-visible'
const TEXT_LENGTH = 120
const ACTIVE_WITHIN_MS = 10_000

export function noticePermission(): NoticePermission {
  if (!('Notification' in window) || !('serviceWorker' in navigator)) return 'none'
  const { permission } = Notification
  return permission === 'granted' ? 'on' : permission === 'denied' ? 'off' : 'ask'
}

/** Asks the person; to be called by a click. */
export async function askForNotices(): Promise<NoticePermission> {
  await Notification.requestPermission()
  if (noticePermission() === 'on') await register()
  return noticePermission()
}

/** The service worker, once it is active: before that it puts up nothing. */
async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(ALERTS_WORKER_PATH)
  const coming = registration.installing ?? registration.waiting
  if (registration.active === null && coming !== null) {
    const signal = AbortSignal.timeout(ACTIVE_WITHIN_MS)
    await new Promise<void>((resolve) => {
      coming.addEventListener('statechange', () => registration.active && resolve(), { signal })
      signal.addEventListener('abort', () => resolve())
    })
  }
  return registration
}

/** Puts up a notice when no tab of the desk is on the screen and the person has allowed it; a click on it opens the ticket. */
export async function showNotice({ ticketId, title, text }: Alert): Promise<void> {
  if (document.visibilityState === 'visible' || noticePermission() !== 'on') return
  if ('locks' in navigator) {
    const { held = [] } = await navigator.locks.query()
    if (held.some(({ name }) => name === VISIBLE_LOCK)) return
  }
  const registration = await register()
  await registration.showNotification(title, {
    body: cutGraphemes(text, TEXT_LENGTH),
    // Several tabs put up the same notice: it takes its own place.
    tag: ticketId,
    lang: 'th',
    icon: '/assets/favicon.v1.svg',
    data: { path: queueCaseAddress(ticketId) },
  })
}

/** Follows clicks on notices, and tells other tabs whether this one is on the screen. Returns the end of it. */
export function followNotices(open: (path: string) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let release: (() => void) | null = null
  const hold = () => {
    if (!('locks' in navigator)) return
    const isVisible = document.visibilityState === 'visible' && !signal.aborted
    if (isVisible && release === null)
      navigator.locks
        .request(VISIBLE_LOCK, { mode: 'shared' }, () => new Promise<void>((resolve) => (release = resolve)))
        .catch((error: unknown) => console.warn('tabs do not hear that this one is on the screen', error))
    else if (!isVisible) {
      release?.()
      release = null
    }
  }
  hold()
  document.addEventListener('visibilitychange', hold, { signal })
  signal.addEventListener('abort', hold)
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
        if (data?.type === 'open-ticket' && typeof data.path === 'string' && data.path.startsWith('/'))
          open(data.path)
      },
      { signal },
    )
    navigator.serviceWorker.startMessages()
  }
  return () => ended.abort()
}

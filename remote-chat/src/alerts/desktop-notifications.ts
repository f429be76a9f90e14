import type { Alert } from './alert-rules.ts'
import { deferredPromise } from './deferred-promise.ts'
import { isPageFocused, onPageFocusChange } from './page-focus.ts'

/** off: denied by the user or the browser · insecure: needs https · ios: only in a page on the home screen. */
export type NoticePermission = 'on' | 'ask' | 'off' | 'none' | 'insecure' | 'ios'

export interface NoticeAbout {
  /** Id of the event within its ticket: tabs that receive the same event show one banner. */
  event: string | number
  /** Number (`seq`) of the customer's message, and the ticket's assignee when the message arrived. */
  message?: { seq: number; assignee: string | null }
}

/** Name of the lock held by the tab that the user looks at. No tab shows banners while the lock is held. */
const ATTENTION_LOCK = 'desk-attention'

export function noticePermission(): NoticePermission {
  if (!window.isSecureContext) return 'insecure'
  if (!('Notification' in window) || !('serviceWorker' in navigator) || !('locks' in navigator))
    return isAppleMobile() && !isInstalled() ? 'ios' : 'none'
  const { permission } = Notification
  return permission === 'granted' ? 'on' : permission === 'denied' ? 'off' : 'ask'
}

/** An iPad reports itself as a Mac, but has a touch screen. */
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Asks the user for permission. Must be called from a click handler. */
export async function requestNoticePermission(): Promise<NoticePermission> {
  await Notification.requestPermission()
  lastRead.at = Number.NEGATIVE_INFINITY
  if (noticePermission() === 'on') await (await loadBanners()).registerWorker()
  return noticePermission()
}

const loadBanners = () => import('./notification-banners.ts')

/** Time in ms for which the permission is cached, because reading the permission takes the browser milliseconds. */
const REREAD_AFTER_MS = 1_000
let lastRead = { permission: 'none' as NoticePermission, at: Number.NEGATIVE_INFINITY }

function recentPermission(): NoticePermission {
  const now = performance.now()
  if (now - lastRead.at >= REREAD_AFTER_MS) lastRead = { permission: noticePermission(), at: now }
  return lastRead.permission
}

/** Runs work on notification banners. Failures are logged, so callers need not wait for the result. */
export function withBanners(
  work: (banners: Awaited<ReturnType<typeof loadBanners>>) => Promise<void>,
): Promise<void> {
  if (recentPermission() !== 'on') return Promise.resolve()
  return loadBanners()
    .then(work)
    .catch((error: unknown) => console.warn('a banner could not be shown or closed', error))
}

export async function showNotice(alert: Alert, about: NoticeAbout, signal?: AbortSignal): Promise<void> {
  await withBanners(async ({ showBanner }) => {
    await updateLock()
    const { held = [] } = await navigator.locks.query()
    if (!held.some(({ name }) => name === ATTENTION_LOCK)) await showBanner(alert, about, signal)
  })
}

let isFollowing = false
let release: (() => void) | null = null
let lock: Promise<unknown> = Promise.resolve()

/** Acquires or releases the lock. Resolves when other tabs can see the change. */
async function updateLock(): Promise<void> {
  if (!('locks' in navigator)) return
  const shouldHold = isFollowing && isPageFocused()
  if (shouldHold && release === null) {
    const { promise: ended, resolve: end } = deferredPromise()
    const { promise: taken, resolve: acquire } = deferredPromise()
    release = end
    lock = navigator.locks
      .request(ATTENTION_LOCK, { mode: 'shared' }, () => {
        acquire()
        return ended
      })
      .catch((error: unknown) => console.warn('other tabs cannot see that this tab is in use', error))
    await Promise.race([taken, lock])
  } else if (!shouldHold && release !== null) {
    release()
    release = null
    await lock
  }
}

export function followNotices(open: (path: string) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  isFollowing = true
  void updateLock()
  const unfollow = onPageFocusChange(() => void updateLock())
  signal.addEventListener('abort', () => {
    unfollow()
    isFollowing = false
    void updateLock()
  })
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

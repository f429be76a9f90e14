import type { Alert } from './alert-rules.ts'
import { hasAttention, onAttention } from './attention.ts'
import { deferredPromise } from './deferred.ts'

/**
 * ask: the person has not been asked · off: they, or the browser, do not want any · none: the browser has none here · insecure: it has
 * none without https · ios: none in a page outside the home screen.
 */
export type NoticePermission = 'on' | 'ask' | 'off' | 'none' | 'insecure' | 'ios'

/** The event that a notification shows. */
export interface NoticeAbout {
  /** Identifies the event among those of its ticket: tabs that get the same event put up one banner. */
  event: string | number
  /** For a customer's message: its `seq`, and the assignee at that time. */
  message?: { seq: number; assignee: string | null }
}

/** A tab that the person looks at holds this lock; then no tab puts up a banner. */
const ATTENTION_LOCK = 'desk-attention'

export function noticePermission(): NoticePermission {
  if (!window.isSecureContext) return 'insecure'
  if (!('Notification' in window) || !('serviceWorker' in navigator) || !('locks' in navigator))
    return isAppleMobile() && !isInstalled() ? 'ios' : 'none'
  const { permission } = Notification
  return permission === 'granted' ? 'on' : permission === 'denied' ? 'off' : 'ask'
}

/** An iPad names itself a Mac. */
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Asks the person; to be called by a click. */
export async function askForNotices(): Promise<NoticePermission> {
  await Notification.requestPermission()
  lastRead.at = Number.NEGATIVE_INFINITY
  if (noticePermission() === 'on') await (await loadBanners()).registerWorker()
  return noticePermission()
}

/** For those who want banners: few have any to be put up or closed at the moment. */
const loadBanners = () => import('./notice-banners.ts')

/** Reading the permission asks another process of the browser, which takes milliseconds. */
const REREAD_AFTER_MS = 1_000
let lastRead = { permission: 'none' as NoticePermission, at: Number.NEGATIVE_INFINITY }

function recentPermission(): NoticePermission {
  const now = performance.now()
  if (now - lastRead.at >= REREAD_AFTER_MS) lastRead = { permission: noticePermission(), at: now }
  return lastRead.permission
}

/** Works on banners where the person has allowed them. What fails is logged: no work waits for a banner. */
export function withBanners(
  work: (banners: Awaited<ReturnType<typeof loadBanners>>) => Promise<void>,
): Promise<void> {
  if (recentPermission() !== 'on') return Promise.resolve()
  return loadBanners()
    .then(work)
    .catch((error: unknown) => console.warn('a banner could not be put up or closed', error))
}

/** Puts up a banner when the person looks at no tab of the desk and has allowed it; a click on it opens the ticket. */
export async function showNotice(alert: Alert, about: NoticeAbout, signal?: AbortSignal): Promise<void> {
  await withBanners(async ({ putUpBanner }) => {
    await updateLock()
    const { held = [] } = await navigator.locks.query()
    if (!held.some(({ name }) => name === ATTENTION_LOCK)) await putUpBanner(alert, about, signal)
  })
}

let isFollowing = false
let release: (() => void) | null = null
let lock: Promise<unknown> = Promise.resolve()

/** Takes the lock while the person looks at this tab. Resolves when other tabs see it. */
async function updateLock(): Promise<void> {
  if (!('locks' in navigator)) return
  const isWanted = isFollowing && hasAttention()
  if (isWanted && release === null) {
    const { promise: ended, resolve: end } = deferredPromise()
    const { promise: taken, resolve: take } = deferredPromise()
    release = end
    lock = navigator.locks
      .request(ATTENTION_LOCK, { mode: 'shared' }, () => {
        take()
        return ended
      })
      .catch((error: unknown) =>
        console.warn('other tabs do not see that the person looks at this one', error),
      )
    await Promise.race([taken, lock])
  } else if (!isWanted && release !== null) {
    release()
    release = null
    await lock
  }
}

/** Follows clicks on banners, and shows other tabs whether the person looks at this one. Returns the function that ends it. */
export function followNotices(open: (path: string) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  isFollowing = true
  void updateLock()
  const unfollow = onAttention(() => void updateLock())
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

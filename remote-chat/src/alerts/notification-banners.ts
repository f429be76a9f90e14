import { fetchTicket, hasErrorCode } from 'shared/api'
import { ALERTS_WORKER_PATH } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { readSession, readStored, writeStored } from 'shared/session'
import { cutGraphemes } from 'shared/ui'
import { queueTicketAddress } from '../address/ticket-address.ts'
import { isAssignee } from '../signed-in-user.ts'
import type { Alert } from './alert-rules.ts'
import type { NoticeAbout } from './desktop-notifications.ts'
import { noticeTexts } from './notification-content.ts'

const TEXT_LENGTH = 120
/** Maximum wait for the service worker: the first installation may be slow in a fresh browser on a busy machine. */
const ACTIVE_WITHIN_MS = 60_000
/** localStorage key: events for which a tab of this browser has shown a banner, newest first. */
const SHOWN_KEY = 'notices_shown'
const MAX_SHOWN = 50

type TicketState = Partial<Pick<Ticket, 'status' | 'assigned_to' | 'unread_count'>>

interface BannerData {
  path: string
  ticketId: string
  about: NoticeAbout
}

/** @throws when the service worker is not installed, or not active in time */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(ALERTS_WORKER_PATH)
  const newWorker = registration.installing ?? registration.waiting
  if (registration.active === null && newWorker !== null) {
    const signal = AbortSignal.timeout(ACTIVE_WITHIN_MS)
    await new Promise<void>((resolve, reject) => {
      const update = () => {
        if (registration.active !== null) resolve()
        else if (newWorker.state === 'redundant') reject(new Error('the service worker was not installed'))
      }
      newWorker.addEventListener('statechange', update, { signal })
      signal.addEventListener('abort', () => reject(signal.reason))
      update()
    })
  }
  return registration
}

/** Shows a banner. The event is recorded only after that, so that another tab may show the banner if this tab fails. */
export async function showBanner(
  { ticketId, title, text }: Alert,
  about: NoticeAbout,
  signal: AbortSignal | undefined,
): Promise<void> {
  const registration = await registerWorker()
  await navigator.locks.request(SHOWN_KEY, async () => {
    const shown = readShown()
    if (signal?.aborted || isSuperseded(shown, ticketId, about)) return
    const { title: shownTitle, body } = noticeTexts({ title, text })
    const data: BannerData = { path: queueTicketAddress(ticketId), ticketId, about }
    await registration.showNotification(shownTitle, {
      body: cutGraphemes(body, TEXT_LENGTH),
      tag: ticketId,
      // TypeScript's DOM library does not contain `renotify` yet.
      ...{ renotify: true },
      lang: 'th',
      icon: '/assets/icon-192.v1.png',
      data,
    })
    writeStored(SHOWN_KEY, [markOf(ticketId, about), ...shown].slice(0, MAX_SHOWN).join('\n'))
  })
}

const markOf = (ticketId: string, { event }: NoticeAbout) => `${ticketId} ${event}`

function isSuperseded(shown: readonly string[], ticketId: string, about: NoticeAbout): boolean {
  const seq = about.message?.seq ?? Number.POSITIVE_INFINITY
  const start = `${ticketId} `
  return shown.some(
    (mark) =>
      mark === markOf(ticketId, about) || (mark.startsWith(start) && Number(mark.slice(start.length)) > seq),
  )
}

const readShown = (): string[] => readStored(SHOWN_KEY)?.split('\n') ?? []

async function banners(): Promise<Notification[]> {
  const registration = await navigator.serviceWorker.getRegistration(ALERTS_WORKER_PATH)
  return (await registration?.getNotifications()) ?? []
}

const dataOf = ({ data }: Notification): Partial<BannerData> => data ?? {}

export async function closeBanners(): Promise<void> {
  // Deletes the record of shown banners, which must not apply to the next user of this browser.
  writeStored(SHOWN_KEY, null)
  for (const banner of await banners()) banner.close()
}

export async function closeRead(ticketId: string, seq: number): Promise<void> {
  for (const banner of await bannersOf(ticketId))
    if ((dataOf(banner).about?.message?.seq ?? 0) <= seq) banner.close()
}

export async function closeIfObsolete(ticket: Pick<Ticket, 'id'> & TicketState): Promise<void> {
  for (const banner of await bannersOf(ticket.id)) if (isObsolete(ticket, dataOf(banner))) banner.close()
}

/** Most events concern tickets without a banner, so the browser's banners are read only for tickets that have one. */
async function bannersOf(ticketId: string): Promise<Notification[]> {
  if (!readShown().some((mark) => mark.startsWith(ticketId))) return []
  return (await banners()).filter((banner) => dataOf(banner).ticketId === ticketId)
}

/** True when a banner is outdated. A banner that is not about a message is outdated only when the ticket is closed. */
function isObsolete(
  { status, assigned_to, unread_count }: TicketState,
  { about }: Partial<BannerData>,
): boolean {
  if (status === 'CLOSED') return true
  const message = about?.message
  if (message === undefined) return false
  if (unread_count === 0) return true
  if (assigned_to === undefined || assigned_to === null || assigned_to.id === message.assignee) return false
  return !isAssignee(readSession().profile, { assigned_to })
}

export async function reviewBanners(signal: AbortSignal): Promise<void> {
  for (const banner of await banners()) {
    const data = dataOf(banner)
    const { ticketId } = data
    if (ticketId === undefined || signal.aborted) continue
    try {
      if (isObsolete(await fetchTicket(ticketId, signal), data)) banner.close()
    } catch (error) {
      if (!hasErrorCode(error, 'not_found', 'forbidden', 'forbidden_channel')) throw error
      banner.close()
    }
  }
}

import { fetchTicket, hasErrorCode } from 'shared/api'
import { ALERTS_WORKER_PATH } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { readSession, readStored, writeStored } from 'shared/session'
import { cutGraphemes } from 'shared/ui'
import { queueCaseAddress } from '../address/ticket-address.ts'
import { isAssignee } from '../viewer.ts'
import type { Alert } from './alert-rules.ts'
import type { NoticeAbout } from './desktop-notices.ts'
import { noticeWords } from './notice-content.ts'

const TEXT_LENGTH = 120
const ACTIVE_WITHIN_MS = 10_000
/** In localStorage: the events that a tab of this browser has put up a banner for, the newest first. */
const SHOWN = 'notices_shown'
const MAX_SHOWN = 50

type TicketState = Partial<Pick<Ticket, 'status' | 'assigned_to' | 'unread_count'>>

interface BannerData {
  path: string
  ticketId: string
  about: NoticeAbout
}

/** The service worker, once it is active: before that it puts up nothing. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
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

/** Puts up a banner, unless another tab has put up one for the same event (`mark`). A further event of the ticket alerts again. */
export async function putUpBanner(
  { ticketId, title, text }: Alert,
  about: NoticeAbout,
  signal: AbortSignal | undefined,
): Promise<void> {
  const registration = await registerWorker()
  const mark = `${ticketId} ${about.event}`
  await navigator.locks.request(SHOWN, async () => {
    const shown = readShown()
    if (signal?.aborted || shown.includes(mark)) return
    writeStored(SHOWN, [mark, ...shown].slice(0, MAX_SHOWN).join('\n'))
    const { title: shownTitle, body } = noticeWords({ title, text })
    const data: BannerData = { path: queueCaseAddress(ticketId), ticketId, about }
    await registration.showNotification(shownTitle, {
      body: cutGraphemes(body, TEXT_LENGTH),
      tag: ticketId,
      // Not in TypeScript's DOM library yet.
      ...{ renotify: true },
      lang: 'th',
      icon: '/assets/icon-192.v1.png',
      data,
    })
  })
}

const readShown = (): string[] => readStored(SHOWN)?.split('\n') ?? []

async function banners(): Promise<Notification[]> {
  const registration = await navigator.serviceWorker.getRegistration(ALERTS_WORKER_PATH)
  return (await registration?.getNotifications()) ?? []
}

const dataOf = ({ data }: Notification): Partial<BannerData> => data ?? {}

/** Closes all banners: the person has signed out. */
export async function closeBanners(): Promise<void> {
  // The next person in this browser has seen none of them.
  writeStored(SHOWN, null)
  for (const banner of await banners()) banner.close()
}

/** Closes the banner of a ticket that the person has read up to `seq`, on whichever device. */
export async function closeRead(ticketId: string, seq: number): Promise<void> {
  for (const banner of await bannersOf(ticketId))
    if ((dataOf(banner).about?.message?.seq ?? 0) <= seq) banner.close()
}

/** Closes the banner of a ticket that was closed, or that has gone to a colleague since. */
export async function closeIfOver(ticket: Pick<Ticket, 'id'> & TicketState): Promise<void> {
  for (const banner of await bannersOf(ticket.id)) if (isOver(ticket, dataOf(banner))) banner.close()
}

/** Events of other tickets come often; the browser is asked for those that a banner was put up for. */
async function bannersOf(ticketId: string): Promise<Notification[]> {
  if (!readShown().some((mark) => mark.startsWith(ticketId))) return []
  return (await banners()).filter((banner) => dataOf(banner).ticketId === ticketId)
}

/** Notices of anything but a message are about the change itself, and stay until the ticket is read or closed. */
function isOver({ status, assigned_to, unread_count }: TicketState, { about }: Partial<BannerData>): boolean {
  if (status === 'CLOSED') return true
  const message = about?.message
  if (message === undefined) return false
  if (unread_count === 0) return true
  if (assigned_to === undefined || assigned_to === null || assigned_to.id === message.assignee) return false
  return !isAssignee(readSession().profile, { assigned_to })
}

/** After a time without events: asks for the ticket of each banner, and closes those that are over or not to be seen any more. */
export async function reviewBanners(signal: AbortSignal): Promise<void> {
  for (const banner of await banners()) {
    const data = dataOf(banner)
    const { ticketId } = data
    if (ticketId === undefined || signal.aborted) continue
    try {
      if (isOver(await fetchTicket(ticketId, signal), data)) banner.close()
    } catch (error) {
      if (!hasErrorCode(error, 'not_found', 'forbidden', 'forbidden_channel')) throw error
      banner.close()
    }
  }
}

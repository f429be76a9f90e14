import { LIVE_POLL_MS, QUEUE_REFRESH_MS } from 'shared/contract/constants.ts'
import type { StartService } from 'shared/extensions'
import { type BusEvent, followRealtime, isRealtimeLive } from 'shared/realtime'
import { readSession } from 'shared/session'
import { type Alert, AlertRules, PLACEHOLDER_NAME } from '../alerts/alert-rules.ts'
import { followSoundSettings, soundAlert } from '../alerts/alert-sound.store.ts'
import { followNotices, type NoticeAbout, showNotice, withBanners } from '../alerts/desktop-notifications.ts'
import { startTitleBadge } from '../alerts/title-badge.ts'
import { fetchUnreadTotal, NOTHING_UNREAD, throttled, type UnreadTotal } from '../alerts/unread-total.ts'
import { chatCacheOf } from '../cache/chat-cache.ts'

/** Starts the alerts. A live socket's events are evaluated one by one; missed or polled changes cause one alert. */
const startAlerts: StartService = ({ queryClient, navigate }) => {
  const { profile } = readSession()
  if (profile === null) return undefined
  const tickets = chatCacheOf(queryClient).tickets
  const rules = new AlertRules(profile, (id) => tickets.get(id))
  const badge = startTitleBadge()
  const ended = new AbortController()
  let total: UnreadTotal | null = null
  let wasMissed = false
  /** Number of consecutive fetches during which the socket was not live. */
  let pollsWithoutSocket = 0
  /** True when an event since the last fetch may have changed the unread total. */
  let wasNotified = false

  const reading = throttled(async () => {
    const hadEvent = wasNotified
    // The total may change without an event, for example on another server or after a lost database response.
    const wasBlind = wasMissed || !hadEvent || !isRealtimeLive()
    wasNotified = false
    try {
      const next = await fetchUnreadTotal(ended.signal)
      wasMissed = false
      const { count, tickets: ownTickets } = total ?? next
      if (wasBlind && (next.count > count || next.tickets > ownTickets)) soundAlert()
      total = next
      badge.show(next)
      pollsWithoutSocket = isRealtimeLive() ? 0 : pollsWithoutSocket + 1
      if (pollsWithoutSocket > 0) review()
      // Waits for the second fetch without a live socket, because a connecting socket delivers recent events itself.
      if (pollsWithoutSocket > 1)
        await notices().then(({ pollAssignmentChanges }) => pollAssignmentChanges(navigate, ended.signal))
    } catch (error) {
      wasNotified ||= hadEvent
      // Keeps the last total; the connection status shows that fetches fail. Logs nothing while offline.
      if (navigator.onLine && !ended.signal.aborted) console.warn('the unread total could not be read', error)
    }
  })

  /** Pending alerts by ticket, oldest first. */
  const pending = new Map<string, Set<AbortController>>()
  const abortPending = (ticketId: string, newest?: AbortController) => {
    for (const each of pending.get(ticketId) ?? []) {
      if (each === newest) return
      each.abort()
    }
  }

  async function notify(alert: Alert, event: BusEvent): Promise<void> {
    const { ticketId } = alert
    const own = new AbortController()
    const ofTicket = pending.get(ticketId) ?? new Set()
    pending.set(ticketId, ofTicket.add(own))
    const signal = AbortSignal.any([ended.signal, own.signal])
    try {
      if (PLACEHOLDER_NAME.test(alert.title)) {
        const { withCustomerName } = await import('../alerts/await-customer-name.ts')
        alert = await withCustomerName(alert, signal).catch(() => alert)
      }
      if (signal.aborted) return
      // Drops older banners of the ticket that still wait, because they would replace this newer one.
      abortPending(ticketId, own)
      await showNotice(alert, aboutOf(event), signal)
    } finally {
      ofTicket.delete(own)
      if (ofTicket.size === 0) pending.delete(ticketId)
    }
  }

  function closeBannersAfter(event: BusEvent): void {
    if (event.type === 'ticket_read') {
      const { ticket_id, seq } = event.data
      abortPending(ticket_id)
      void withBanners(({ closeRead }) => closeRead(ticket_id, seq))
    } else if (event.type === 'ticket_update') {
      const { status, assigned_to } = event.data
      if (status === 'CLOSED') abortPending(event.data.id)
      if (status === 'CLOSED' || assigned_to)
        void withBanners(({ closeIfObsolete }) => closeIfObsolete(event.data))
    } else if (event.type === 'resync') review()
  }
  const review = () => void withBanners(({ reviewBanners }) => reviewBanners(ended.signal))

  const stops = [
    followSoundSettings(),
    followNotices(navigate),
    followRealtime((event) => {
      if (event.type === 'assignment_changed')
        notices()
          // Another user may have signed in while the module was loading.
          .then(
            ({ notifyAssignmentChange }) =>
              ended.signal.aborted || notifyAssignmentChange(event.data, navigate),
          )
          .catch(warn)
      if (event.type === 'resync') wasMissed = true
      if (NOTIFIES_TOTAL.has(event.type)) wasNotified = true
      const alert = rules.handleEvent(event)
      if (alert !== null) {
        soundAlert(alert.forced)
        void notify(alert, event).catch(warn)
      }
      closeBannersAfter(event)
      if (alert !== null || CHANGES_TOTAL.has(event.type)) reading.wish()
    }),
  ]
  let polledAt = 0
  const poll = setInterval(() => {
    const pollIntervalMs = isRealtimeLive() ? LIVE_POLL_MS : QUEUE_REFRESH_MS
    if (performance.now() - polledAt < pollIntervalMs) return
    polledAt = performance.now()
    reading.wish()
  }, QUEUE_REFRESH_MS)
  reading.wish()

  return () => {
    ended.abort()
    clearInterval(poll)
    reading.end()
    for (const stop of stops) stop()
    badge.show(NOTHING_UNREAD)
    badge.end()
    void withBanners(({ closeBanners }) => closeBanners())
  }
}

function aboutOf({ type, data }: BusEvent): NoticeAbout {
  if (type === 'ticket_update' && data.last_in_seq !== undefined)
    return {
      event: data.last_in_seq,
      message: { seq: data.last_in_seq, assignee: data.assigned_to?.id ?? null },
    }
  if (type === 'assignee_absent') return { event: `${type} ${data.seq}` }
  return { event: type === 'mention' || type === 'message' ? data.id : type }
}

const notices = () => import('../alerts/assignment-notifications.ts')

const warn = (error: unknown) => console.warn('a notification could not be shown', error)

const CHANGES_TOTAL: ReadonlySet<string> = new Set(['resync', 'ticket_read', 'ticket_list_update'])
const NOTIFIES_TOTAL: ReadonlySet<string> = new Set([...CHANGES_TOTAL, 'message', 'ticket_update'])

export default startAlerts

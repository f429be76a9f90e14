import { createDeskQueryClient } from 'shared/api'
import { isRealtimeLive } from 'shared/realtime'
import { startSessionCheck } from 'shared/session'
import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import startAlerts from '../services/Alerts.service.ts'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { showNotice } from './desktop-notifications.ts'
import { chooseNoticeContent } from './notification-content.ts'

installMockDesk()

interface Banner {
  title: string
  options: NotificationOptions & { renotify?: boolean }
}
/** All banners that were shown, and the banners that are still visible. */
let shown: Banner[]
let shownBanners: Banner[]

const registration = {
  active: {},
  showNotification: async (title: string, options: NotificationOptions) => {
    shownBanners = shownBanners.filter((banner) => banner.options.tag !== options.tag)
    const banner = { title, options }
    shownBanners.push(banner)
    shown.push(banner)
  },
  getNotifications: async () =>
    shownBanners.map((banner) => ({
      data: banner.options.data,
      close: () => {
        shownBanners = shownBanners.filter((each) => each !== banner)
      },
    })),
}

let stop: (() => void) | undefined
let hasFocus: boolean
beforeEach(async () => {
  shown = []
  shownBanners = []
  hasFocus = false
  localStorage.removeItem('notices_shown')
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted')
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration as never)
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as never)
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus)
  await startSessionCheck()
  chooseNoticeContent('all')
  const ended = await startAlerts({ role: 'ADMIN', queryClient: createDeskQueryClient(), navigate: () => {} })
  stop = () => ended?.()
  await expect.poll(() => desk.sockets.size > 0 && isRealtimeLive()).toBe(true)
})
afterEach(() => {
  stop?.()
  vi.restoreAllMocks()
})

/** Publishes message `seq` of a customer. */
function writes(id: string, seq = 1, change: object = {}) {
  const before = desk.tickets.get(id)
  const ticket = mockTicket({
    id,
    profile: { display_name: 'วิภา ใจดี' },
    assigned_to: null,
    in_count: seq,
    last_seq: seq,
    last_in_seq: seq,
    unread_count: 1,
    version: (before?.version ?? 0) + 1,
    last_message: {
      direction: 'IN',
      message_type: 'text',
      text: `ข้อความ ${seq}`,
      at: new Date().toISOString(),
      delivery: null,
      delivery_error: null,
      sender: null,
    },
    ...change,
  })
  desk.tickets.set(id, ticket)
  desk.publish({ type: 'ticket_update', data: ticket })
  return ticket
}

const texts = () => shown.map(({ options }) => options.body)
const shownTags = () => shownBanners.map(({ options }) => options.tag)
const showMessageBanner = async (id: string) => {
  const ticket = writes(id)
  await expect.poll(shownTags).toEqual([id])
  return ticket
}

test('each message of a customer alerts again and replaces the banner, also while the desk is visible behind another window', async () => {
  writes('a1', 1)
  await expect.poll(texts).toEqual(['ข้อความ 1'])
  writes('a1', 2)
  await expect.poll(texts).toEqual(['ข้อความ 1', 'ข้อความ 2'])
  expect(shown.map(({ options: { tag, renotify } }) => [tag, renotify])).toEqual([
    ['a1', true],
    ['a1', true],
  ])
  expect(shownBanners).toHaveLength(1)
})

test('shows no banner while the user looks at a window of the desk', async () => {
  hasFocus = true
  window.dispatchEvent(new Event('focus'))
  await showNotice({ ticketId: 'a1', forced: false, title: 'วิภา', text: 'สวัสดี' }, { event: 1 })
  expect(shown).toEqual([])
  hasFocus = false
  window.dispatchEvent(new Event('blur'))
  await showNotice({ ticketId: 'a1', forced: false, title: 'วิภา', text: 'สวัสดี' }, { event: 1 })
  expect(texts()).toEqual(['สวัสดี'])
})

test('shows one banner for an event that several tabs receive', async () => {
  const alert = { ticketId: 'a1', forced: false, title: 'วิภา', text: 'สวัสดี' }
  await Promise.all([1, 2, 3].map(() => showNotice(alert, { event: 7 })))
  expect(shown).toHaveLength(1)
})

test('does not replace the banner of a newer message with the banner of an older one, even from another tab', async () => {
  const alert = { ticketId: 'a1', forced: false, title: 'วิภา', text: 'ข้อความ 10' }
  const message = (seq: number) => ({ event: seq, message: { seq, assignee: null } })
  await showNotice(alert, message(10))
  await showNotice({ ...alert, text: 'ข้อความ 9' }, message(9))
  await showNotice({ ...alert, ticketId: 'a2', text: 'ของอีกเคส' }, message(1))
  expect(texts()).toEqual(['ข้อความ 10', 'ของอีกเคส'])
})

test('does not show an older alert that waited for a new customer’s name after a newer alert', async () => {
  writes('n1', 1, { profile: { display_name: 'ลูกค้า 5f01' } })
  writes('n1', 2)
  await expect.poll(texts).toEqual(['ข้อความ 2'])
  // Both first alerts wait for a name. When the alert of ticket n2 is shown, that of ticket n1 has been skipped.
  writes('n2', 1, { profile: { display_name: 'ลูกค้า 5f02' } })
  await expect.poll(shownTags, { timeout: 10_000 }).toEqual(['n1', 'n2'])
  expect(texts()).toEqual(['ข้อความ 2', 'ข้อความ 1'])
})

test('a banner that cannot be displayed does not count as shown, so another tab may show it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const alert = { ticketId: 'a1', forced: false, title: 'วิภา', text: 'สวัสดี' }
  const failing = vi
    .spyOn(registration, 'showNotification')
    .mockRejectedValueOnce(new TypeError('no active worker'))
  await showNotice(alert, { event: 3 })
  expect([failing.mock.calls.length, shown.length]).toEqual([1, 0])
  await showNotice(alert, { event: 3 })
  expect(texts()).toEqual(['สวัสดี'])
})

test('the first banner of a fresh browser waits for the service worker, and does not count as shown without a service worker', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const alert = { ticketId: 'a1', forced: false, title: 'วิภา', text: 'สวัสดี' }
  const install = () => {
    const coming = Object.assign(new EventTarget(), { state: 'installing' })
    const fresh = { ...registration, active: null as unknown, installing: coming }
    vi.mocked(navigator.serviceWorker.register).mockResolvedValueOnce(fresh as never)
    const become = (state: string) => {
      if (state === 'activating') fresh.active = coming
      coming.state = state
      coming.dispatchEvent(new Event('statechange'))
    }
    return { shown: showNotice(alert, { event: 5 }), become }
  }
  const registered = (times: number) =>
    expect.poll(() => vi.mocked(navigator.serviceWorker.register).mock.calls.length).toBe(times)
  const failed = install()
  await registered(1)
  failed.become('redundant')
  await failed.shown
  expect(shown).toEqual([])
  const first = install()
  await registered(2)
  first.become('installed')
  expect(shown).toEqual([])
  first.become('activating')
  await first.shown
  expect(texts()).toEqual(['สวัสดี'])
})

test('closes a ticket’s banner once the ticket is read on any device, but not when only earlier messages are read', async () => {
  await showMessageBanner('a1')
  writes('a1', 2)
  await expect.poll(texts).toHaveLength(2)
  desk.publish({ type: 'ticket_read', data: { ticket_id: 'a1', seq: 1 } })
  desk.publish({ type: 'ticket_read', data: { ticket_id: 'a2', seq: 9 } })
  await new Promise((resolve) => setTimeout(resolve))
  expect(shownTags()).toEqual(['a1'])
  desk.publish({ type: 'ticket_read', data: { ticket_id: 'a1', seq: 2 } })
  await expect.poll(shownTags).toEqual([])
})

test.each([
  ['was closed', { status: 'CLOSED' }],
  [
    'was assigned to a colleague',
    {
      assigned_to: {
        id: 'c',
        line_user_id: 'c',
        display_name: 'พลอย',
        full_name: null,
        username: null,
        avatar_url: null,
      },
    },
  ],
])('closes the banner of a ticket that %s', async (_, change) => {
  const ticket = await showMessageBanner('a1')
  desk.publish({ type: 'ticket_update', data: { ...ticket, ...change, version: 9 } as never })
  await expect.poll(shownTags).toEqual([])
})

test('closes every banner when the person signs out', async () => {
  await showMessageBanner('a1')
  stop?.()
  await expect.poll(shownTags).toEqual([])
})

test.each([
  ['name', { title: 'เคสใหม่ · วิภา ใจดี', body: '' }],
  ['nothing', { title: 'OA Desk', body: 'มีการแจ้งเตือนใหม่' }],
] as const)('limits the content of a banner to: %s', async (content, words) => {
  chooseNoticeContent(content)
  writes('a1')
  await expect.poll(() => shown.map(({ title, options }) => ({ title, body: options.body }))).toEqual([words])
})

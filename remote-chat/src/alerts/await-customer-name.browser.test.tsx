import { createDeskQueryClient } from 'shared/api'
import { isRealtimeLive } from 'shared/realtime'
import { startSessionCheck } from 'shared/session'
import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import startAlerts from '../services/Alerts.service.ts'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { showNotice } from './desktop-notifications.ts'

vi.mock('./desktop-notifications.ts', { spy: true })
vi.mock('./alert-sound.store.ts', { spy: true })
installMockDesk()

let stop: (() => void) | undefined
beforeEach(async () => {
  vi.mocked(showNotice).mockClear()
  await startSessionCheck()
  const ended = await startAlerts({
    role: 'ADMIN',
    queryClient: createDeskQueryClient(),
    navigate: () => {},
  })
  stop = () => ended?.()
  await expect.poll(() => desk.sockets.size > 0 && isRealtimeLive()).toBe(true)
})
afterEach(() => stop?.())

/** Publishes a new customer's message. The returned function stores the customer's name on the server. */
function comes(id: string) {
  const ticket = mockTicket({
    id,
    profile: { display_name: 'ลูกค้า 5f01' },
    assigned_to: null,
    in_count: 1,
    last_seq: 1,
    last_in_seq: 1,
    last_message: {
      direction: 'IN',
      message_type: 'text',
      text: 'สวัสดีค่ะ',
      at: new Date().toISOString(),
      delivery: null,
      delivery_error: null,
      sender: null,
    },
  })
  desk.tickets.set(id, ticket)
  const notify = (display_name: string) => {
    const named = { ...ticket, version: ticket.version + 1, profile: { ...ticket.profile, display_name } }
    desk.tickets.set(id, named)
    return named
  }
  desk.publish({ type: 'ticket_update', data: ticket })
  return notify
}

const titles = () => vi.mocked(showNotice).mock.calls.map(([{ title }]) => title)

test('delays the alert briefly to get a new customer’s name, from an event or from the server', async () => {
  const named = comes('a1')('วิภา ใจดี')
  desk.publish({ type: 'ticket_update', data: named })
  await expect.poll(titles).toEqual(['เคสใหม่ · วิภา ใจดี'])
  // No event with the name arrives: the alert fetches the ticket when its wait for the name ends.
  comes('a2')('สมหญิง')
  await expect.poll(titles).toEqual(['เคสใหม่ · วิภา ใจดี', 'เคสใหม่ · สมหญิง'])
})

test('shows an alert without the customer’s name after the wait, and no alert after the service has stopped', async () => {
  comes('b1')
  await expect.poll(titles).toEqual(['เคสใหม่ · ลูกค้า 5f01'])
  const named = comes('b2')('มานี')
  stop?.()
  desk.publish({ type: 'ticket_update', data: named })
  comes('b3')
  expect(titles()).toEqual(['เคสใหม่ · ลูกค้า 5f01'])
})

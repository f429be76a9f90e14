import { mockMessage } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { idNo, openQueue, waitingTickets } from '../testing/open-queue.tsx'

installMockDesk()

const SEEN_AT = Date.parse('2026-11-20T10:00:00Z')
const at = (minutes: number) => new Date(SEEN_AT + minutes * 60_000).toISOString()

/** Simulates a server without versions, message numbers and unread counts. */
function serverWithoutCounts(): void {
  const tickets = waitingTickets(12).map((ticket) => ({ ...ticket, version: 0 }))
  const messages = tickets.flatMap(({ id: ticket_id }) =>
    [-1, 1, 2, 3].map((minutes) =>
      mockMessage({
        id: `${ticket_id} ${minutes}`,
        ticket_id,
        seq: 0,
        revision: 0,
        event_time: at(minutes),
        direction: minutes === 3 ? 'OUT' : 'IN',
      }),
    ),
  )
  replaceMockDesk({ tickets, messages })
  // Tickets are set after the messages, because the mock desk numbers tickets when messages are added.
  for (const ticket of tickets) desk.tickets.set(ticket.id, ticket)
  desk.fail(/\/read$/, { status: 404, body: {} }, 99)
}

test('when the server has no unread counts, counts the customer’s messages since the last visit for the first ten tickets', async () => {
  serverWithoutCounts()
  localStorage.setItem('ticket_last_seen', JSON.stringify({ [idNo(1)]: SEEN_AT }))
  const { screen, row } = await openQueue()
  await expect.element(row(/คนที่ 1\./)).toMatchTextContent(/ยังไม่ได้อ่าน 2/)
  await expect.element(row(/คนที่ 10\./)).toMatchTextContent(/ยังไม่ได้อ่าน 3/)
  await expect.element(row(/คนที่ 11\./)).not.toMatchTextContent(/ยังไม่ได้อ่าน/)
  const read = desk.requests.map(({ call }) => /([^/]+)\/messages\?limit=50$/.exec(call)?.[1])
  expect(new Set(read.filter(Boolean))).toEqual(new Set(waitingTickets(10).map(({ id }) => id)))

  await row(/คนที่ 1\./)
    .getByText('ลูกค้าคนที่ 1.', { exact: true })
    .click()
  await expect.element(screen.getByRole('complementary')).toBeVisible()
  await expect.element(row(/คนที่ 1\./)).not.toMatchTextContent(/ยังไม่ได้อ่าน/)
  await expect.element(row(/คนที่ 2\./)).toMatchTextContent(/ยังไม่ได้อ่าน 3/)
  await expect
    .poll(() => Number(JSON.parse(localStorage.getItem('ticket_last_seen') ?? '{}')[idNo(1)]))
    .toBeGreaterThan(SEEN_AT)
})

import { recordServerTime } from 'shared/session'
import { MockManager } from 'shared/testing/mock-profile.ts'
import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import {
  OTHER_AGENTS_TICKET,
  OWN_TICKET,
  openChat,
  sendsOf,
  UNASSIGNED_TICKET,
} from '../testing/open-conversation.tsx'
import { setPendingOwner } from './drafts.store.ts'
import { readOutbox } from './outbox.store.ts'
import type { OutboxMessage } from './outbox.ts'
import { openOutboxStorage } from './outbox-storage.ts'
import { openPendingWith } from './pending-message-notification.ts'

installMockDesk()

/** Sends a reply and leaves its conversation before the response. */
async function leaveWhileSending(text: string, fault: Parameters<typeof desk.fail>[1]) {
  const opened = await openChat()
  desk.fail(/send/, fault, 100)
  const go = desk.hold(/send/)
  await opened.composer.fill(text)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => sendsOf(desk).length).toBe(1)
  await opened.router.navigate(`/chat-queue?ticket=${UNASSIGNED_TICKET}`)
  await expect.element(opened.chat.getByText('กานต์ชนก พูนสุข').first()).toBeVisible()
  go()
  return opened
}

/** Stores messages as an earlier tab of this user would have left them. */
async function findLeft(messages: readonly (Partial<OutboxMessage> & { ticketId: string })[]) {
  setPendingOwner(null)
  const storage = await openOutboxStorage(MockManager.id, {
    retentionMs: Number.POSITIVE_INFINITY,
    onNews: () => {},
    onClosed: () => {},
  })
  const added = messages.map((message, order) => ({
    ...{
      id: crypto.randomUUID(),
      text: 'ตอบ',
      at: new Date().toISOString(),
      accepts: false,
      retryOf: null,
      order,
    },
    ...{ imageUrl: null, state: 'waiting' as const, failure: null, holds: false },
    ...message,
  }))
  await storage.write({ added, changed: [], removed: [] })
  storage.close()
  setPendingOwner(MockManager.id)
}

test('announces a message that waits for the connection once, without an error, and marks its row until it is sent', async () => {
  const { screen } = await leaveWhileSending('ตอบตอนออฟไลน์', 'network')
  await expect.element(screen.getByText(/^รอส่งเมื่อเชื่อมต่อได้ · ธีรภัทร จันทร์แก้ว$/)).toBeVisible()
  const row = screen.getByRole('row', { name: /ธีรภัทร จันทร์แก้ว/ })
  await expect.element(row.getByText(/^รอส่งเมื่อเชื่อมต่อได้/)).toBeVisible()
  expect(screen.getByRole('alert').elements()).toEqual([])
  expect(readOutbox().map(({ customer }) => customer)).toEqual(['ธีรภัทร จันทร์แก้ว'])
  desk.mend()
  window.dispatchEvent(new Event('online'))
  await expect.element(row.getByText(/^รอส่งเมื่อเชื่อมต่อได้/)).not.toBeInTheDocument()
  const ids = () => sendsOf(desk).map((sent) => sent.client_message_id)
  await expect.poll(() => ids().length).toBeGreaterThan(1)
  expect(new Set(ids()).size).toBe(1)
})

test('shows the customer and reason of a failed message, links to the conversation, and stays visible', async () => {
  const led: string[] = []
  openPendingWith((ticketId) => led.push(ticketId))
  onTestFinished(() => openPendingWith(() => {}))
  const { screen } = await leaveWhileSending('สายไป', { status: 409, body: { code: 'ticket_closed' } })
  const notice = screen.getByRole('alert').filter({ hasText: 'ธีรภัทร จันทร์แก้ว' })
  await expect
    .poll(() =>
      screen
        .getByRole('alert')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([expect.stringMatching(/ส่งข้อความไม่สำเร็จ · ธีรภัทร จันทร์แก้ว: เคสนี้ปิดแล้ว/)])
  await notice.getByRole('button', { name: 'เปิดแชท' }).click()
  expect(led).toEqual([OWN_TICKET])
})

/** Sets the page's estimate of the server's clock ahead of the device's. */
function setServerClock(aheadMs: number): void {
  const set = (ms: number) => recordServerTime({ at: Date.now() + ms, requestedAt: performance.now() })
  set(aheadMs)
  onTestFinished(() => set(0))
}

test('shows a message as failed, also in its row, after waiting too long for a connection', async () => {
  const { screen } = await leaveWhileSending('ตอบตอนออฟไลน์', 'network')
  await expect.element(screen.getByText(/^รอส่งเมื่อเชื่อมต่อได้ · ธีรภัทร จันทร์แก้ว$/)).toBeVisible()
  setServerClock(3 * 60 * 60_000)
  desk.mend()
  window.dispatchEvent(new Event('online'))
  const notice = screen.getByRole('alert').filter({ hasText: 'ส่งข้อความไม่สำเร็จ · ธีรภัทร จันทร์แก้ว' })
  await expect.element(notice).toBeVisible()
  const row = screen.getByRole('row', { name: /ธีรภัทร จันทร์แก้ว/ })
  await expect.element(row.getByText(/^รอส่งเมื่อเชื่อมต่อได้/)).not.toBeInTheDocument()
})

test('shows a closed tab’s old messages of several tickets in one notification that opens one ticket after the other', async () => {
  const led: string[] = []
  openPendingWith((ticketId) => led.push(ticketId))
  onTestFinished(() => openPendingWith(() => {}))
  const { screen, router } = await openChat()
  await router.navigate('/chat-queue')
  await expect.element(screen.getByRole('row', { name: /กานต์ชนก พูนสุข/ })).toBeVisible()
  const at = new Date(Date.now() - 3 * 60 * 60_000).toISOString()
  await findLeft([OWN_TICKET, UNASSIGNED_TICKET].map((ticketId) => ({ ticketId, at })))
  window.dispatchEvent(new Event('online'))
  const lead = screen.getByRole('alert').getByRole('button', { name: 'เปิดแชท' })
  const alarm = screen.getByRole('alert')
  await expect.element(alarm).toMatchTextContent(/ส่งข้อความไม่สำเร็จ · .+, .+: /)
  for (const name of ['ธีรภัทร จันทร์แก้ว', 'กานต์ชนก พูนสุข']) await expect.element(alarm).toMatchTextContent(name)
  await lead.click()
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/ส่งข้อความไม่สำเร็จ · .*: หน้าจอถูกปิดก่อนทราบผล/)
  await lead.click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  expect(new Set(led)).toEqual(new Set([OWN_TICKET, UNASSIGNED_TICKET]))
  expect(sendsOf(desk)).toEqual([])
})

test('announces failed messages of an earlier tab until the user has seen them, but not in the conversation with these messages', async () => {
  const { screen, router, chat } = await openChat()
  const failed = { state: 'failed', failure: 'ticket_closed' } as const
  await findLeft([OWN_TICKET, UNASSIGNED_TICKET].map((ticketId) => ({ ticketId, ...failed })))
  window.dispatchEvent(new Event('online'))
  const alarm = screen.getByRole('alert').filter({ hasText: 'ส่งข้อความไม่สำเร็จ · กานต์ชนก พูนสุข: เคสนี้ปิดแล้ว' })
  await expect.element(alarm).toBeVisible()
  await router.navigate(`/chat-queue?ticket=${UNASSIGNED_TICKET}`)
  await expect.element(chat.getByText('กานต์ชนก พูนสุข').first()).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText(/ส่งข้อความไม่สำเร็จ · ธีรภัทร/)).not.toBeInTheDocument()
  // The user has seen both failures, so the next page load announces only other failures.
  await expect.element(alarm).not.toBeInTheDocument()
  await router.navigate('/chat-queue')
  await findLeft([{ ticketId: OTHER_AGENTS_TICKET, ...failed }])
  window.dispatchEvent(new Event('online'))
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/^ส่งข้อความไม่สำเร็จ · ปวีณา [^,]*: เคสนี้ปิดแล้ว/)
})

test('announces a retried message again when it lacks a connection and when it finally fails', async () => {
  const { screen, router, chat } = await openChat()
  await findLeft([{ ticketId: OWN_TICKET, state: 'failed', failure: 'invalid_request', text: 'อีกครั้ง' }])
  window.dispatchEvent(new Event('online'))
  desk.fail(/send/, 'network', 100)
  const go = desk.hold(/send/)
  await chat.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.poll(() => sendsOf(desk).length).toBe(1)
  await router.navigate(`/chat-queue?ticket=${UNASSIGNED_TICKET}`)
  await expect.element(chat.getByText('กานต์ชนก พูนสุข').first()).toBeVisible()
  go()
  await expect.element(screen.getByText(/^รอส่งเมื่อเชื่อมต่อได้ · ธีรภัทร จันทร์แก้ว$/)).toBeVisible()
  setServerClock(3 * 60 * 60_000)
  window.dispatchEvent(new Event('online'))
  const notice = screen.getByRole('alert').filter({ hasText: 'ส่งข้อความไม่สำเร็จ · ธีรภัทร จันทร์แก้ว' })
  await expect.element(notice).toBeVisible()
})

test('a notification uses the customer’s name stored with the message when the ticket is unknown', async () => {
  const { screen } = await openChat()
  const failed = { state: 'failed', failure: 'ticket_closed', customer: 'วิภา ใจดี' } as const
  await findLeft([{ ticketId: 'c0ffee00-0000-4000-8000-000000000000', ...failed }])
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^ส่งข้อความไม่สำเร็จ · วิภา ใจดี: เคสนี้ปิดแล้ว/)
})

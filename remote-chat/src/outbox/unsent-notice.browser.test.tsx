import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { NOBODYS_CASE, OWN_CASE, openChat, sendsOf } from '../testing/open-conversation.tsx'
import { openUnsentBy } from './unsent-notice.ts'

installMockDesk()

/** Writes an answer that is under way when its conversation is left. */
async function leaveWhileSending(text: string, fault: Parameters<typeof desk.fail>[1]) {
  const opened = await openChat()
  desk.fail(/send/, fault, 100)
  const go = desk.hold(/send/)
  await opened.composer.fill(text)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => sendsOf(desk).length).toBe(1)
  await opened.router.navigate(`/chat-queue?ticket=${NOBODYS_CASE}`)
  await expect.element(opened.chat.getByText('กานต์ชนก พูนสุข').first()).toBeVisible()
  go()
  return opened
}

test('what waits for a connection is no alarm: it is told once by name, and its row says so until it has gone', async () => {
  const { screen } = await leaveWhileSending('ตอบตอนออฟไลน์', 'network')
  await expect.element(screen.getByText(/^รอส่งเมื่อเชื่อมต่อได้ · ธีรภัทร จันทร์แก้ว$/)).toBeVisible()
  const row = screen.getByRole('row', { name: /ธีรภัทร จันทร์แก้ว/ })
  await expect.element(row.getByText(/^รอส่งเมื่อเชื่อมต่อได้/)).toBeVisible()
  expect(screen.getByRole('alert').elements()).toEqual([])
  desk.mend()
  window.dispatchEvent(new Event('online'))
  await expect.element(row.getByText(/^รอส่งเมื่อเชื่อมต่อได้/)).not.toBeInTheDocument()
  const ids = sendsOf(desk).map((sent) => sent.client_message_id)
  expect(new Set(ids).size).toBe(1)
  expect(ids.length).toBeGreaterThan(1)
})

test('what needs a person says whose it is and why, leads there, and stays', async () => {
  const led: string[] = []
  openUnsentBy((ticketId) => led.push(ticketId))
  onTestFinished(() => openUnsentBy(() => {}))
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
  expect(led).toEqual([OWN_CASE])
})

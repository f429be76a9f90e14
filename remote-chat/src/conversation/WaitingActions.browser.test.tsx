import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { formatThaiTime } from 'shared/ui'
import { expect, test } from 'vitest'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat } from '../testing/open-conversation.tsx'

const id = OWN_TICKET
installMockDesk()

const since = new Date(Date.now() - 60_000).toISOString()
const waiting = (text: string, reason: 'line_unavailable' | 'line_rate_limited' = 'line_unavailable') =>
  desk.write(id, text, {
    direction: 'OUT',
    sender: staffMemberOf(desk.me),
    delivery: 'queued',
    delivery_wait: { reason, since },
  })
const bubbleOf = (message: { id: string }) => document.querySelector(`[data-message="${message.id}"]`)
const readsOf = (message: { id: string }) => expect.poll(() => bubbleOf(message)?.textContent)

test('a message that waits for LINE shows the reason and start of the wait, also among consecutive messages', async () => {
  const first = waiting('หนึ่ง')
  const second = waiting('สอง', 'line_rate_limited')
  await openChat()
  await readsOf(first).toContain(`LINE ไม่ตอบสนอง ตั้งแต่ ${formatThaiTime(since)}`)
  await readsOf(second).toContain(`LINE จำกัดการส่งชั่วคราว ตั้งแต่ ${formatThaiTime(since)}`)
})

test('a message that was just sent does not show that it waits for LINE', async () => {
  const message = desk.write(id, 'เพิ่งส่ง', {
    direction: 'OUT',
    sender: staffMemberOf(desk.me),
    delivery: 'queued',
  })
  const { chat } = await openChat()
  await readsOf(message).toContain('กำลังส่ง')
  await expect.element(chat.getByRole('button', { name: 'ลองส่งตอนนี้' })).not.toBeInTheDocument()
})

test('a message that waits for LINE is retried on click and then shown as sent', async () => {
  const message = waiting('ลองเลย')
  const { chat } = await openChat()
  await chat.getByRole('button', { name: 'ลองส่งตอนนี้' }).click()
  await readsOf(message).toContain('✓ ส่งแล้ว')
  await expect.element(chat.getByRole('button', { name: 'ลองส่งตอนนี้' })).not.toBeInTheDocument()
})

test('a message that waits for LINE can be withdrawn', async () => {
  const message = waiting('ไม่เอาแล้ว')
  const { chat } = await openChat()
  await chat.getByRole('button', { name: 'ยกเลิก ข้อความนี้' }).click()
  await readsOf(message).toContain('ยกเลิกแล้ว')
})

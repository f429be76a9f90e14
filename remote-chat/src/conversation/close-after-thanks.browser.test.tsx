import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import {
  OTHER_AGENTS_TICKET,
  OWN_TICKET,
  openTicket,
  UNASSIGNED_TICKET,
} from '../testing/open-conversation.tsx'

installMockDesk()

/** Writes a reply and then a customer's message, so that only this message is unanswered. */
function writeAfterReply(id: string, text: string): void {
  desk.write(id, 'เรียบร้อยแล้วค่ะ', { direction: 'OUT', delivery: 'sent' })
  desk.write(id, text)
}
const stateOf = (id: string) => desk.tickets.get(id)?.status

test('offers to close the user’s own ticket right after a thank-you message', async () => {
  const { chat } = await openTicket(OWN_TICKET)
  writeAfterReply(OWN_TICKET, 'ขอบคุณมากค่ะ 🙏')
  const close = chat.getByRole('button', { name: 'ปิดเคสเลย' })
  await expect.element(close).toBeVisible()
  expect(await seriousProblems(chat.element())).toEqual([])
  await close.click()
  await expect.poll(() => stateOf(OWN_TICKET)).toBe('CLOSED')
  await expect.element(page.getByRole('dialog', { name: 'ปิดเคส' })).not.toBeInTheDocument()
})

test('one click accepts and closes an unassigned ticket after a thank-you message', async () => {
  const { chat } = await openTicket(UNASSIGNED_TICKET)
  writeAfterReply(UNASSIGNED_TICKET, 'ขอบคุณครับ')
  await chat.getByRole('button', { name: 'รับและปิดเคส' }).click()
  await expect.poll(() => stateOf(UNASSIGNED_TICKET)).toBe('CLOSED')
  expect(desk.tickets.get(UNASSIGNED_TICKET)?.assigned_to?.id).toBe(desk.me.id)
})

test('a quick close keeps the ticket open when a colleague has accepted it in the meantime', async () => {
  const { chat } = await openTicket(UNASSIGNED_TICKET)
  writeAfterReply(UNASSIGNED_TICKET, 'ขอบคุณครับ')
  const close = chat.getByRole('button', { name: 'รับและปิดเคส' })
  await expect.element(close).toBeVisible()
  const assignee = desk.tickets.get(OTHER_AGENTS_TICKET)?.assigned_to
  desk.fail(/\/accept$/, { status: 409, body: { code: 'already_accepted', assigned_to: assignee } })
  await close.click()
  await expect.element(page.getByText(`${assignee?.display_name} รับเคสนี้แล้ว`)).toBeVisible()
  expect(stateOf(UNASSIGNED_TICKET)).toBe('OPEN')
})

test('a quick close keeps the ticket open and reports this when a new question arrives while closing', async () => {
  const { chat } = await openTicket(OWN_TICKET)
  writeAfterReply(OWN_TICKET, 'ขอบคุณค่ะ')
  const close = chat.getByRole('button', { name: 'ปิดเคสเลย' })
  await expect.element(close).toBeVisible()
  const release = desk.hold(/close$/)
  await close.click()
  await expect.poll(() => desk.count(/close$/)).toBe(1)
  desk.write(OWN_TICKET, 'แล้วถอนได้เมื่อไหร่คะ')
  release()
  await expect.element(page.getByText('ปิดเคสไม่สำเร็จ: ลูกค้าเพิ่งส่งข้อความมาใหม่ กรุณาอ่านก่อนปิดเคส')).toBeVisible()
  expect(stateOf(OWN_TICKET)).toBe('OPEN')
  await expect.element(close).not.toBeInTheDocument()
})

test('offers no quick close when there is a new question or text in the reply field', async () => {
  const { chat, composer } = await openTicket(OWN_TICKET)
  const close = chat.getByRole('button', { name: 'ปิดเคสเลย' })
  writeAfterReply(OWN_TICKET, 'ขอบคุณค่ะ')
  await expect.element(close).toBeVisible()
  await composer.fill('ยินดีค่ะ')
  await expect.element(close).not.toBeInTheDocument()
  await composer.fill('')
  await expect.element(close).toBeVisible()
  desk.write(OWN_TICKET, 'แล้วถอนได้เมื่อไหร่คะ')
  await expect.element(close).not.toBeInTheDocument()
})

test('offers no quick close for a colleague’s ticket', async () => {
  const { chat, log } = await openTicket(OTHER_AGENTS_TICKET)
  writeAfterReply(OTHER_AGENTS_TICKET, 'ขอบคุณค่ะ')
  await expect.element(log.getByText('ขอบคุณค่ะ').last()).toBeVisible()
  await expect.element(chat.getByRole('button', { name: 'ปิดเคสเลย' })).not.toBeInTheDocument()
})

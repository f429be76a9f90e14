import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { writeDraft } from '../outbox/drafts.store.ts'
import { updateOutbox } from '../outbox/outbox.store.ts'
import { addToOutbox } from '../outbox/outbox.ts'
import { dispatchOutbox } from '../outbox/outbox-events.ts'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { idOf, OWN_NAME, openQueue } from '../testing/open-queue.tsx'

installMockDesk()

test('the close confirmation says whether the customer still waits for a reply', async () => {
  const { screen, row } = await openQueue()
  const dialog = screen.getByRole('dialog', { name: 'ปิดเคส' })
  await row(OWN_NAME).getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.element(dialog.getByText(/^ลูกค้ายังรอคำตอบอยู่/)).toBeVisible()
  await dialog.getByRole('button', { name: 'ยกเลิก' }).click()
  desk.write(idOf(OWN_NAME), 'ยอดเข้าแล้วค่ะ', {
    direction: 'OUT',
    sender: staffMemberOf(desk.me),
    delivery: 'sent',
  })
  await expect.element(row(OWN_NAME)).toMatchTextContent(/ยอดเข้าแล้วค่ะ/)
  await row(OWN_NAME).getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.element(dialog.getByText(/^ต้องการปิดเคสของ/)).toBeVisible()
  await expect.element(dialog.getByText(/ลูกค้ายังรอคำตอบอยู่/)).not.toBeInTheDocument()
})

test('the close confirmation names another assignee, and mentions a draft or a pending message', async () => {
  const { screen, row } = await openQueue()
  const dialog = screen.getByRole('dialog', { name: 'ปิดเคส' })
  desk.change(idOf(OWN_NAME), {
    assigned_to: { ...staffMemberOf(desk.me), id: 'k', line_user_id: 'Uk', display_name: 'กิตติ บุญมา' },
  })
  await expect.element(row(OWN_NAME)).toMatchTextContent(/กิตติ/)
  await row(OWN_NAME).getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.element(dialog.getByText('เคสนี้ กิตติ บุญมา ดูแลอยู่')).toBeVisible()
  await expect.element(dialog.getByText(/ของคุณ/)).not.toBeInTheDocument()
  writeDraft(idOf(OWN_NAME), 'ยังเขียนไม่จบ')
  await expect.element(dialog.getByText(/^มีฉบับร่างของคุณในเคสนี้/)).toBeVisible()
  writeDraft(idOf(OWN_NAME), '')
  await expect.element(dialog.getByText(/ของคุณ/)).not.toBeInTheDocument()
  const refused = {
    id: 'm',
    ticketId: idOf(OWN_NAME),
    text: 'รอส่ง',
    at: new Date().toISOString(),
    accepts: false,
    retryOf: null,
  }
  updateOutbox((outbox) => addToOutbox(outbox, refused))
  dispatchOutbox('begin', ['m'])
  dispatchOutbox('fail', ['m'], { failure: 'forbidden' })
  await expect.element(dialog.getByText(/^มีข้อความของคุณที่ยังไม่ได้ส่งในเคสนี้/)).toBeVisible()
})

test('the close confirmation shows the reason when the request fails', async () => {
  const { screen, row } = await openQueue()
  desk.fail(/close/, 'network')
  await row(OWN_NAME).getByRole('button', { name: 'ปิดเคส' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' }).click()
  await expect
    .element(screen.getByText('ปิดเคสไม่สำเร็จ: ขาดการเชื่อมต่อ กรุณาลองใหม่อีกครั้ง', { exact: true }))
    .toBeVisible()
})

test('closing a ticket asks for confirmation, shows progress, then removes the row and the conversation', async () => {
  const { screen, row } = await openQueue()
  await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
  const chat = screen.getByRole('complementary', { name: OWN_NAME })
  await chat.getByRole('button', { name: 'ปิดเคส' }).click()
  expect(desk.count(/close/)).toBe(0)
  const go = desk.hold(/close/)
  await screen.getByRole('dialog', { name: 'ปิดเคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.element(chat.getByRole('button', { name: 'กำลังปิดเคส...' })).toBeDisabled()
  go()
  await expect.element(chat).not.toBeInTheDocument()
  await expect.element(row(OWN_NAME)).not.toBeInTheDocument()
})

test.each([
  [403, 'forbidden_channel', 'คุณไม่มีสิทธิ์ใน OA นี้'],
  [403, 'forbidden_not_assignee', 'เฉพาะผู้รับผิดชอบเท่านั้นที่ปิดเคสได้'],
  [409, 'already_closed', 'เคสนี้ปิดไปแล้ว'],
  [500, 'internal', 'ปิดเคสไม่สำเร็จ'],
])('a failed close shows the error text for %i %s', async (status, code, text) => {
  const { screen, row } = await openQueue()
  desk.fail(/close/, { status, body: { code, message: code } })
  await row(OWN_NAME).getByRole('button', { name: 'ปิดเคส' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.element(screen.getByText(text)).toBeVisible()
})

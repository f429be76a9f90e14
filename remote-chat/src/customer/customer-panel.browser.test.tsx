import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { mockTicket } from 'shared/testing/mock-tickets.ts'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draftIdsWithPrefix, writeDraft } from '../outbox/drafts.store.ts'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat } from '../testing/open-conversation.tsx'
import { showCustomerPanel } from './customer-panel.store.ts'

installMockDesk()
afterEach(() => showCustomerPanel(false))

const CUSTOMER = 'c0ffee00-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
const EARLIER = '11111111-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
const HOUR = 3_600_000

/** The customer column and the customer drawer have the same accessible name. */
const panel = () =>
  page.getByLabelText('ข้อมูลลูกค้า').filter({ has: page.getByRole('heading', { name: 'แท็ก' }) })
const part = (name: string) => panel().getByRole('region', { name })

type SentNote = { client_id: string }

async function openPanel() {
  const at = new Date(Date.now() - 48 * HOUR).toISOString()
  desk.change(OWN_TICKET, { customer_id: CUSTOMER })
  const { profile } = desk.tickets.get(OWN_TICKET) ?? {}
  desk.tickets.set(
    EARLIER,
    mockTicket({
      id: EARLIER,
      customer_id: CUSTOMER,
      status: 'CLOSED',
      subject: 'ถอนเงินช้า',
      opened_at: at,
      closed_at: new Date(Date.parse(at) + HOUR).toISOString(),
      metrics: { resolution_secs: 3_600 },
      ...(profile ? { profile } : {}),
    }),
  )
  const drawn = await openChat()
  await page.getByRole('button', { name: 'ข้อมูลลูกค้า' }).click()
  await expect.element(part('แท็ก')).toBeVisible()
  return drawn
}

test('the customer panel shows the customer and links to their other tickets', async () => {
  const { router } = await openPanel()
  await expect.element(panel().getByRole('heading', { name: 'ธีรภัทร จันทร์แก้ว' })).toBeVisible()
  const earlier = part('เคสอื่นของลูกค้า').getByRole('link', { name: /ถอนเงินช้า.*11111111/ })
  await expect.element(earlier).toHaveAttribute('href', `/chat-queue?ticket=${EARLIER}`)
  expect(await seriousProblems(panel().element())).toEqual([])
  await earlier.click()
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('ticket')).toBe(EARLIER)
})

test('a button closes the customer column and returns the focus to the button that opened the column', async () => {
  await page.viewport(1500, 900)
  await openPanel()
  await panel().getByRole('button', { name: 'ปิดแผงลูกค้า' }).click()
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'ข้อมูลลูกค้า' })).toHaveFocus()
})

test('Escape leaves the field of a customer note, then closes the customer column, then the conversation', async () => {
  await page.viewport(1500, 900)
  const { chat } = await openPanel()
  const field = panel().getByRole('textbox', { name: 'เขียนโน้ตเกี่ยวกับลูกค้า' })
  await field.fill('ชอบให้โทรกลับ')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toHaveFocus()
  await expect.element(field).toHaveValue('ชอบให้โทรกลับ')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'ข้อมูลลูกค้า' })).toHaveFocus()
  await expect.element(chat).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(chat).not.toBeInTheDocument()
})

test('Escape closes the customer column before the conversation, wherever the focus is', async () => {
  await page.viewport(1500, 900)
  const { chat } = await openPanel()
  ;(page.getByRole('button', { name: 'ข้อมูลลูกค้า' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'ข้อมูลลูกค้า' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(chat).not.toBeInTheDocument()
})

test('adds, suggests and removes a customer’s tags', async () => {
  await openPanel()
  await panel().getByRole('button', { name: 'เพิ่มแท็ก' }).click()
  await userEvent.keyboard('โอนบ่อย{Enter}')
  await expect.element(part('แท็ก').getByText('โอนบ่อย')).toBeVisible()
  await panel().getByRole('button', { name: 'เสร็จ' }).click()
  await panel().getByRole('button', { name: 'เอาแท็ก โอนบ่อย ออก' }).click()
  await expect.element(part('แท็ก').getByText('โอนบ่อย')).not.toBeInTheDocument()
})

test('keeps text typed while a tag is being added', async () => {
  await openPanel()
  await panel().getByRole('button', { name: 'เพิ่มแท็ก' }).click()
  const field = panel().getByRole('textbox', { name: 'แท็กใหม่' })
  const go = desk.hold(/POST .*tags/)
  await userEvent.keyboard('โอนบ่อย{Enter}')
  await field.fill('ลูกค้าประจำ')
  go()
  await expect.element(part('แท็ก').getByText('โอนบ่อย')).toBeVisible()
  await expect.element(panel().getByRole('button', { name: 'เพิ่ม', exact: true })).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(part('แท็ก').getByText('ลูกค้าประจำ')).toBeVisible()
  await expect.element(field).toHaveValue('')
})

test('saves a customer note and keeps the user’s text when a colleague changes the note at the same time', async () => {
  await openPanel()
  await panel().getByRole('textbox', { name: 'เขียนโน้ตเกี่ยวกับลูกค้า' }).fill('ชอบให้โทรกลับ')
  await panel().getByRole('button', { name: 'บันทึกโน้ต' }).click()
  const notes = part('โน้ตเกี่ยวกับลูกค้า').getByRole('list')
  await expect.element(notes.getByText('ชอบให้โทรกลับ')).toBeVisible()
  await expect.element(panel().getByRole('textbox', { name: 'เขียนโน้ตเกี่ยวกับลูกค้า' })).toHaveValue('')

  await notes.getByRole('button', { name: 'แก้ไขโน้ต' }).click()
  const field = notes.getByRole('textbox', { name: 'แก้ไขโน้ต' })
  await field.fill('ไม่ต้องโทรกลับ')
  const card = (await (
    await desk.fetch(new URL(`/api/staff/customers/${CUSTOMER}`, location.href), {})
  ).json()) as {
    notes: [{ id: string; version: number }]
  }
  desk.customers.change(CUSTOMER, {
    notes: card.notes.map((note) => ({ ...note, text: 'โทรหลังหกโมง', version: 2 })) as never,
  })
  desk.publish({ type: 'customer_update', data: { customer_id: CUSTOMER, channel_key: 'main' } })
  await expect.element(notes.getByText('โทรหลังหกโมง')).toBeVisible()
  await expect.element(notes.getByText(/^มีคนแก้ไขโน้ตนี้ระหว่างที่คุณพิมพ์/)).toBeVisible()
  await expect.element(field).toHaveValue('ไม่ต้องโทรกลับ')
  await expect.element(notes.getByRole('button', { name: 'บันทึกโน้ต' })).toBeDisabled()
  await notes.getByRole('button', { name: 'ใช้ข้อความของฉันแทน' }).click()
  await notes.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await expect.element(notes.getByText('ไม่ต้องโทรกลับ')).toBeVisible()
  await expect.element(notes.getByText('โทรหลังหกโมง')).not.toBeInTheDocument()

  await notes.getByRole('button', { name: 'ลบโน้ต' }).click()
  await page
    .getByRole('dialog', { name: 'ลบโน้ตเกี่ยวกับลูกค้า' })
    .getByRole('button', { name: 'ลบ', exact: true })
    .click()
  await expect.element(panel().getByText('ไม่ต้องโทรกลับ')).not.toBeInTheDocument()
})

test('after a lost response, stores an unchanged customer note once, and a changed text as a new note', async () => {
  await openPanel()
  const field = panel().getByRole('textbox', { name: 'เขียนโน้ตเกี่ยวกับลูกค้า' })
  const save = () => panel().getByRole('button', { name: 'บันทึกโน้ต' }).click()
  const sent = () =>
    desk.requests.filter(({ call }) => /POST .*\/notes/.test(call)).map(({ body }) => body as SentNote)
  await field.fill('โทรหลังหกโมง')
  desk.fail(/POST .*\/notes/, 'network', 2)
  await save()
  await expect.poll(() => sent().length).toBe(1)
  await expect.element(panel().getByRole('button', { name: 'บันทึกโน้ต' })).toBeEnabled()
  await save()
  await expect.poll(() => sent().length).toBe(2)
  await expect.element(panel().getByRole('button', { name: 'บันทึกโน้ต' })).toBeEnabled()
  await field.fill('โทรหลังหกโมง ยกเว้นวันหยุด')
  await save()
  await expect.element(panel().getByText('โทรหลังหกโมง ยกเว้นวันหยุด')).toBeVisible()
  const ids = sent().map(({ client_id }) => client_id)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('reports which change of a customer failed and what to do', async () => {
  await openPanel()
  desk.fail(/\/(notes|tags)$/, { status: 500, body: { code: 'internal' } }, 9)
  const field = panel().getByRole('textbox', { name: 'เขียนโน้ตเกี่ยวกับลูกค้า' })
  await field.fill('ชอบให้โทรกลับ')
  await panel().getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await expect.element(page.getByText('บันทึกโน้ตไม่สำเร็จ: ระบบเกิดข้อผิดพลาด กรุณาลองใหม่อีกครั้ง')).toBeVisible()
  await expect.element(field).toHaveValue('ชอบให้โทรกลับ')
  await panel().getByRole('button', { name: 'เพิ่มแท็ก' }).click()
  await userEvent.keyboard('โอนบ่อย{Enter}')
  await expect.element(page.getByText(/^เพิ่มแท็ก โอนบ่อย ไม่สำเร็จ: /)).toBeVisible()
})

test('turns only web URLs in a customer note into links', async () => {
  await openPanel()
  const notes = part('โน้ตเกี่ยวกับลูกค้า')
  await notes
    .getByRole('textbox')
    .fill('สลิปเดือนก่อน https://example.com/slip?id=7ค่ะ <b>ดู</b> javascript:alert(1)')
  await notes.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  const link = notes.getByRole('link')
  await expect.element(link).toHaveTextContent('https://example.com/slip?id=7')
  await expect.element(link).toHaveAttribute('href', 'https://example.com/slip?id=7')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect.element(notes.getByRole('listitem')).toMatchTextContent(/ค่ะ <b>ดู<\/b> javascript:alert\(1\)/)
})

test('keeps the edited text of a customer note when the panel is closed and when the note is deleted', async () => {
  await openPanel()
  const part = panel().getByRole('region', { name: 'โน้ตเกี่ยวกับลูกค้า' })
  await part.getByRole('textbox').fill('ชอบให้โทรกลับ')
  await part.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await part.getByRole('button', { name: 'แก้ไขโน้ต' }).click()
  await part.getByRole('textbox', { name: 'แก้ไขโน้ต' }).fill('ไม่ต้องโทรกลับ')
  showCustomerPanel(false)
  await expect.element(panel()).not.toBeInTheDocument()
  showCustomerPanel(true)
  await expect.element(part.getByRole('textbox', { name: 'แก้ไขโน้ต' })).toHaveValue('ไม่ต้องโทรกลับ')
  desk.customers.change(CUSTOMER, { notes: [] })
  desk.publish({ type: 'customer_update', data: { customer_id: CUSTOMER, channel_key: 'main' } })
  await expect.element(part.getByRole('textbox', { name: 'เขียนโน้ตเกี่ยวกับลูกค้า' })).toHaveValue('ไม่ต้องโทรกลับ')
  await part.getByRole('textbox').fill('')
})

test('when a customer note was deleted while the page was closed, moves its edited text to the field for new notes', async () => {
  writeDraft(`customer:${CUSTOMER}:removed-meanwhile`, 'ไม่ต้องโทรกลับ')
  await openPanel()
  const field = part('โน้ตเกี่ยวกับลูกค้า').getByRole('textbox', { name: 'เขียนโน้ตเกี่ยวกับลูกค้า' })
  await expect.element(field).toHaveValue('ไม่ต้องโทรกลับ')
  await field.fill('')
})

test('loads the edited text of a customer note that another tab has stored', async () => {
  await openPanel()
  const notes = part('โน้ตเกี่ยวกับลูกค้า')
  await notes.getByRole('textbox').fill('ชอบให้โทรกลับ')
  await notes.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  const edit = notes.getByRole('button', { name: 'แก้ไขโน้ต' })
  await expect.element(edit).toBeVisible()
  await edit.click()
  await notes.getByRole('textbox', { name: 'แก้ไขโน้ต' }).fill('แล้วเลิก')
  const [draftId = ''] = draftIdsWithPrefix(`customer:${CUSTOMER}:`)
  await notes.getByRole('button', { name: 'ยกเลิก' }).click()
  writeDraft(draftId, 'จากอีกแท็บ')
  await edit.click()
  await expect.element(notes.getByRole('textbox', { name: 'แก้ไขโน้ต' })).toHaveValue('จากอีกแท็บ')
  writeDraft(draftId, '')
})

test('keeps the text of a customer note or tag that is too long and reports the limit', async () => {
  await openPanel()
  const field = panel().getByRole('textbox', { name: 'เขียนโน้ตเกี่ยวกับลูกค้า' })
  await field.fill('ก'.repeat(2_001))
  await expect.element(panel().getByText('ยาวเกินกว่าที่บันทึกได้ 2,001/2,000')).toBeVisible()
  await expect.element(panel().getByRole('button', { name: 'บันทึกโน้ต' })).toBeDisabled()
  await field.fill('')
  await panel().getByRole('button', { name: 'เพิ่มแท็ก' }).click()
  await panel().getByRole('textbox', { name: 'แท็กใหม่' }).fill('ก'.repeat(31))
  await expect.element(panel().getByText('ยาวเกินกว่าที่บันทึกได้ 31/30')).toBeVisible()
  await expect.element(panel().getByRole('button', { name: 'เพิ่ม', exact: true })).toBeDisabled()
})

test('the customer panel ignores ticket changes in other channels and batches many changes', async () => {
  await openPanel()
  await expect.element(part('เคสอื่นของลูกค้า').getByRole('link')).toBeVisible()
  const requestCount = () => desk.count(/customers\/[^/]+\/tickets/)
  const before = requestCount()
  const notify = (ticket_id: string, channel_key: string) =>
    desk.publish({ type: 'ticket_list_update', data: { reason: 'closed', ticket_id, channel_key } })
  for (let n = 0; n < 5; n += 1) notify(`22222222-5c1e-4f0a-9b7d-2f6e8a1c3d5${n}`, 'another')
  for (let n = 0; n < 5; n += 1) notify(EARLIER, 'another')
  // The first event starts a fetch immediately; all other events together cause one more fetch.
  await expect.poll(requestCount).toBe(before + 2)
})

test('hides a cached customer that the user may no longer see', async () => {
  await openPanel()
  desk.fail(/customers\/[^/]+$/, { status: 403, body: { code: 'forbidden_channel' } }, 100)
  desk.publish({ type: 'customer_update', data: { customer_id: CUSTOMER, channel_key: 'main' } })
  await expect.element(page.getByText('โหลดข้อมูลลูกค้าไม่สำเร็จ')).toBeVisible()
  await expect.element(panel()).not.toBeInTheDocument()
})

test('a manager marks a customer as VIP and the conversation shows this', async () => {
  const { chat } = await openPanel()
  const toggle = panel().getByRole('button', { name: 'ตั้งเป็น VIP' })
  desk.fail(/\/vip$/, { status: 500, body: { code: 'internal' } })
  await toggle.click()
  await expect.element(page.getByText('อัปเดต VIP ไม่สำเร็จ')).toBeVisible()
  desk.mend()
  await toggle.click()
  await expect
    .element(panel().getByRole('button', { name: 'ยกเลิก VIP' }))
    .toHaveAttribute('aria-pressed', 'true')
  await expect.element(chat.getByText('VIP', { exact: true })).toBeVisible()
})

test('the customer panel offers a retry after a failed load', async () => {
  desk.fail(/customers\/[^/]+$/, { status: 403, body: { code: 'forbidden' } }, 100)
  desk.change(OWN_TICKET, { customer_id: CUSTOMER })
  await openChat()
  await page.getByRole('button', { name: 'ข้อมูลลูกค้า' }).click()
  await expect.element(page.getByText('โหลดข้อมูลลูกค้าไม่สำเร็จ')).toBeVisible()
  desk.mend()
  await page.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(part('เคสอื่นของลูกค้า').getByText('นี่คือเคสแรกของลูกค้ารายนี้')).toBeVisible()
})

import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { writeDraft } from '../outbox/drafts.store.ts'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat, type openTicket, sendsOf } from '../testing/open-conversation.tsx'
import { ticketNoteDraft } from './note-drafts.ts'

installMockDesk()

type Chat = Awaited<ReturnType<typeof openTicket>>['chat']

const noteField = (chat: Chat) => chat.getByRole('textbox', { name: 'เขียนโน้ตภายใน' })
async function openNotes(chat: Chat) {
  await chat.getByRole('tab', { name: /^โน้ตภายใน/ }).click()
  await expect.element(noteField(chat)).toHaveFocus()
  return noteField(chat)
}
const postsOf = () => desk.requests.filter(({ call }) => /^POST .*\/notes$/.test(call))

test('an internal note has its own field, appears in the conversation, and is not sent to the customer', async () => {
  const { chat, composer, log } = await openChat()
  await composer.fill('ร่างถึงลูกค้า')
  const field = await openNotes(chat)
  await expect.element(field).toHaveValue('')
  await field.fill('ลูกค้าส่งสลิปซ้ำ')
  await chat.getByRole('tab', { name: 'ตอบลูกค้า' }).click()
  await expect.element(composer).toHaveValue('ร่างถึงลูกค้า')
  // The tab indicates the draft of a note, even if the draft is from an earlier page load.
  await chat.getByRole('tab', { name: 'โน้ตภายใน · มีฉบับร่าง' }).click()
  await expect.element(chat.getByRole('tab', { name: 'โน้ตภายใน', exact: true })).toBeVisible()
  await expect.element(field).toHaveValue('ลูกค้าส่งสลิปซ้ำ')
  expect(await seriousProblems(chat.element())).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const note = log.getByRole('article', { name: /^โน้ตภายใน/ })
  await expect.element(note.getByText('ลูกค้าส่งสลิปซ้ำ')).toBeVisible()
  expect(note.element().querySelectorAll('[data-tint="staff"]')).toHaveLength(0)
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  expect(sendsOf(desk)).toEqual([])
  expect(await seriousProblems(log.element())).toEqual([])
})

test('`@` suggests colleagues, and a mentioned colleague is highlighted and sent by id', async () => {
  const { chat, log } = await openChat()
  const field = await openNotes(chat)
  await userEvent.type(field, 'ฝาก@')
  const option = page.getByRole('option', { name: MockAgent.display_name })
  await expect.element(option).toBeVisible()
  // Waits, because the list handles keys only shortly after it is rendered.
  await expect.element(field).toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue(`ฝาก@${MockAgent.display_name} `)
  await expect.element(option).not.toBeInTheDocument()
  await userEvent.type(field, 'ดูต่อ')
  await chat.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await expect.element(log.getByText(`@${MockAgent.display_name}`)).toBeVisible()
  expect(postsOf().map(({ body }) => body)).toMatchObject([{ mentions: [MockAgent.id] }])
})

test('`@` reports that the colleagues could not be loaded, and fetches them again at the next `@`', async () => {
  desk.fail(/staff\/agents/, { status: 403, body: { code: 'forbidden' } }, 100)
  const { chat } = await openChat()
  const field = await openNotes(chat)
  await userEvent.type(field, 'ฝาก@')
  await expect.element(page.getByText(/^โหลดรายชื่อเพื่อนร่วมทีมไม่สำเร็จ/)).toBeVisible()
  desk.mend()
  await userEvent.keyboard('{Backspace}')
  await userEvent.keyboard('@')
  await expect.element(page.getByRole('option', { name: MockAgent.display_name })).toBeVisible()
})

test('edits a failed reply in the reply field even if the note field is shown', async () => {
  const { chat, composer } = await openChat()
  desk.fail(/send/, { status: 400, body: { code: 'invalid_request', message: 'x' } })
  await composer.fill('คำตอบที่ส่งไม่ได้')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const edit = chat.getByRole('button', { name: 'แก้ไข' })
  await expect.element(edit).toBeVisible()
  await openNotes(chat)
  await edit.click()
  await expect.element(composer).toHaveValue('คำตอบที่ส่งไม่ได้')
  await expect.element(composer).toHaveFocus()
})

test('a failed note remains in the field, and a retry stores it once', async () => {
  const { chat, log } = await openChat()
  const field = await openNotes(chat)
  await field.fill('ครั้งเดียว')
  desk.fail(/\/notes$/, 'network', 100)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .element(chat.getByRole('alert'))
    .toHaveTextContent('ยังไม่ได้บันทึก เปิดหน้านี้ไว้ โน้ตจะบันทึกเองเมื่อเชื่อมต่อได้')
  await expect.element(field).toHaveValue('ครั้งเดียว')
  desk.mend()
  // Presses keys instead of the save button, which is disabled if an automatic retry has saved the note.
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(log.getByRole('article', { name: /^โน้ตภายใน/ })).toBeVisible()
  const [first, second] = postsOf().map(({ body }) => (body as { client_id: string }).client_id)
  expect(second).toBe(first)
})

test('after a reconnect, saves a note that failed offline, but only removes the warning when the text has changed', async () => {
  const { chat, log } = await openChat()
  const field = await openNotes(chat)
  const warning = chat.getByRole('alert')
  const fail = async (text: string) => {
    await field.fill(text)
    desk.fail(/\/notes$/, 'network', 100)
    await chat.getByRole('button', { name: 'บันทึกโน้ต' }).click()
    await expect.element(warning).toBeVisible()
    desk.mend()
  }
  await fail('เขียนตอนออฟไลน์')
  for (const socket of desk.sockets) socket.drop(1006)
  await expect.element(log.getByRole('article', { name: /^โน้ตภายใน/ })).toBeVisible()
  await expect.element(warning).not.toBeInTheDocument()
  await fail('อีกโน้ต')
  await field.fill('อีกโน้ต ที่ยังเขียนอยู่')
  window.dispatchEvent(new Event('online'))
  await expect.element(warning).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('อีกโน้ต ที่ยังเขียนอยู่')
})

test('a reply started while a note is being saved remains a reply', async () => {
  const { chat, composer, log } = await openChat()
  const field = await openNotes(chat)
  await field.fill('ลูกค้าส่งสลิปซ้ำ')
  const go = desk.hold(/\/notes$/)
  await chat.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await chat.getByRole('tab', { name: 'ตอบลูกค้า' }).click()
  await userEvent.type(composer, 'รบกวนรอ')
  go()
  await expect.element(log.getByRole('article', { name: /^โน้ตภายใน/ })).toBeVisible()
  await userEvent.keyboard('สักครู่ค่ะ')
  await expect.element(composer).toHaveFocus()
  await expect.element(composer).toHaveValue('รบกวนรอสักครู่ค่ะ')
})

test('keeps text that another tab adds while a note is being saved', async () => {
  const { chat, log } = await openChat()
  const field = await openNotes(chat)
  await field.fill('ลูกค้าส่งสลิปซ้ำ')
  const go = desk.hold(/\/notes$/)
  await chat.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await expect.poll(() => postsOf().length).toBe(1)
  writeDraft(ticketNoteDraft(OWN_TICKET, null), 'ลูกค้าส่งสลิปซ้ำ และโทรมาแล้ว')
  go()
  await expect.element(log.getByRole('article', { name: /^โน้ตภายใน/ })).toBeVisible()
  await expect.element(field).toHaveValue('ลูกค้าส่งสลิปซ้ำ และโทรมาแล้ว')
})

test.each([
  ['after a reconnect', () => window.dispatchEvent(new Event('online'))],
  ['after a while', () => undefined],
])('a failed note is saved once %s, even if the user writes a reply by then', async (_, passes) => {
  const { chat, composer, log } = await openChat()
  const field = await openNotes(chat)
  await field.fill('เขียนตอนออฟไลน์')
  desk.fail(/\/notes$/, 'network', 100)
  await chat.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await expect.element(chat.getByRole('alert')).toMatchTextContent(/โน้ตจะบันทึกเอง/)
  await chat.getByRole('tab', { name: 'ตอบลูกค้า' }).click()
  await expect.element(composer).toHaveFocus()
  desk.mend()
  passes()
  await expect.element(log.getByRole('article', { name: /^โน้ตภายใน/ }), { timeout: 30_000 }).toBeVisible()
  await expect.element(composer).toHaveFocus()
})

test('the note field remains when the window becomes narrow and wide again', async () => {
  const { chat, screen } = await openChat()
  await (await openNotes(chat)).fill('ลูกค้าคนนี้')
  const field = screen.getByRole('textbox', { name: 'เขียนโน้ตภายใน' })
  for (const width of [1000, 1440]) {
    await page.viewport(width, 900)
    await expect.element(screen.getByRole(width < 1100 ? 'dialog' : 'complementary')).toBeVisible()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue('ลูกค้าคนนี้')
  }
})

test('shows the character count of a note near 5,000 UTF-16 units and saves nothing above this limit', async () => {
  const { chat } = await openChat()
  const field = await openNotes(chat)
  const save = chat.getByRole('button', { name: 'บันทึกโน้ต' })
  await field.fill('  ')
  await expect.element(save).toBeDisabled()
  await field.fill('a'.repeat(4_600))
  await expect.element(chat.getByText('4,600/5,000')).toBeVisible()
  await expect.element(save).toBeEnabled()
  await field.fill('a'.repeat(5_001))
  await expect.element(chat.getByText('ยาวเกินกว่าที่บันทึกได้ 5,001/5,000')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await field.click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await field.fill('สั้นลงแล้ว')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(field).toHaveValue('')
  expect(postsOf().map(({ body }) => body)).toMatchObject([{ text: 'สั้นลงแล้ว' }])
})

test('Escape leaves the edit of a note but not the conversation, and the note shows that it has a draft edit', async () => {
  const { chat, log } = await openChat()
  const field = await openNotes(chat)
  await field.fill('ก่อนแก้')
  await chat.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  const note = log.getByRole('article', { name: /^โน้ตภายใน/ })
  const change = async () => {
    await note.getByRole('button', { name: 'ตัวเลือกของโน้ต' }).click()
    await page.getByRole('menuitem', { name: 'แก้ไข' }).click()
    await expect.element(field).toHaveFocus()
  }
  const begun = chat.getByRole('tab', { name: 'โน้ตภายใน · มีฉบับร่าง' })
  await change()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await expect.element(begun).not.toBeInTheDocument()
  await change()
  await expect.element(field).toHaveValue('ก่อนแก้')
  await field.fill('แก้ไปครึ่งหนึ่ง')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await expect.element(note.getByText(/มีฉบับร่างแก้ไข/)).toBeVisible()
  await expect.element(begun).toBeVisible()
  await chat.getByRole('tab', { name: 'ตอบลูกค้า' }).click()
  await expect.element(begun).toBeVisible()
  await expect.element(page.getByText('มีฉบับร่าง · ', { exact: true })).toBeVisible()
  await change()
  await expect.element(field).toHaveValue('แก้ไปครึ่งหนึ่ง')
  await expect.element(note.getByText(/มีฉบับร่างแก้ไข/)).not.toBeInTheDocument()
})

test('edits and deletes the user’s own note', async () => {
  const { chat, log } = await openChat()
  const field = await openNotes(chat)
  await field.fill('ก่อนแก้')
  await chat.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  const note = log.getByRole('article', { name: /^โน้ตภายใน/ })
  const choose = async (item: string) => {
    await note.getByRole('button', { name: 'ตัวเลือกของโน้ต' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await expect.element(note).toBeVisible()
  await field.fill('โน้ตใหม่ที่ยังไม่บันทึก')
  await choose('แก้ไข')
  await expect.element(field).toHaveValue('ก่อนแก้')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  await field.fill('หลังแก้')
  await chat.getByRole('button', { name: 'บันทึกการแก้ไข' }).click()
  await expect.element(note.getByText('หลังแก้')).toBeVisible()
  await expect.element(note.getByText(/แก้ไขแล้ว/)).toBeVisible()
  await expect.element(field).toHaveValue('โน้ตใหม่ที่ยังไม่บันทึก')
  await choose('ลบ')
  await page.getByRole('dialog').getByRole('button', { name: 'ลบ', exact: true }).click()
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(log).toHaveFocus()
})

test('shows a colleague’s note from the socket as plain text, without edit actions', async () => {
  const { log } = await openChat()
  const text = '<script>alert(1)</script> \u202eกลับด้าน\u202c https://example.com/ก'
  desk.addTimelineEvent(OWN_TICKET, {
    kind: 'note',
    staff: staffMemberOf(MockAgent),
    text,
    note: { client_id: 'x', mentions: [], edited_at: null, is_deleted: false },
  })
  const note = log.getByRole('article', { name: `โน้ตภายในของ ${MockAgent.display_name}` })
  await expect.element(note.getByText(/<script>alert\(1\)<\/script>/)).toBeVisible()
  // The note shows the colleague's avatar, like the colleague's replies.
  expect(note.element().querySelectorAll('[data-tint="staff"]')).toHaveLength(1)
  await expect.element(note.getByRole('link')).toBeVisible()
  await expect.element(note.getByRole('button')).not.toBeInTheDocument()
})

test('a closed ticket accepts notes but no replies', async () => {
  desk.change(OWN_TICKET, { status: 'CLOSED', closed_at: new Date().toISOString() })
  const { chat, log } = await openClosed()
  await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
  const field = await openNotes(chat)
  await field.fill('ลูกค้าโทรมาขอบคุณ')
  await chat.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await expect.element(log.getByText('ลูกค้าโทรมาขอบคุณ')).toBeVisible()
})

async function openClosed() {
  const { default: ChatQueuePage } = await import('../pages/ChatQueuePage.page.tsx')
  const { renderPage } = await import('../testing/render-page.tsx')
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_TICKET}`)
  const chat = screen.getByRole('complementary')
  return { chat, log: chat.getByRole('log') }
}

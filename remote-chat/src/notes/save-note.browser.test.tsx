import { MockAgent } from 'shared/testing/mock-profile.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { writeDraft } from '../outbox/drafts.store.ts'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat } from '../testing/open-conversation.tsx'
import { ticketNoteDraft } from './note-drafts.ts'

installMockDesk()

const NOTES = /^(POST|PUT) .*\/notes/

type NoteBody = { text: string; client_id: string }
const tries = () => desk.requests.filter(({ call }) => NOTES.test(call)).map(({ body }) => body as NoteBody)
const search = page.getByRole('searchbox')
const goOnline = () => window.dispatchEvent(new Event('online'))
const pressSave = () => userEvent.keyboard('{Control>}{Enter}{/Control}')

async function openNotes() {
  const { chat, log } = await openChat()
  await chat.getByRole('tab', { name: /^โน้ตภายใน/ }).click()
  const field = chat.getByRole('textbox', { name: 'เขียนโน้ตภายใน' })
  await expect.element(field).toHaveFocus()
  return {
    chat,
    log,
    field,
    warning: chat.getByRole('alert'),
    notes: log.getByRole('article', { name: /^โน้ตภายใน/ }),
  }
}

/**
 * Writes a note that waits for the connection. Further attempts to save it wait for `go`; `isTried` resolves on an
 * attempt.
 */
async function leaveWaiting(field: Locator, warning: Locator, text: string) {
  await field.fill(text)
  desk.fail(NOTES, 'network', 100)
  await pressSave()
  await expect.element(warning).toMatchTextContent(/โน้ตจะบันทึกเอง/)
  const go = desk.hold(NOTES)
  desk.mend()
  const before = tries().length
  return { go, isTried: () => expect.poll(() => tries().length).toBeGreaterThan(before) }
}

test('an automatically saved note does not take the focus from elsewhere', async () => {
  const { field, notes, warning } = await openNotes()
  const { go, isTried } = await leaveWaiting(field, warning, 'ลูกค้าส่งสลิปซ้ำ')
  await search.click()
  goOnline()
  await isTried()
  go()
  await expect.element(notes).toBeVisible()
  await expect.element(field).toHaveValue('')
  await expect.element(search).toHaveFocus()
})

test('retries saving a note automatically while the database is unavailable', async () => {
  const { field, notes, warning } = await openNotes()
  await field.fill('ลูกค้าส่งสลิปซ้ำ')
  desk.fail(NOTES, { status: 503, body: { code: 'unavailable', message: 'x' } }, 100)
  await pressSave()
  await expect.element(warning).toMatchTextContent(/โน้ตจะบันทึกเอง/)
  desk.mend()
  goOnline()
  await expect.element(notes).toBeVisible()
  await expect.element(field).toHaveValue('')
})

test('a manually saved note on a slow connection does not take the focus from elsewhere', async () => {
  const { field, notes } = await openNotes()
  await field.fill('ลูกค้าส่งสลิปซ้ำ')
  const go = desk.hold(NOTES)
  await pressSave()
  await search.click()
  go()
  await expect.element(notes).toBeVisible()
  await expect.element(field).toHaveValue('')
  await expect.element(search).toHaveFocus()
})

test('returns the focus to the note field after a manual save when nothing else has the focus', async () => {
  const { field } = await openNotes()
  await field.fill('ลูกค้าส่งสลิปซ้ำ')
  const go = desk.hold(NOTES)
  await pressSave()
  ;(field.element() as HTMLElement).blur()
  go()
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
})

test('the user can continue writing a note during its automatic save, and saves the added text manually', async () => {
  const { field, notes, warning } = await openNotes()
  const { go, isTried } = await leaveWaiting(field, warning, 'โอนผิดบัญชี')
  goOnline()
  await isTried()
  await userEvent.type(field, ' สองครั้ง')
  await expect.element(field).toHaveValue('โอนผิดบัญชี สองครั้ง')
  await pressSave()
  go()
  await expect.element(notes).toHaveLength(2)
  await expect.element(field).toHaveValue('')
  expect(
    tries()
      .slice(-2)
      .map(({ text }) => text),
  ).toEqual(['โอนผิดบัญชี', 'โอนผิดบัญชี สองครั้ง'])
})

test('an automatic save of an edited note leaves text in the field that was added meanwhile', async () => {
  const { chat, field, notes, warning } = await openNotes()
  await field.fill('ก่อนแก้')
  await pressSave()
  await notes.getByRole('button', { name: 'ตัวเลือกของโน้ต' }).click()
  await page.getByRole('menuitem', { name: 'แก้ไข' }).click()
  await expect.element(field).toHaveValue('ก่อนแก้')
  const { go, isTried } = await leaveWaiting(field, warning, 'หลังแก้')
  goOnline()
  await isTried()
  await userEvent.type(field, ' และเพิ่ม')
  go()
  await expect.element(notes.getByText('หลังแก้')).toBeVisible()
  await expect.element(field).toHaveValue('หลังแก้ และเพิ่ม')
  await expect.element(chat.getByRole('button', { name: 'บันทึกการแก้ไข' })).toBeVisible()
  await pressSave()
  await expect.element(notes.getByText('หลังแก้ และเพิ่ม')).toBeVisible()
  await expect.element(field).toHaveValue('')
})

test('shows why saving a note failed while the text is unchanged', async () => {
  const { field, warning } = await openNotes()
  await field.fill('ลูกค้าส่งสลิปซ้ำ')
  desk.fail(NOTES, { status: 403, body: { code: 'forbidden', message: 'x' } })
  await pressSave()
  await expect.element(warning).toMatchTextContent(/บันทึกโน้ตไม่สำเร็จ/)
  await field.fill('')
  await expect.element(warning).not.toBeInTheDocument()
  const { go } = await leaveWaiting(field, warning, 'โอนผิดบัญชี')
  await userEvent.type(field, '!')
  await expect.element(warning).not.toBeInTheDocument()
  go()
  await pressSave()
  await expect.element(field).toHaveValue('')
})

test('reports that saving a note failed even if another tab has changed the text', async () => {
  // While the ticket is in the URL, the note field shows the failure, so there is no notification.
  const { href } = location
  history.replaceState(null, '', `?ticket=${OWN_TICKET}`)
  onTestFinished(() => history.replaceState(null, '', href))
  const { field, warning } = await openNotes()
  await field.fill('ลูกค้าส่งสลิปซ้ำ')
  const go = desk.hold(NOTES)
  desk.fail(NOTES, { status: 403, body: { code: 'forbidden', message: 'x' } })
  await pressSave()
  await expect.poll(() => tries().length).toBe(1)
  writeDraft(ticketNoteDraft(OWN_TICKET, null), 'ลูกค้าส่งสลิปซ้ำ และโทรมาแล้ว')
  go()
  await expect.element(page.getByText(/· บันทึกโน้ตไม่สำเร็จ/)).toBeVisible()
  await expect.element(warning).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('ลูกค้าส่งสลิปซ้ำ และโทรมาแล้ว')
})

test('text added by another tab before a note is sent becomes a separate note', async () => {
  const { field, notes } = await openNotes()
  const go = desk.hold(/agents/)
  await field.fill(`@${MockAgent.display_name} ดูสลิป`)
  await pressSave()
  writeDraft(ticketNoteDraft(OWN_TICKET, null), `@${MockAgent.display_name} ดูสลิป และโทรกลับ`)
  go()
  await expect.element(notes).toHaveLength(1)
  await expect.element(field).toHaveValue(`@${MockAgent.display_name} ดูสลิป และโทรกลับ`)
  await pressSave()
  await expect.element(notes).toHaveLength(2)
  const [first, second] = tries()
  expect(second?.client_id).not.toBe(first?.client_id)
})

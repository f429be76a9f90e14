import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { idOf, OWN_NAME, UNASSIGNED_NAME } from '../testing/open-queue.tsx'
import { renderInBrowserHistory } from '../testing/render-page.tsx'
import { frames } from '../testing/settled.ts'
import ChatQueuePage from './ChatQueuePage.page.tsx'

installMockDesk()

const opened = () => new URLSearchParams(location.search).get('ticket')
const panel = (name: RegExp) => page.getByRole('complementary', { name })
const searchDialog = page.getByRole('dialog')

async function openAssigned() {
  await renderInBrowserHistory(ChatQueuePage, '/chat-queue')
  await page.getByRole('row', { name: OWN_NAME }).getByRole('button', { name: 'เปิดแชท' }).click()
  await expect.element(panel(OWN_NAME).getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveFocus()
}

async function openSearch() {
  await page.getByRole('button', { name: 'ค้นหาข้อความในแชท' }).click()
  await expect.element(searchDialog.getByRole('combobox', { name: 'คำที่ต้องการค้นหา' })).toHaveFocus()
}

test.each([
  ['of another ticket', UNASSIGNED_NAME],
  ['of the same ticket', OWN_NAME],
])(
  'one click returns to the list from a conversation that was opened by a search result %s',
  async (_, name) => {
    desk.write(idOf(name), 'เลขพัสดุของชิ้นนี้')
    await openAssigned()
    await openSearch()
    await userEvent.keyboard('เลขพัสดุของชิ้นนี้')
    await expect
      .poll(
        () => searchDialog.getByRole('listbox', { name: 'ข้อความที่พบ' }).getByRole('option').elements().length,
      )
      .toBe(1)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => new URLSearchParams(location.search).has('message')).toBe(true)
    await expect.element(searchDialog).not.toBeInTheDocument()
    await panel(name).getByRole('button', { name: 'ออกจากแชท' }).click()
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
    await frames()
    expect(opened()).toBeNull()
  },
)

test('closing a ticket while a dialog is open above it keeps the dialog', async () => {
  await openAssigned()
  await panel(OWN_NAME).getByRole('button', { name: 'ปิดเคส' }).click()
  const releaseResponse = desk.hold(/close/)
  await searchDialog.getByRole('button', { name: 'ปิดเคส' }).click()
  await expect.element(searchDialog).not.toBeInTheDocument()
  await openSearch()
  await userEvent.keyboard('เลข')
  releaseResponse()
  await expect.poll(() => desk.tickets.get(idOf(OWN_NAME))?.status).toBe('CLOSED')
  await expect.element(page.getByText('ปิดเคสของ ธีรภัทร จันทร์แก้ว แล้ว')).toBeVisible()
  await expect.poll(opened).toBeNull()
  await expect.element(searchDialog.getByRole('combobox', { name: 'คำที่ต้องการค้นหา' })).toHaveValue('เลข')
  await userEvent.keyboard('{Escape}')
  await expect.element(searchDialog).not.toBeInTheDocument()
  await frames()
  expect(opened()).toBeNull()
})

test('keeps a search entered next to an open conversation after the conversation is closed', async () => {
  await openAssigned()
  const field = page.getByRole('searchbox', { name: 'ค้นหาชื่อลูกค้าหรือรหัสเคส' })
  await field.fill('กิ่ง')
  await expect.poll(() => new URLSearchParams(location.search).get('search')).toBe('กิ่ง')
  await panel(OWN_NAME).getByRole('button', { name: 'ออกจากแชท' }).click()
  await expect.poll(opened).toBeNull()
  await frames()
  expect(new URLSearchParams(location.search).get('search')).toBe('กิ่ง')
  await expect.element(field).toHaveValue('กิ่ง')
})

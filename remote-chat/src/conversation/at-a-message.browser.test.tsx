import { expect, test } from 'vitest'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, OWN_CASE, readAll } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

const id = OWN_CASE
installMockDesk()

test('an address names the message at which a conversation is opened, however old; the next one in the same place', async () => {
  fillConversation(desk, 700)
  await readAll(desk)
  const { screen, router } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}&message=37`)
  const log = screen.getByRole('log')
  await expect.element(log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 37', { exact: true })).toBeInViewport()
  await expect.poll(() => document.activeElement?.textContent).toContain('เลื่อนได้ 37')
  // Every page back to it, and none twice.
  expect(desk.count(/before_seq/)).toBe(4)
  await router.navigate(`/chat-queue?ticket=${id}&message=512`)
  await expect.element(log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 512', { exact: true })).toBeInViewport()
  await expect.poll(() => document.activeElement?.textContent).toContain('เลื่อนได้ 512')
  expect(desk.count(/before_seq/)).toBe(4)
})

test('an address that names no message says so and opens the conversation as ever', async () => {
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}&message=9999`)
  await expect.element(screen.getByText('ไม่พบข้อความนี้ในเคส')).toBeVisible()
  await expect.element(screen.getByText('โอนจากธนาคารกสิกร 1,500 บาท')).toBeVisible()
})

test('what cannot be read says so, and the conversation is there', async () => {
  fillConversation(desk, 300)
  desk.fail(/before_seq/, 'network', 99)
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}&message=3`)
  await expect.element(screen.getByText('เปิดข้อความนี้ไม่สำเร็จ กรุณาลองใหม่อีกครั้ง')).toBeVisible()
  await expect.element(screen.getByText(/เลื่อนได้ \d+/).first()).toBeInTheDocument()
})

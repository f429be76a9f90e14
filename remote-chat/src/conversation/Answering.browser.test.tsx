import { expect, test, vi } from 'vitest'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_CASE } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

const connection = vi.hoisted(() => ({ isAway: true }))
// What is awaited fails, not the import: a browser keeps the failure of an import for good, and the built product's loader does not.
vi.mock('./ClosedComposer.tsx', async (original) => {
  const { ClosedComposer } = await original<typeof import('./ClosedComposer.tsx')>()
  const fetched = async () => {
    if (connection.isAway) throw new TypeError('Failed to fetch')
    return ClosedComposer
  }
  // biome-ignore lint/suspicious/noThenProperty: it is awaited
  return { ClosedComposer: { then: (...told: [never, never]) => fetched().then(...told) } }
})

test('where the field below a conversation cannot be fetched its place says so, and it can be tried again', async () => {
  desk.change(OWN_CASE, { status: 'CLOSED', closed_at: new Date().toISOString() })
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_CASE}`)
  const chat = screen.getByRole('complementary')
  await expect.element(chat.getByRole('alert')).toHaveTextContent('เปิดช่องนี้ไม่สำเร็จ')
  await expect.element(chat.getByRole('tab', { name: 'โน้ตภายใน' })).toBeVisible()
  const again = chat.getByRole('button', { name: 'ลองใหม่' })
  await expect.element(again).toBeVisible()
  // In one step: it is tried by itself, too, and then there is no button.
  connection.isAway = false
  ;(again.element() as HTMLElement).click()
  await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
})

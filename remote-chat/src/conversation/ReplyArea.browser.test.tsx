import { expect, test, vi } from 'vitest'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

const connection = vi.hoisted(() => ({ isAway: true }))
// An export that rejects when awaited simulates a failed load. A failed import could not be retried, because browsers,
// unlike the product's loader, cache the failure.
vi.mock('./ClosedComposer.tsx', async (original) => {
  const { ClosedComposer } = await original<typeof import('./ClosedComposer.tsx')>()
  const fetched = async () => {
    if (connection.isAway) throw new TypeError('Failed to fetch')
    return ClosedComposer
  }
  // biome-ignore lint/suspicious/noThenProperty: it is awaited
  return { ClosedComposer: { then: (...notified: [never, never]) => fetched().then(...notified) } }
})

test('reports that the reply field cannot be loaded and offers a retry', async () => {
  desk.change(OWN_TICKET, { status: 'CLOSED', closed_at: new Date().toISOString() })
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_TICKET}`)
  const chat = screen.getByRole('complementary')
  await expect.element(chat.getByRole('alert')).toHaveTextContent('เปิดช่องนี้ไม่สำเร็จ')
  await expect.element(chat.getByRole('tab', { name: 'โน้ตภายใน' })).toBeVisible()
  const again = chat.getByRole('button', { name: 'ลองใหม่' })
  await expect.element(again).toBeVisible()
  // Clicks immediately, without Playwright's checks: an automatic retry may remove the button.
  connection.isAway = false
  ;(again.element() as HTMLElement).click()
  await expect.element(chat.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
})

import { messagesKey } from 'shared/api'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { countRenders } from '../testing/count-renders.ts'

const id = 'b81d04fe-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
const renders = countRenders()
// These modules load React, so they are imported after the render counter is installed.
const { default: ChatQueuePage } = await import('../pages/ChatQueuePage.page.tsx')
const { renderPage } = await import('../testing/render-page.tsx')
const installed = await import('../testing/installed-desk.ts')
const { isFollowed } = await import('../testing/open-conversation.tsx')
const { frames } = await import('../testing/settled.ts')

installed.installMockDesk()

/** Returns the number of bubbles rendered until `work` has finished and the screen is updated. */
async function countBubbleRenders(work: () => Promise<unknown>): Promise<number> {
  renders.bubbles = 0
  await work()
  await frames()
  return renders.bubbles
}

test('renders no message bubble again while the user types or after a fetch without changes, and at most two for a new message', async () => {
  const { screen, client } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
  const chat = screen.getByRole('complementary')
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect.element(chat.getByText('โอนจากธนาคารกสิกร 1,500 บาท')).toBeVisible()
  await expect.poll(() => installed.desk.count(/read$/)).toBeGreaterThan(0)
  await expect.element(chat.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
  await isFollowed(id)
  await frames()
  expect(await countBubbleRenders(() => userEvent.type(composer, 'ยอดเข้าแล้ว'))).toBe(0)
  expect(await countBubbleRenders(() => client.refetchQueries({ queryKey: messagesKey(id) }))).toBe(0)
  expect(await countBubbleRenders(() => client.refetchQueries())).toBe(0)
  const drawn = await countBubbleRenders(async () => {
    installed.desk.write(id, 'มาใหม่')
    await expect.element(chat.getByText('มาใหม่', { exact: true })).toBeVisible()
  })
  expect(drawn).toBeGreaterThanOrEqual(1)
  expect(drawn).toBeLessThanOrEqual(2)
})

import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { installMockDesk } from './testing/installed-desk.ts'
import { openChat } from './testing/open-conversation.tsx'

installMockDesk()

const connection = vi.hoisted(() => ({ isAway: true }))
// What is awaited fails, not the import: a browser keeps the failure of an import for good, and the built product's loader does not.
vi.mock('./conversation/PictureLinkWindow.tsx', async (original) => {
  const { PictureLinkWindow } = await original<typeof import('./conversation/PictureLinkWindow.tsx')>()
  const fetched = async () => {
    if (connection.isAway) throw new TypeError('Failed to fetch')
    return PictureLinkWindow
  }
  // biome-ignore lint/suspicious/noThenProperty: it is awaited
  return { PictureLinkWindow: { then: (...told: [never, never]) => fetched().then(...told) } }
})

test('a window whose code cannot be fetched says so, and opens with a later press', async () => {
  const { screen, chat } = await openChat()
  const press = () => chat.getByRole('button', { name: 'ส่งรูปภาพจากลิงก์' }).click()
  await press()
  await expect.element(screen.getByText('เปิดหน้าต่างไม่สำเร็จ กรุณาลองใหม่อีกครั้ง')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  connection.isAway = false
  await press()
  await expect.element(page.getByRole('dialog', { name: 'ส่งรูปภาพจากลิงก์' })).toBeVisible()
})

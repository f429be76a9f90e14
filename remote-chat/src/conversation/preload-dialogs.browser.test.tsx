import { expect, test, vi } from 'vitest'
import { installMockDesk } from '../testing/installed-desk.ts'
import { openChat } from '../testing/open-conversation.tsx'

installMockDesk()
// Enlarges the buffer of resource timings, which would be full before the first test.
performance.setResourceTimingBufferSize(5_000)

const connection = vi.hoisted(() => ({ isAway: true }))
// An export that rejects when awaited simulates a failed load. A failed import could not be retried, because browsers,
// unlike the product's loader, cache the failure.
vi.mock('../suggestions/SuggestionDialog.tsx', async (original) => {
  const { SuggestionDialog } = await original<typeof import('../suggestions/SuggestionDialog.tsx')>()
  const fetched = async () => {
    if (connection.isAway) throw new TypeError('Failed to fetch')
    return SuggestionDialog
  }
  // biome-ignore lint/suspicious/noThenProperty: it is awaited
  return { SuggestionDialog: { then: (...notified: [never, never]) => fetched().then(...notified) } }
})

test('reports a dialog that cannot be loaded, and opens it on a later click', async () => {
  const { screen, chat } = await openChat()
  const button = chat.getByRole('button', { name: 'จัดการข้อความสำเร็จรูป' })
  await button.click()
  await expect.element(screen.getByText('เปิดไม่สำเร็จ กรุณาลองใหม่อีกครั้ง')).toBeVisible()
  connection.isAway = false
  await button.click()
  await expect.element(screen.getByRole('dialog', { name: /ข้อความสำเร็จรูป/ })).toBeVisible()
})

test('loads the dialogs of a conversation before their buttons are clicked', async () => {
  const fetched = (file: string) =>
    performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname.endsWith(file))
  await openChat()
  await expect.poll(() => fetched('/SuggestionSearch.tsx')).toBe(true)
  await expect.poll(() => fetched('/ConfirmFilesDialog.tsx')).toBe(true)
  await expect.poll(() => fetched('/Menu/MenuList.tsx')).toBe(true)
})

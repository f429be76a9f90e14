import { MockKinds } from 'shared/testing/mock-kinds.ts'
import { expect, test, vi } from 'vitest'
import { desk, installMockDesk } from '../../testing/installed-desk.ts'
import { OWN_TICKET, openChat } from '../../testing/open-conversation.tsx'
import { richKind } from './RichMessage.tsx'

installMockDesk()

test('shows only the text of rich messages whose code cannot be loaded, and complete messages after a reconnect', async () => {
  const load = vi.spyOn(richKind, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  const [text, content] = MockKinds.audio
  desk.write(OWN_TICKET, text, { content })
  const { log } = await openChat()
  await expect.element(log.getByText(text, { exact: true })).toBeVisible()
  expect(load).toHaveBeenCalled()
  await expect.element(log.getByRole('button', { name: 'เล่นเสียง' })).not.toBeInTheDocument()
  // The page is still offline: the retry fails and the text remains.
  const goOnline = () => window.dispatchEvent(new Event('online'))
  await expect.poll(() => goOnline() && load.mock.calls.length).toBeGreaterThan(1)
  await expect.element(log.getByText(text, { exact: true })).toBeVisible()
  load.mockRestore()
  const player = log.getByRole('button', { name: 'เล่นเสียง' })
  await expect.poll(() => goOnline() && player.elements().length).toBe(1)
})

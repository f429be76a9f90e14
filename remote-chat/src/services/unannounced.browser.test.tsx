import { createDeskQueryClient } from 'shared/api'
import { isRealtimeLive } from 'shared/realtime'
import { startSessionCheck } from 'shared/session'
import { expect, onTestFinished, test, vi } from 'vitest'
import { soundAlert } from '../alerts/alert-sound.store.ts'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET } from '../testing/open-conversation.tsx'
import startAlerts from './Alerts.service.ts'

vi.mock('../alerts/alert-sound.store.ts', { spy: true })
vi.mock('shared/contract/constants.ts', async (original) => ({
  ...(await original<typeof import('shared/contract/constants.ts')>()),
  LIVE_POLL_MS: 500,
  QUEUE_REFRESH_MS: 500,
}))
installMockDesk()

test('alerts at the next poll for a message without an event, even with a live socket', async () => {
  await startSessionCheck()
  const stop = await startAlerts({ role: 'ADMIN', queryClient: createDeskQueryClient(), navigate: () => {} })
  onTestFinished(() => stop?.())
  const readings = () => desk.count(/unread_only/)
  await expect.poll(() => isRealtimeLive() && readings() >= 2).toBe(true)
  const silent = vi.spyOn(desk, 'publish').mockImplementation(() => undefined)
  onTestFinished(() => silent.mockRestore())
  // A fetch caused by an event makes no sound. One more fetch without events shows that no sound is pending.
  const before = readings()
  await expect.poll(() => readings() > before, { timeout: 20_000 }).toBe(true)
  desk.write(OWN_TICKET, 'มีใครอยู่ไหม')
  expect(soundAlert).not.toHaveBeenCalled()
  await expect.poll(() => vi.mocked(soundAlert).mock.calls.length, { timeout: 20_000 }).toBe(1)
  expect(isRealtimeLive()).toBe(true)
})

import { expect, test } from 'vitest'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { openQueue } from '../testing/open-queue.tsx'

installMockDesk()

test('managers are warned above the list, of each account that is near its limit or at it', async () => {
  desk.quotaNear.add('main')
  desk.quotaReached.add('vip')
  const { screen } = await openQueue()
  await expect.element(screen.getByText(/ใช้ข้อความของเดือนนี้เกิน 80% แล้ว/)).toBeVisible()
  await expect.element(screen.getByText(/ใช้ข้อความของเดือนนี้ครบแล้ว/)).toBeVisible()
})

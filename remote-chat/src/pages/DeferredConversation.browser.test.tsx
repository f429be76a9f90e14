import { afterEach, beforeEach, expect, test } from 'vitest'
import { installMockDesk } from '../testing/installed-desk.ts'
import { OWN_NAME, openQueue } from '../testing/open-queue.tsx'

installMockDesk()

const { requestIdleCallback, cancelIdleCallback } = window

beforeEach(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback')
  Reflect.deleteProperty(window, 'cancelIdleCallback')
})
afterEach(() => {
  Object.assign(window, { requestIdleCallback, cancelIdleCallback })
})

test('opens lists and conversations in a browser without idle callbacks (Safari)', async () => {
  expect('requestIdleCallback' in window).toBe(false)
  const { screen, row } = await openQueue()
  await expect.element(row(OWN_NAME)).toBeVisible()
  await row(OWN_NAME).click()
  await expect.element(screen.getByRole('complementary', { name: OWN_NAME })).toBeVisible()
})

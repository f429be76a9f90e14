import { signOut } from 'shared/session'
import { clearNotices } from 'shared/testing/clear-notices.ts'
import { MockManager } from 'shared/testing/mock-profile.ts'
import { showToast } from 'shared/ui'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/render-app.tsx'

let stop: (() => void) | undefined
afterEach(() => {
  clearNotices()
  signOut()
  stop?.()
})

test.each([
  [1440, 900],
  [390, 844],
] as const)('at %i × %i notices leave the top bar free', async (width, height) => {
  await page.viewport(width, height)
  const server = await renderApp('/profile', MockManager)
  stop = () => server.stop()
  const bar = page.getByRole('banner')
  await expect.element(bar.getByRole('button').first()).toBeVisible()
  showToast({ text: 'นภัสสรกล่าวถึงคุณ', tone: 'error', timeoutMs: 0 })
  const notice = page.getByRole('alert').filter({ hasText: 'นภัสสรกล่าวถึงคุณ' })
  await expect.element(notice).toBeVisible()
  const below = () =>
    notice.element().getBoundingClientRect().top - bar.element().getBoundingClientRect().bottom
  await expect.poll(below).toBeGreaterThanOrEqual(0)
  // Where it has come to rest.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  expect(below()).toBeGreaterThanOrEqual(0)
  expect(below()).toBeLessThan(20)
})

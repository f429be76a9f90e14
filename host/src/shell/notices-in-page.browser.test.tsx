import { signOut } from 'shared/session'
import { waitForAnimations } from 'shared/testing/animations-end.ts'
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
] as const)(
  'shows notifications at %i × %i at the bottom of the page, next to the sidebar, without covering the top bar',
  async (width, height) => {
    await page.viewport(width, height)
    const server = await renderApp('/profile', MockManager)
    stop = () => server.stop()
    await expect.element(page.getByRole('banner').getByRole('button').first()).toBeVisible()
    for (const number of [1, 2, 3, 4])
      showToast({ text: `นภัสสรกล่าวถึงคุณ ${number}`, tone: 'error', timeoutMs: 0 })
    const notices = page.getByRole('alert').filter({ hasText: 'นภัสสรกล่าวถึงคุณ' })
    await expect.element(notices.filter({ hasText: 'คุณ 4' })).toBeVisible()
    await expect.poll(() => notices.elements().length).toBe(3)
    const boxes = () => notices.elements().map((each) => each.getBoundingClientRect())
    // Measures the notifications after their animation.
    await waitForAnimations()
    const main = page.getByRole('main').element().getBoundingClientRect()
    for (const { left, right, top, bottom } of boxes()) {
      expect(left).toBeGreaterThanOrEqual(main.left)
      expect(right).toBeLessThanOrEqual(main.right)
      expect(top).toBeGreaterThan(height / 2)
      expect(bottom).toBeLessThanOrEqual(height - 50)
    }
  },
)

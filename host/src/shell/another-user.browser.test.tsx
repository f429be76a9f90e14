import { followOtherTabs, signOut } from 'shared/session'
import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import { showToast } from 'shared/ui'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/render-app.tsx'

test('does not show notifications of the previous user to the next user', async () => {
  await page.viewport(1440, 900)
  const server = await renderApp('/profile', MockAgent)
  onTestFinished(() => {
    signOut()
    server.stop()
  })
  const stopFollowing = followOtherTabs()
  onTestFinished(stopFollowing)
  await expect.element(page.getByRole('button', { name: new RegExp(MockAgent.display_name) })).toBeVisible()
  showToast({ text: 'ส่งข้อความไม่สำเร็จ · ลูกค้าของคนก่อน', timeoutMs: 0 })
  const reported = page.getByText('ส่งข้อความไม่สำเร็จ · ลูกค้าของคนก่อน')
  await expect.element(reported).toBeVisible()
  server.respond('GET /auth/me', { body: { profile: MockManager } })
  localStorage.setItem('jwt', 'token-of-another')
  window.dispatchEvent(new StorageEvent('storage', { key: 'jwt', newValue: 'token-of-another' }))
  await expect.element(page.getByRole('button', { name: new RegExp(MockManager.display_name) })).toBeVisible()
  await expect.element(reported).not.toBeInTheDocument()
})

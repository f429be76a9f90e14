import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CALLS, installMockDashboard, openDashboard, server } from '../testing/open-dashboard.tsx'

installMockDashboard()

test('shows no retry for a forbidden channel, but one for other failures', async () => {
  server.respond(CALLS.overview, { status: 403, body: { code: 'forbidden_channel' } })
  await openDashboard()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/คุณไม่มีสิทธิ์ใน OA นี้.*เลือกบัญชีอื่นจากด้านบน/)
  await expect.element(page.getByRole('button', { name: 'ลองใหม่' })).not.toBeInTheDocument()
})

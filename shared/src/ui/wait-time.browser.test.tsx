import { recordServerTime } from 'shared/session'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../testing/render.ts'
import { WaitBar, WaitTime } from './index.ts'

test.each([
  ['ahead', -600_000],
  ['behind', 600_000],
])('the waiting time uses the server’s clock when the device’s clock is %s', async (_, byMs) => {
  const server = Date.now() + byMs
  const since = new Date(server - 30_000).toISOString()
  recordServerTime({ at: server, requestedAt: performance.now() })
  await render(
    <div>
      <WaitBar since={since} />
      <WaitTime since={since} />
    </div>,
  )
  const clock = page.getByText(/^00:3\d$/)
  await expect.element(clock).toBeInTheDocument()
  expect(clock.element().closest('[data-level]')?.getAttribute('data-level')).toBe('calm')
})

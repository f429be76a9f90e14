import { expect, test } from 'vitest'
import { dropSockets } from './socket-drops.ts'

// Short version of `pnpm soak drops`, which cuts two hundred connections under more traffic and also measures times.
test('pages whose connection drops show each message once and in order', {
  timeout: 240_000,
}, async () => {
  const report = await dropSockets({ drops: 16, seed: 1, customers: 8, mostMissed: 20, mostTraffic: 20 })
  const { missing, doubled, disordered } = report
  expect({ missing, doubled, disordered }).toEqual({ missing: [], doubled: [], disordered: [] })
  expect(report.completeMs).toHaveLength(16)
  expect(report.messages).toBeGreaterThan(16 + 8)
})

import { expect, test } from 'vitest'
import { ALL_CALLS } from './all-calls.ts'
import type { Call } from './define-call.ts'
import { ERRORS } from './errors.ts'

const calls: Call[] = Object.values(ALL_CALLS)

test('names are the keys, and each method and path is one call', () => {
  expect(calls.map((call) => call.name)).toEqual(Object.keys(ALL_CALLS))
  const addresses = calls.map((call) => `${call.method} ${call.path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test.each(calls.map((call) => [call.name, call] as const))('%s declares what its path names', (_, call) => {
  const named = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const shape = (call.params as unknown as { shape?: object } | undefined)?.shape ?? {}
  expect(Object.keys(shape)).toEqual(named)
  for (const code of call.errors ?? []) expect(ERRORS).toHaveProperty(code)
})

test.each([
  ['POST', '/auth/line/callback'],
  ['GET', '/auth/me'],
  ['GET', '/api/business/channels'],
  ['GET', '/api/business/agent-ranking'],
  ['GET', '/api/biz/dashboard'],
  ['GET', '/api/business/customers'],
  ['POST', '/api/business/customers/:id/vip'],
  ['GET', '/api/staff/channels'],
  ['GET', '/api/staff/tickets'],
  ['POST', '/api/staff/tickets/:id/accept'],
  ['POST', '/api/staff/tickets/:id/close'],
  ['GET', '/api/staff/tickets/:id/messages'],
  ['POST', '/api/staff/tickets/:id/send'],
  ['POST', '/api/staff/upload'],
  ['GET', '/api/staff/suggestions'],
  ['POST', '/api/staff/suggestions'],
  ['PUT', '/api/staff/suggestions/:id'],
  ['DELETE', '/api/staff/suggestions/:id'],
  ['GET', '/healthz'],
  ['GET', '/kb/sources'],
  ['GET', '/kb/logs'],
  ['POST', '/kb/upsert'],
  ['POST', '/kb/search'],
])('%s %s is there', (method, path) => {
  expect(calls.some((call) => call.method === method && call.path === path)).toBe(true)
})

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
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

/** Texts that never reach the database as they came; the server's own test sends each with NUL. */
const TAKEN_WITH_NUL = new Set([
  // Hashed, or told to LINE.
  'lineCallback body.code',
  'lineCallback body.state',
  'startLogin body.state',
  // Only compared.
  'closeTicket body.from',
  'listTickets query.assignee',
  // What cannot be looked for is left out of what is.
  'listTickets query.search',
  'listCustomers query.search',
  'searchMessages query.q',
])

/** Where a text may stand in what a call takes, and what is checked there. */
function textsIn(schema: z.core.$ZodType, place: string): [place: string, schema: z.core.$ZodType][] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [[place, schema]]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, each]) => textsIn(each, `${place}.${key}`))
    case 'array':
      return textsIn(def.element, place)
    case 'union':
      return def.options.flatMap((each) => textsIn(each, place))
    case 'pipe':
      return textsIn(def.in, place)
    case 'optional':
    case 'nullable':
    case 'default':
      return textsIn(def.innerType, place)
    case 'boolean':
    case 'number':
    case 'enum':
    case 'literal':
      return []
    default:
      throw new Error(`${place}: what texts are in a ${def.type}?`)
  }
}

test('a text that the database is asked with or given holds no NUL, in whichever call', () => {
  const taken = calls.flatMap(({ name, query, body }) =>
    Object.entries({ query, body })
      .flatMap(([part, schema]) => (schema ? textsIn(schema, part) : []))
      .filter(([, schema]) => z.safeParse(schema, `${'a'.repeat(20)}\0`).success)
      .map(([place]) => `${name} ${place}`),
  )
  expect(new Set(taken)).toEqual(TAKEN_WITH_NUL)
  expect(calls.flatMap(({ body }) => (body ? textsIn(body, '') : [])).length).toBeGreaterThan(15)
})

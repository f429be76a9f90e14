import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ALL_CALLS } from './all-calls.ts'
import type { Call } from './define-call.ts'
import { ERRORS } from './errors.ts'

const calls: Call[] = Object.values(ALL_CALLS)

test('each key of `ALL_CALLS` is the call’s name, and no two calls have the same method and path', () => {
  expect(calls.map((call) => call.name)).toEqual(Object.keys(ALL_CALLS))
  const addresses = calls.map((call) => `${call.method} ${call.path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test.each(calls.map((call) => [call.name, call] as const))(
  'the API call %s declares the parameters of its path',
  (_, call) => {
    const named = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const shape = (call.params as unknown as { shape?: object } | undefined)?.shape ?? {}
    expect(Object.keys(shape)).toEqual(named)
    for (const code of call.errors ?? []) expect(ERRORS).toHaveProperty(code)
  },
)

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
])('the contract contains the API call %s %s', (method, path) => {
  expect(calls.some((call) => call.method === method && call.path === path)).toBe(true)
})

/**
 * Request fields that accept the NUL character, because their text is never stored unchanged. A server test sends NUL
 * in each of these fields.
 */
const ACCEPTED_WITH_NUL = new Set([
  // Fields whose text the server hashes, or sends to LINE.
  'lineCallback body.code',
  'lineCallback body.state',
  'startLogin body.state',
  // Fields whose text the server only compares with stored values.
  'closeTicket body.from',
  'listTickets query.assignee',
  // Fields from whose text the server removes characters that cannot be searched for.
  'listTickets query.search',
  'listCustomers query.search',
  'searchMessages query.q',
])

/** Returns the text fields of a request schema, with their paths. */
function textsIn(schema: z.core.$ZodType, path: string): [path: string, schema: z.core.$ZodType][] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [[path, schema]]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, each]) => textsIn(each, `${path}.${key}`))
    case 'array':
      return textsIn(def.element, path)
    case 'union':
      return def.options.flatMap((each) => textsIn(each, path))
    case 'pipe':
      return textsIn(def.in, path)
    case 'optional':
    case 'nullable':
    case 'default':
      return textsIn(def.innerType, path)
    case 'boolean':
    case 'number':
    case 'enum':
    case 'literal':
      return []
    default:
      throw new Error(`${path}: what texts are in a ${def.type}?`)
  }
}

test('every request text that reaches the database rejects NUL', () => {
  const taken = calls.flatMap(({ name, query, body }) =>
    Object.entries({ query, body })
      .flatMap(([part, schema]) => (schema ? textsIn(schema, part) : []))
      .filter(([, schema]) => z.safeParse(schema, `${'a'.repeat(20)}\0`).success)
      .map(([path]) => `${name} ${path}`),
  )
  expect(new Set(taken)).toEqual(ACCEPTED_WITH_NUL)
  expect(calls.flatMap(({ body }) => (body ? textsIn(body, '') : [])).length).toBeGreaterThan(15)
})

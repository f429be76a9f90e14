import fc from 'fast-check'
import { ALL_CALLS } from 'shared/contract/all-calls.ts'
import type { Access, Call } from 'shared/contract/define-call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type ExistingIds, inputsOf, withValue } from './testing/contract-inputs.ts'
import { postWebhook, textEvent } from './testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from './testing/test-desk.ts'

let desk: TestDesk
let ids: Record<string, string>
const headersOf: Partial<Record<Access, { authorization: string }>> = {}
let agent: { authorization: string }
beforeAll(async () => {
  desk = await createTestDesk({ config: (config) => ({ ...config, callsPerMinute: 1_000_000 }) })
  headersOf.BUSINESS = (await desk.signInAs({ role: 'BUSINESS' })).headers
  agent = (await desk.signInAs({ role: 'ADMIN' })).headers
  await postWebhook(desk, [textEvent(randomLineUserId(), 'สวัสดีค่ะ')])
  const { rows } = await desk.context.db.$client.query('select id, customer_id from tickets')
  ids = { channel_key: 'main', id: rows[0].id, any_id: rows[0].id }
  for (const call of Object.values(ALL_CALLS))
    if (call.path.includes('/customers/:id')) ids[`${call.name}.id`] = rows[0].customer_id
})
afterAll(() => desk?.close())

const UNKNOWN_ID = '6f1f5a4e-7c3f-4d55-9d0e-0a6a3f3f3f3f'

/** Values that no field accepts, or that only look valid. */
const ODD: readonly unknown[] = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e400',
  '99999999999999999999',
  9_007_199_254_740_991,
  -9_007_199_254_740_991,
  2_147_483_648,
  1.5,
  null,
  true,
  [],
  ['a', 'b'],
  [['a']],
  {},
  { a: 1 },
  'NaN',
  'Infinity',
  'undefined',
  '__ALL__',
  'a\0b',
  '\ud800',
  '%',
  "'; select 1 --",
  '\\',
  'U'.repeat(64),
  UNKNOWN_ID,
  UNKNOWN_ID.toUpperCase(),
  `99999999999999999999.${UNKNOWN_ID}`,
  `-99999999999999.${UNKNOWN_ID}`,
  `8640000000000001.${UNKNOWN_ID}`,
  `253402300800000.${UNKNOWN_ID}`,
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '1899-12-31',
  '9999-12-31',
  '9999-12-31T23:59:59-14:00',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '294277-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  'a'.repeat(10_000),
]

async function statusOf(
  call: Call,
  input: Partial<Record<'query' | 'body', unknown>>,
  known: ExistingIds,
  headers: object,
) {
  const response = await desk.app.inject({
    method: call.method,
    url: addressOf(call, known, input.query),
    headers: { ...headers, ...(input.body !== undefined && { 'content-type': 'application/json' }) },
    ...(input.body !== undefined && { payload: JSON.stringify(input.body) }),
  })
  return { status: response.statusCode, code: response.json().code, body: response.body.slice(0, 200) }
}

/** Returns true for a server error, except those of LINE and other servers, which tests cannot reach. */
const isFault = ({ status, code }: { status: number; code?: string }) =>
  status >= 500 && code !== 'line_unavailable' && !(code === 'unavailable')

const calls: readonly Call[] = Object.values(ALL_CALLS)

test.each(calls.map((call) => [call.name, call] as const))(
  '%s returns no 5xx for invalid input',
  async (_name, call) => {
    const inputs = inputsOf(call, ids)
    const samples = Object.fromEntries(inputs.map(({ field, sample }) => [field.part, sample]))
    for (const headers of [headersOf.BUSINESS ?? {}, agent])
      for (const known of [ids, { ...ids, id: UNKNOWN_ID, any_id: UNKNOWN_ID, channel_key: 'no-such' }]) {
        const received = await statusOf(call, samples, known, headers)
        expect([received, isFault(received)]).toEqual([received, false])
      }
    for (const { field, least } of inputs)
      for (const odd of ODD) {
        const input = { ...samples, [field.part]: withValue(least, field.path, odd) }
        const received = await statusOf(call, input, ids, headersOf.BUSINESS ?? {})
        expect([field, odd, received, isFault(received)]).toEqual([field, odd, received, false])
      }
    for (const name of call.path.matchAll(/:(\w+)/g))
      for (const odd of [
        'a\0b',
        '%',
        '__proto__',
        'x'.repeat(200),
        UNKNOWN_ID,
        '0'.repeat(36),
        '../..',
        'ก\ud800'.toWellFormed(),
      ]) {
        const known = { ...ids, [`${call.name}.${name[1]}`]: odd }
        const received = await statusOf(call, samples, known, headersOf.BUSINESS ?? {})
        expect([odd, received, isFault(received)]).toEqual([odd, received, false])
      }
  },
  300_000,
)

test('returns no 5xx for any JSON body', async () => {
  const written = calls.filter(({ body }) => body !== undefined)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...written), fc.jsonValue({ maxDepth: 3 }), async (call, body) => {
      const received = await statusOf(call, { body }, ids, headersOf.BUSINESS ?? {})
      expect([call.name, received, isFault(received)]).toEqual([call.name, received, false])
    }),
    { numRuns: 300, seed: 1 },
  )
})

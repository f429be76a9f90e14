import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ALL_CALLS } from './all-calls.ts'
import type { Call } from './define-call.ts'

const calls: Call[] = Object.values(ALL_CALLS)

/**
 * Bodies that another server sends with status 200, as the client parses them: an HTML page becomes a string, an
 * empty body undefined.
 */
const FOREIGN = [
  '<!doctype html><title>Sign in to the network</title>',
  undefined,
  null,
  {},
  [],
  '',
  0,
  true,
  { status: 'success', data: [] },
  { results: {} },
  { items: null },
  { message: 'Welcome', code: 200 },
  [{}],
  [{ name: 'x' }],
  { items: [{ name: 'x' }] },
  { data: { url: 'https://example.com' } },
]

/** Bodies that are valid, because the specification allows them or because they look like responses of our server. */
const ALLOWED: Record<string, readonly unknown[]> = {
  listMessages: [[]],
  knowledgeSources: [[]],
  listAgents: [[{ name: 'x' }], { items: [{ name: 'x' }] }],
}
const DELETION = 'deleteSuggestion'

test.each(calls.filter(({ name }) => name !== DELETION).map((call) => [call.name, call] as const))(
  'the API call %s rejects responses of other servers',
  (name, call) => {
    const read = FOREIGN.filter((body) => z.safeParse(call.decode ?? call.response, body).success)
    expect(read).toEqual(ALLOWED[name] ?? [])
  },
)

test('a deletion does not accept an HTML page or a list as success', () => {
  const { decode } = ALL_CALLS[DELETION]
  for (const body of ['<!doctype html>', null, [], [{}], 0, { ok: false }])
    expect(z.safeParse(decode, body).success).toBe(false)
})

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ALL_CALLS } from './all-calls.ts'
import type { Call } from './define-call.ts'

const calls: Call[] = Object.values(ALL_CALLS)

/** Responses of another server with status 200, as the client reads them: pages are texts, an empty body is undefined. */
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

/** Forms that the specification allows, or that look like the desk's own. */
const ALLOWED: Record<string, readonly unknown[]> = {
  listMessages: [[]],
  knowledgeSources: [[]],
  listAgents: [[{ name: 'x' }], { items: [{ name: 'x' }] }],
}
const DELETION = 'deleteSuggestion'

test.each(calls.filter(({ name }) => name !== DELETION).map((call) => [call.name, call] as const))(
  '%s takes no response of a foreign server for its own',
  (name, call) => {
    const read = FOREIGN.filter((body) => z.safeParse(call.decode ?? call.answer, body).success)
    expect(read).toEqual(ALLOWED[name] ?? [])
  },
)

test('a deletion accepts neither an HTML page nor a list as success', () => {
  const { decode } = ALL_CALLS[DELETION]
  for (const body of ['<!doctype html>', null, [], [{}], 0, { ok: false }])
    expect(z.safeParse(decode, body).success).toBe(false)
})

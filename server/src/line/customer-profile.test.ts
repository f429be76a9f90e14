import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileResult } from '../line-api/line-answer.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { ProfileFetcher } from './customer-profile.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
})
afterAll(() => testDesk?.close())

test('on shutdown queued profile fetches are dropped and running ones awaited', async () => {
  const made = await testDesk.context.db.$client.query<{ id: string }>(
    `insert into customers (channel_key, line_user_id)
     select 'main', $1 || n from generate_series(1, 50) n returning id`,
    [randomLineUserId().slice(0, 30)],
  )
  const asked: ((answer: ProfileResult) => void)[] = []
  const profile = () => new Promise<ProfileResult>((resolve) => asked.push(resolve))
  const channel = await testDesk.context.line.forChannel('main')
  const line = { ...testDesk.context.line, forChannel: async () => ({ ...channel, profile }) }
  const fetcher = new ProfileFetcher({ ...testDesk.context, line })
  for (const { id } of made.rows) fetcher.ask(id)
  await expect.poll(() => asked.length).toBe(4)

  let hasStopped = false
  const stopped = fetcher.stop().then(() => {
    hasStopped = true
  })
  expect(hasStopped).toBe(false)
  for (const answer of asked) answer({ kind: 'unknown' })
  await stopped
  expect(asked).toHaveLength(4)
  const kept = await testDesk.context.db.$client.query(
    'select 1 from customers where profile_fetched_at is not null and id = any($1)',
    [made.rows.map(({ id }) => id)],
  )
  expect(kept.rowCount).toBe(4)
})

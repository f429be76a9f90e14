import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLineWorld, type LineWorld } from '../testing/line-world.ts'
import { type MediaFetcher, startMediaFetcher } from './media-fetcher.ts'

const FAST = { pollMs: 50, preparingPausesMs: [5], failurePausesMs: [5] }

let world: LineWorld
let fetcher: MediaFetcher | undefined
beforeAll(async () => {
  world = await createLineWorld()
})
afterEach(async () => {
  await fetcher?.stop()
  await world.clearFaults()
})
afterAll(() => world?.close())

/** Sends media from a simulated phone. Returns the final database row. */
async function sent(type: 'image' | 'video' | 'audio', fault?: { mode: string; calls?: number }) {
  const { context } = world.testDesk
  if (fault !== undefined) await world.fault({ target: 'content', ...fault })
  const { user_id } = world.customer()
  const count = async () => (await context.db.$client.query('select from media')).rowCount ?? 0
  const before = await count()
  const response = await fetch(`${world.simulator.url}/simulator/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel_key: 'main', user_id, message: { type } }),
  })
  expect(response.status).toBe(200)
  await expect.poll(count, { timeout: 30_000 }).toBe(before + 1)
  fetcher = startMediaFetcher(context, FAST)
  await fetcher.drain()
  const { rows } = await context.db.$client.query(
    `select md.state, md.reason, md.attempts, b.content_type, b.width, b.height, md.preview_blob is not null as has_preview
     from media md left join blobs b on b.key = md.original_blob order by md.created_at desc limit 1`,
  )
  return rows[0]
}

test.each([
  ['image', { content_type: 'image/png', has_preview: true }],
  ['video', { content_type: 'video/mp4', has_preview: true }],
  ['audio', { content_type: 'audio/wav', width: null, height: null, has_preview: false }],
] as const)('stores media that the simulated phone sends: %s', async (type, expected) => {
  expect(await sent(type)).toMatchObject({ state: 'ready', reason: null, ...expected })
})

test('a video is fetched once LINE has prepared it', async () => {
  expect(await sent('video', { mode: '202', calls: 3 })).toMatchObject({ state: 'ready', attempts: 4 })
})

test.each([
  ['404', 'not_found'],
  ['410', 'expired'],
])('media content is reported as gone when LINE returns %s', async (mode, reason) => {
  expect(await sent('image', { mode })).toMatchObject({ state: 'gone', reason, attempts: 1 })
})

test.each(['500', '429', 'drop_answer', 'drop_request'])('retries media after the fault %s', async (mode) => {
  expect(await sent('image', { mode, calls: 2 })).toMatchObject({ state: 'ready', attempts: 3 })
})

import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { breakConnection, bytes, chunked } from '../testing/content-stub.ts'
import { lineEvent, postWebhook } from '../testing/line-events.ts'
import {
  desk,
  installMediaDesk,
  photograph,
  rowOf,
  send,
  setFreeBytes,
  start,
  stored,
  stub,
  workDir,
} from '../testing/media-desk.ts'
import { randomLineUserId } from '../testing/test-desk.ts'

installMediaDesk()

const FILE = { fileName: 'ใบเสนอราคา.pdf', fileSize: 10 }
const query = (text: string, values: unknown[] = []) => desk.context.db.$client.query(text, values)
const makeDue = () => query("update media set next_attempt_at = now() where state = 'pending'")
const until = (check: () => Promise<void>) => expect.poll(() => check().then(() => true, String)).toBe(true)

test('while the disk is full, media stay pending without requests to LINE, and webhooks are still stored', async () => {
  setFreeBytes(desk.context.space.floorBytes - 1)
  const before = await stored()
  const sent = await send('file', FILE)
  stub.content(sent.lineId, bytes(photograph))
  start({ failurePausesMs: [60_000] })
  await until(async () =>
    expect(await rowOf(sent)).toMatchObject({ state: 'pending', reason: 'storage_full' }),
  )
  expect(stub.calls(sent.lineId)).toEqual([])
  expect(await stored()).toEqual(before)
  expect(await readdir(workDir())).toEqual([])
  setFreeBytes(null)
  await makeDue()
  await until(async () => expect(await rowOf(sent)).toMatchObject({ state: 'ready', reason: null }))
})

test.each([
  ['a declared length', bytes],
  ['an unknown length', chunked],
])('a file with %s is not written when less than the reserved disk space would remain', async (_, served) => {
  const before = await stored()
  const sent = await send('file', FILE)
  setFreeBytes(desk.context.space.floorBytes + photograph.length)
  stub.content(sent.lineId, served(photograph))
  start({ failurePausesMs: [60_000] })
  await until(async () =>
    expect(await rowOf(sent)).toMatchObject({ state: 'pending', reason: 'storage_full' }),
  )
  expect(await stored()).toEqual(before)
  expect(await readdir(workDir())).toEqual([])
})

test.each([
  ['a declared length', bytes],
  ['an unknown length', chunked],
])(
  'media beyond the daily limit per customer are fetched the next day (files with %s)',
  async (_, served) => {
    setFreeBytes(null)
    const perDay = desk.context.config.media.customerBytesPerDay
    const part = randomBytes(Math.floor(perDay * 0.3))
    const userId = randomLineUserId()
    const from = async (customer: string) => {
      const lineId = `7${Math.floor(Math.random() * 1e15)}`
      const message = { id: lineId, type: 'file', contentProvider: { type: 'line' }, ...FILE }
      stub.content(lineId, served(part))
      await postWebhook(desk, [lineEvent(customer, { type: 'message', message })])
      return { lineId, userId: customer }
    }
    const sent = [
      await from(userId),
      await from(userId),
      await from(userId),
      await from(userId),
      await from(userId),
    ]
    const others = await from(randomLineUserId())
    start({ failurePausesMs: [60_000] })
    const states = async () =>
      (await Promise.all(sent.map(rowOf))).map(({ state, reason }) => reason ?? state).sort()
    await until(async () =>
      expect(await states()).toEqual(['daily_limit', 'daily_limit', 'ready', 'ready', 'ready']),
    )
    await until(async () => expect((await rowOf(others)).state).toBe('ready'))
    const { rows } = await query(
      `select bytes::int, next_attempt_at > now() as waits from customer_media_days d join customers c on c.id = d.customer_id
     join media md on md.state = 'pending' and md.reason = 'daily_limit' where c.line_user_id = $1`,
      [userId],
    )
    expect(rows).toEqual([
      { bytes: 3 * part.length, waits: true },
      { bytes: 3 * part.length, waits: true },
    ])
    await query('update customer_media_days set day = day - 1')
    await makeDue()
    await until(async () => expect(await states()).toEqual(Array(5).fill('ready')))
  },
)

test('a file whose row was deleted meanwhile is not charged to the daily media budget', async () => {
  setFreeBytes(null)
  const sent = await send('file', FILE)
  const serve = bytes(photograph)
  stub.content(sent.lineId, (response, request) => {
    void query('delete from media where line_message_id = $1', [sent.lineId]).then(() =>
      serve(response, request),
    )
  })
  const before = await stored()
  await start().drain()
  expect(stub.calls(sent.lineId)).toHaveLength(1)
  const { rows } = await query(
    `select d.bytes::int from customer_media_days d join customers c on c.id = d.customer_id where c.line_user_id = $1`,
    [sent.userId],
  )
  expect(rows).toEqual([{ bytes: 0 }])
  expect(await stored()).toEqual(before)
})

test('a file that did not arrive completely is not charged to the daily media budget', async () => {
  setFreeBytes(null)
  const sent = await send('file', FILE)
  stub.content(sent.lineId, breakConnection(photograph, 1_000))
  start({ failurePausesMs: [60_000] })
  await until(async () => expect((await rowOf(sent)).attempts).toBe(1))
  const charged = async () =>
    (
      await query(
        'select bytes::int from customer_media_days d join customers c on c.id = d.customer_id where c.line_user_id = $1',
        [sent.userId],
      )
    ).rows
  await until(async () => expect(await charged()).toEqual([{ bytes: 0 }]))
})

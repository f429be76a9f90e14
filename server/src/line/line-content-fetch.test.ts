import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { breakConnection, bytes, chunked, json, preparing, refusal } from '../testing/content-stub.ts'
import {
  desk,
  installMediaDesk,
  MAX_BYTES,
  newLineId,
  photograph,
  received,
  rowOf,
  type Sent,
  send,
  sha256,
  start,
  stored,
  stub,
  workDir,
} from '../testing/media-desk.ts'
import { claimDueMedia } from './media-fetch.store.ts'

installMediaDesk()

describe('fetching media content from LINE', () => {
  test('media content is requested again until LINE has prepared it', async () => {
    const sent = await send('video')
    const video = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42film', 'latin1')
    stub.content(sent.lineId, preparing(), preparing(), preparing(), bytes(video))
    stub.transcoding(sent.lineId, json({ status: 'processing' }))
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'ready', attempts: 4 })
    expect(stub.calls(sent.lineId).filter((call) => call !== 'preview')).toEqual([
      ...['content', 'transcoding', 'content', 'transcoding', 'content', 'transcoding', 'content'],
    ])
  })

  test.each([
    ['not_found', [refusal(404, 'not found')]],
    ['expired', [preparing(), refusal(410, 'The content is gone')]],
    ['too_large', [bytes(Buffer.alloc(MAX_BYTES + 1))]],
    ['too_large', [chunked(...Array.from({ length: 31 }, () => Buffer.alloc(100_000)))]],
  ] as const)('content that is %s is not retried (%#)', async (reason, responses) => {
    const before = await stored()
    const sent = await send('image')
    stub.content(sent.lineId, ...responses)
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason, original_blob: null })
    expect(await stored()).toEqual(before)
    expect(received.at(-1)?.id).toBe((await rowOf(sent)).message_id)
  })

  test.each([
    ['video', preparing()],
    ['video', refusal(404, 'not found')],
    ['audio', refusal(404, 'not found')],
  ] as const)('reports that LINE failed to prepare a %s (%#)', async (type, response) => {
    const sent = await send(type)
    stub.content(sent.lineId, response)
    stub.transcoding(sent.lineId, json({ status: 'failed' }))
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'transcoding_failed', attempts: 1 })
    expect(stub.calls(sent.lineId)).toEqual(['content', 'transcoding'])
  })

  test('a video that LINE prepared and no longer has is reported as not found', async () => {
    const sent = await send('video')
    stub.content(sent.lineId, refusal(404, 'not found'))
    stub.transcoding(sent.lineId, json({ status: 'succeeded' }))
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'not_found' })
  })

  test('media content is requested again after errors, 429 and interruptions, and never stored incompletely', async () => {
    const before = await stored()
    const sent = await send('image')
    stub.content(
      sent.lineId,
      refusal(500, 'Internal'),
      refusal(429, 'Slow down'),
      breakConnection(photograph, 20_000),
      (response) => response.destroy(),
      bytes(photograph),
    )
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', attempts: 5, sha256: sha256(photograph) })
    const keys = [row.original_blob, row.preview_blob]
    expect((await stored()).filter((key) => !before.includes(key)).sort()).toEqual(keys.sort())
    expect(await readdir(workDir())).toEqual([])
  })

  const sentDaysAgo = async (days: number) => {
    const sent = await send('video')
    await desk.context.db.$client.query(
      `update media set created_at = now() - interval '1 day' * $2 where line_message_id = $1`,
      [sent.lineId, days],
    )
    return sent
  }
  const passing: [string, ReturnType<typeof refusal>][] = [
    ['fails', refusal(500, 'Internal')],
    ['is busy', refusal(429, 'Slow down')],
    ['is preparing', preparing()],
    ['breaks off', breakConnection(Buffer.alloc(30_000), 20_000)],
  ]

  test.each(passing)('media content is still retried days later when LINE %s', async (_, response) => {
    const sent = await sentDaysAgo(13.9)
    stub.content(
      sent.lineId,
      response,
      bytes(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42film', 'latin1')),
    )
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'ready', attempts: 2 })
  })

  test.each(passing)('media content is given up after 14 days when LINE %s', async (_, response) => {
    const sent = await sentDaysAgo(14.1)
    stub.content(sent.lineId, response)
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'unreachable', attempts: 1 })
  })

  test('after any successful request to LINE, all failed media are fetched again', async () => {
    const failed = [await send('image'), await send('image'), await send('image')]
    for (const { lineId } of failed) stub.content(lineId, refusal(500, 'Internal'), bytes(photograph))
    const fetcher = start({ failurePausesMs: [3_600_000], wakeEveryMs: 10 })
    for (const sent of failed)
      await expect.poll(() => rowOf(sent)).toMatchObject({ state: 'pending', waits_for_line: true })
    desk.context.bus.publish({ kind: 'line_succeeded', channelKey: 'main', call: 'other' })
    await fetcher.drain()
    for (const sent of failed) expect(await rowOf(sent)).toMatchObject({ state: 'ready', attempts: 2 })
  })

  test('content that LINE is still preparing is not requested earlier after a successful request', async () => {
    const slow = await send('video')
    stub.content(slow.lineId, preparing(), bytes(photograph))
    stub.transcoding(slow.lineId, json({ status: 'processing' }))
    start({ preparingPausesMs: [3_600_000], wakeEveryMs: 10 })
    await expect.poll(async () => (await rowOf(slow)).attempts).toBe(1)
    // LINE has the content before the running fetcher requests it.
    const id = newLineId()
    stub.content(id, bytes(photograph))
    const quick = await send('image', { id })
    await expect.poll(() => rowOf(quick)).toMatchObject({ state: 'ready' })
    expect(await rowOf(slow)).toMatchObject({ state: 'pending', attempts: 1, waits_for_line: false })
  })

  test('refused content is requested again once LINE accepts the token of the channel, and not before', async () => {
    const sent = await send('image')
    stub.content(sent.lineId, refusal(401, 'invalid token'), bytes(photograph))
    start()
    await expect.poll(async () => (await rowOf(sent)).reason).toBe('token_refused')
    expect(await rowOf(sent)).toMatchObject({ state: 'pending', attempts: 1 })
    // Simulates that a staff member enters a new token after nine of the ten minutes of the retry interval.
    await desk.context.db.$client.query(
      `update channels set token_refused_at = null, token_refusal = null where key = 'main'`,
    )
    await desk.context.db.$client.query(
      `update media set next_attempt_at = now() + interval '8 minutes' where line_message_id = $1`,
      [sent.lineId],
    )
    await expect.poll(() => rowOf(sent)).toMatchObject({ state: 'ready', attempts: 2, reason: null })
  })

  test('content that LINE refuses with a valid token is not requested again immediately', async () => {
    const sent = await send('image')
    stub.content(sent.lineId, refusal(403, 'not this account'))
    await refusedOnce(sent)
    expect(await claimable()).not.toContain(sent.lineId)
  })

  test('content of a removed channel is not requested before its retry is due', async () => {
    const sent = await send('image')
    stub.content(sent.lineId, refusal(403, 'not this account'))
    const { db } = desk.context
    await refusedOnce(sent)
    await db.$client.query(`update channels set removed_at = now() where key = 'main'`)
    await db.$client.query(
      `update media set next_attempt_at = now() + interval '2 minutes' where line_message_id = $1`,
      [sent.lineId],
    )
    expect(await claimable()).not.toContain(sent.lineId)
    await db.$client.query(`update channels set removed_at = null where key = 'main'`)
  })

  /** Makes one fetch attempt in a process that then ends. The retry interval is the shortest possible. */
  async function refusedOnce(sent: Sent): Promise<void> {
    const fetcher = start({ chance: () => 0 })
    await expect.poll(async () => (await rowOf(sent)).reason).toBe('token_refused')
    await fetcher.stop()
  }

  /** Returns the LINE message ids of media that would be fetched now. */
  async function claimable(): Promise<string[]> {
    const limits = { total: 100, perChannel: 100, inUse: new Map<string, number>() }
    const claims = await claimDueMedia(desk.context.db, randomUUID(), 1, limits)
    // Gives up these media, because other tests would otherwise wait for them.
    await desk.context.db.$client.query(
      `update media set state = 'gone', reason = 'unreachable' where state = 'pending'`,
    )
    return claims.map(({ line_message_id }) => line_message_id)
  }
})

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bytes, chunked } from '../testing/content-stub.ts'
import { lineEvent, postWebhook } from '../testing/line-events.ts'
import {
  contentOf,
  desk,
  installMediaDesk,
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
  unsend,
} from '../testing/media-desk.ts'
import { randomLineUserId } from '../testing/test-desk.ts'

installMediaDesk()

describe('storing customer media', () => {
  test('a customer image is stored unchanged with its size and a preview, and published', async () => {
    const sent = await send('image')
    const before = await rowOf(sent)
    expect(before.state).toBe('pending')
    stub.content(sent.lineId, bytes(photograph, { 'content-type': 'text/html' }))
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({
      state: 'ready',
      reason: null,
      width: 900,
      height: 700,
      bytes: photograph.length,
    })
    expect(row).toMatchObject({ content_type: 'image/jpeg', sha256: sha256(photograph) })
    expect(await contentOf(row.original_blob)).toEqual(photograph)
    const preview = await sharp(await contentOf(row.preview_blob)).metadata()
    expect([preview.width, preview.height]).toEqual([720, 560])
    expect(row.revision).toBe(before.revision + 1)
    expect(received.at(-1)).toMatchObject({ id: row.message_id, revision: row.revision })
  })

  test.each([
    ['video', Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42film', 'latin1'), 'video/mp4'],
    ['audio', Buffer.from('\0\0\0\x18ftypM4A \0\0\x02\0M4A mp42sound', 'latin1'), 'audio/mp4'],
    ['audio', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42sound', 'latin1'), 'audio/mp4'],
    ['file', Buffer.from('%PDF-1.7 statement'), 'application/pdf'],
    ['file', Buffer.from('<html><script>alert(1)</script>'), 'application/octet-stream'],
    [
      'file',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'application/octet-stream',
    ],
    ['file', Buffer.alloc(0), 'application/octet-stream'],
  ])('stores %s media with the content type of their bytes (%#)', async (type, content, contentType) => {
    const sent = await send(type, type === 'file' ? { fileName: 'ใบ.png', fileSize: content.length } : {})
    stub.content(sent.lineId, chunked(content))
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', reason: null, content_type: contentType, preview_blob: null })
    expect(await contentOf(row.original_blob)).toEqual(content)
  })

  test.each([
    ['is broken', () => photograph.subarray(0, photograph.length / 2)],
    ['is HTML instead of an image', () => Buffer.from('<html>no picture</html>')],
  ])('stores an image that %s as a file without preview, with the reason', async (_, content) => {
    const sent = await send('image')
    stub.content(sent.lineId, bytes(content()))
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', reason: 'no_preview', preview_blob: null, width: null })
    expect(row.content_type).toBe('application/octet-stream')
    expect(await contentOf(row.original_blob)).toEqual(content())
  })

  test('the preview image of LINE is stored for a video', async () => {
    const sent = await send('video')
    stub.content(sent.lineId, bytes(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42film', 'latin1')))
    stub.preview(sent.lineId, bytes(photograph))
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', content_type: 'video/mp4', width: 900, height: 700 })
    expect((await sharp(await contentOf(row.preview_blob)).metadata()).width).toBe(720)
  })
})

describe('media of an unsent message', () => {
  test('an unsent message leaves nothing of an image that is being fetched', async () => {
    const before = await stored()
    const sent = await send('image')
    const half = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    stub.content(sent.lineId, (response) => {
      response
        .writeHead(200, { 'content-length': photograph.length })
        .write(photograph.subarray(0, 50_000), () => half.resolve())
      rest.promise.then(() => response.end(photograph.subarray(50_000)))
    })
    const fetcher = start()
    await half.promise
    await unsend(sent)
    rest.resolve()
    await fetcher.stop()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'unsent', original_blob: null })
    expect(await stored()).toEqual(before)
  })

  test('unsending a message removes its image and retains only the hash of the image', async () => {
    const before = await stored()
    const sent = await send('image')
    stub.content(sent.lineId, bytes(photograph))
    const fetcher = start()
    await fetcher.drain()
    const { message_id } = await rowOf(sent)
    await unsend(sent)
    await fetcher.drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'unsent', preview_blob: null })
    expect(await stored()).toEqual(before)
    const { rows } = await desk.context.db.$client.query(
      `select payload, (select count(*)::int from blobs where sha256 = $2 and key <> all($3)) as contents from messages where id = $1`,
      [message_id, sha256(photograph), before],
    )
    expect(rows).toEqual([{ payload: { was: 'image', media_sha256: sha256(photograph) }, contents: 0 }])
  })
})

describe('a message unsent while its image is being stored', () => {
  test('a message unsent while its image is being stored retains the hash of the image', async () => {
    const sent = await send('image')
    const { id, message_id } = await rowOf(sent)
    const storing = await desk.context.db.$client.connect()
    await storing.query('begin')
    await storing.query(
      'select 1 from tickets where id = (select ticket_id from messages where id = $1) for update',
      [message_id],
    )
    await storing.query(
      `insert into blobs (key, scope, sha256, content_type, bytes) values ($1, 'private', 'abc', 'image/jpeg', 1)`,
      [`private/aa/${id}`],
    )
    await storing.query(`update media set state = 'ready', original_blob = $2 where id = $1`, [
      id,
      `private/aa/${id}`,
    ])
    const unsending = unsend(sent)
    await expect
      .poll(async () => {
        // Uses another connection: the open transaction would see only the connections that existed at its first query.
        const { rows } = await desk.context.db.$client.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBe(1)
    await storing.query('commit')
    storing.release()
    await unsending
    await expect.poll(() => rowOf(sent)).toMatchObject({ state: 'gone', reason: 'unsent' })
    const { rows } = await desk.context.db.$client.query('select payload from messages where id = $1', [
      message_id,
    ])
    expect(rows).toEqual([{ payload: { was: 'image', media_sha256: 'abc' } }])
  })
})

describe('several media fetching processes', () => {
  test('processes that fetch concurrently store each content once', async () => {
    const before = await stored()
    const all = await Promise.all(Array.from({ length: 12 }, () => send('image')))
    for (const { lineId } of all) stub.content(lineId, bytes(photograph))
    const fetchers = [start(), start()]
    await Promise.all(fetchers.map((fetcher) => fetcher.drain()))
    const rows = await Promise.all(all.map(rowOf))
    expect(rows.map(({ state }) => state)).toEqual(all.map(() => 'ready'))
    expect((await stored()).length - before.length).toBe(24)
  })

  test('media of a crashed process are fetched once its lease has ended', async () => {
    const sent = await send('image')
    await desk.context.db.$client.query(
      `update media set attempts = 1, lease_owner = gen_random_uuid(), leased_until = now() + interval '1 hour'
       where line_message_id = $1`,
      [sent.lineId],
    )
    stub.content(sent.lineId, bytes(photograph))
    // Starts a media fetcher, which ends all leases.
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'ready', attempts: 2 })
  })

  test('a process stores no media after its lease was taken over', async () => {
    const before = await stored()
    const sent = await send('image')
    const begun = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    stub.content(
      sent.lineId,
      (response) => {
        response
          .writeHead(200, { 'content-length': photograph.length })
          .write(photograph.subarray(0, 50_000), () => begun.resolve())
        rest.promise.then(() => response.end(photograph.subarray(50_000)))
      },
      bytes(photograph),
    )
    const slow = start()
    await begun.promise
    const quick = start()
    await expect.poll(async () => (await rowOf(sent)).state).toBe('ready')
    const { original_blob, preview_blob } = await rowOf(sent)
    rest.resolve()
    await Promise.all([slow.drain(), quick.drain()])
    const left = (await stored()).filter((key) => !before.includes(key))
    expect(left.sort()).toEqual([original_blob, preview_blob].sort())
  })

  test('the lease of content that arrives slowly is renewed', async () => {
    const sent = await send('image')
    stub.content(sent.lineId, (response) => {
      response.writeHead(200, { 'content-length': photograph.length }).write(photograph.subarray(0, 50_000))
      leaseRenewed(sent).then(() => response.end(photograph.subarray(50_000)))
    })
    await start({ leaseMs: LEASE_MS }).drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'ready', attempts: 1 })
  })

  /** Lease duration: short, but long enough that a pause of one second does not let a lease expire. */
  const LEASE_MS = 2_000

  /** Resolves when a whole lease period has passed since the first claim. */
  async function leaseRenewed({ lineId }: Sent): Promise<void> {
    const end = async () => {
      const { rows } = await desk.context.db.$client.query<{ at: number }>(
        `select extract(epoch from leased_until)::float8 * 1000 as at from media where line_message_id = $1`,
        [lineId],
      )
      return rows[0]?.at ?? 0
    }
    const first = await end()
    await expect.poll(async () => (await end()) - first, { timeout: 30_000 }).toBeGreaterThan(LEASE_MS)
  }

  test('media fetches are limited per channel, so that a slow channel leaves capacity for others', async () => {
    await desk.addChannel('other')
    const slow = await Promise.all(Array.from({ length: 4 }, () => send('image')))
    let waiting = 0
    const released = Promise.withResolvers<void>()
    for (const { lineId } of slow)
      stub.content(lineId, (response, request) => {
        waiting += 1
        released.promise.then(() => bytes(photograph)(response, request))
      })
    const fetcher = start({ concurrency: 3, concurrencyPerChannel: 2 })
    await expect.poll(() => waiting).toBe(2)
    const quick = { lineId: newLineId(), userId: randomLineUserId() }
    stub.content(quick.lineId, bytes(photograph))
    const message = { id: quick.lineId, type: 'image', contentProvider: { type: 'line' } }
    await postWebhook(desk, [lineEvent(quick.userId, { type: 'message', message })], { channelKey: 'other' })
    await expect.poll(async () => (await rowOf(quick)).state).toBe('ready')
    expect(waiting).toBe(2)
    released.resolve()
    await fetcher.drain()
  })
})

test('external media, which are only links, are never fetched', async () => {
  const contentProvider = { type: 'external', originalContentUrl: 'https://example.com/a.jpg' }
  const { lineId } = await send('image', { contentProvider })
  const { rowCount } = await desk.context.db.$client.query('select 1 from media where line_message_id = $1', [
    lineId,
  ])
  expect(rowCount).toBe(0)
})

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Message } from 'shared/contract/messages/message.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Fact } from '../bus.ts'
import { ImagePipeline } from '../media/image-pipeline.ts'
import {
  bytes,
  type ContentStub,
  chunked,
  cutOff,
  json,
  preparing,
  refusal,
  startContentStub,
} from '../testing/content-stub.ts'
import { lineEvent, postWebhook } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { claimDueMedia } from './media-fetch.store.ts'
import { type MediaFetcher, type MediaFetcherOptions, startMediaFetcher } from './media-fetcher.ts'

const FAST: MediaFetcherOptions = { pollMs: 50, preparingPausesMs: [5], failurePausesMs: [5] }
const MAX_BYTES = 3_000_000

let stub: ContentStub
let desk: TestDesk
let png: Buffer
const running: MediaFetcher[] = []
const heard: Message[] = []

beforeAll(async () => {
  stub = await startContentStub()
  desk = await createTestDesk({
    config: (config) => ({
      ...config,
      line: { apiUrl: stub.url, dataApiUrl: stub.url },
      media: { ...config.media, maxBytes: MAX_BYTES },
    }),
  })
  desk.context.bus.subscribe((fact: Fact) => {
    if (fact.kind !== 'ticket') return
    for (const event of fact.events) if (event.type === 'message') heard.push(event.data)
  })
  const noise = randomBytes(900 * 700 * 3)
  png = await sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
    .jpeg()
    .toBuffer()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((fetcher) => fetcher.stop()))
})
afterAll(async () => {
  await desk?.close()
  await stub?.close()
})

/** A process of its own, with its own DATA_DIR on the same database and store. */
function start(options: MediaFetcherOptions = {}, { images } = desk.context): MediaFetcher {
  const { config } = desk.context
  const dataDir = join(config.dataDir, `process-${++processes}`)
  const fetcher = startMediaFetcher(
    { ...desk.context, images, config: { ...config, dataDir } },
    { ...FAST, ...options },
  )
  running.push(fetcher)
  return fetcher
}

let processes = 0
let serial = 0
interface Sent {
  lineId: string
  userId: string
}

/** A customer sends something; the desk has its event, and has not asked LINE for the content yet. */
async function send(type: string, more: object = {}): Promise<Sent> {
  const [lineId, userId] = [`90000${++serial}`, randomLineUserId()]
  await postWebhook(desk, [
    lineEvent(userId, {
      type: 'message',
      message: { id: lineId, type, contentProvider: { type: 'line' }, ...more },
    }),
  ])
  return { lineId, userId }
}

async function unsend({ lineId, userId }: Sent): Promise<void> {
  await postWebhook(desk, [lineEvent(userId, { type: 'unsend', unsend: { messageId: lineId } })])
}

interface Row {
  id: string
  message_id: string
  state: string
  reason: string | null
  attempts: number
  lease_owner: string | null
  original_blob: string | null
  preview_blob: string | null
  sha256: string | null
  content_type: string | null
  bytes: number | null
  width: number | null
  height: number | null
  revision: number
}

async function rowOf({ lineId }: Sent): Promise<Row> {
  const { rows } = await desk.context.db.$client.query<Row>(
    `select md.*, b.sha256, b.content_type, b.bytes::int, b.width, b.height, m.revision::int from media md
     left join blobs b on b.key = md.original_blob join messages m on m.id = md.message_id where md.line_message_id = $1`,
    [lineId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('there is no such media')
  return row
}

const stored = () => desk.context.blobs.list('private/').then((blobs) => blobs.map(({ key }) => key))
const contentOf = async (key: string | null) => {
  const stream = key === null ? undefined : await desk.context.blobs.get(key)
  return stream && buffer(stream)
}
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('what a customer sends', () => {
  test('a picture stands in the store as it came, with its size and a preview, and its readers hear', async () => {
    const sent = await send('image')
    const before = await rowOf(sent)
    expect(before.state).toBe('pending')
    stub.content(sent.lineId, bytes(png, { 'content-type': 'text/html' }))
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', reason: null, width: 900, height: 700, bytes: png.length })
    expect(row).toMatchObject({ content_type: 'image/jpeg', sha256: sha256(png) })
    expect(await contentOf(row.original_blob)).toEqual(png)
    const preview = await sharp(await contentOf(row.preview_blob)).metadata()
    expect([preview.width, preview.height]).toEqual([720, 560])
    expect(row.revision).toBe(before.revision + 1)
    expect(heard.at(-1)).toMatchObject({ id: row.message_id, revision: row.revision })
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
  ])('%s: its type is what its bytes are (%#)', async (type, content, contentType) => {
    const sent = await send(type, type === 'file' ? { fileName: 'ใบ.png', fileSize: content.length } : {})
    stub.content(sent.lineId, chunked(content))
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', reason: null, content_type: contentType, preview_blob: null })
    expect(await contentOf(row.original_blob)).toEqual(content)
  })

  test.each([
    ['is broken', () => png.subarray(0, png.length / 2)],
    ['is none', () => Buffer.from('<html>no picture</html>')],
  ])('a picture that %s is kept as a file without a preview, and says so', async (_, content) => {
    const sent = await send('image')
    stub.content(sent.lineId, bytes(content()))
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', reason: 'no_preview', preview_blob: null, width: null })
    expect(row.content_type).toBe('application/octet-stream')
    expect(await contentOf(row.original_blob)).toEqual(content())
  })

  describe('a picture that takes too long', () => {
    let images: ImagePipeline
    beforeAll(() => {
      const { config, log } = desk.context
      images = new ImagePipeline(join(config.dataDir, 'no-time'), log, { withinMs: 1 })
    })
    afterAll(() => images?.close())

    test('has its preview from a later try', async () => {
      const sent = await send('image')
      stub.content(sent.lineId, bytes(png), bytes(png))
      const busy = start({ failurePausesMs: [3_600_000] }, { ...desk.context, images })
      await vi.waitFor(async () =>
        expect(await rowOf(sent)).toMatchObject({ state: 'pending', attempts: 1, lease_owner: null }),
      )
      await busy.stop()
      await desk.context.db.$client.query(
        'update media set next_attempt_at = now() where line_message_id = $1',
        [sent.lineId],
      )
      await start().drain()
      expect(await rowOf(sent)).toMatchObject({ state: 'ready', reason: null, attempts: 2, width: 900 })
    })

    test('is kept as a file after three tries', async () => {
      const sent = await send('image')
      stub.content(sent.lineId, bytes(png), bytes(png), bytes(png))
      await start({}, { ...desk.context, images }).drain()
      expect(await rowOf(sent)).toMatchObject({ state: 'ready', reason: 'no_preview', attempts: 3 })
    })
  })

  test('a film has the small picture that LINE makes of it', async () => {
    const sent = await send('video')
    stub.content(sent.lineId, bytes(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42film', 'latin1')))
    stub.preview(sent.lineId, bytes(png))
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', content_type: 'video/mp4', width: 900, height: 700 })
    expect((await sharp(await contentOf(row.preview_blob)).metadata()).width).toBe(720)
  })
})

describe('LINE', () => {
  test('that is still preparing is asked again until it is ready', async () => {
    const sent = await send('video')
    const film = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42film', 'latin1')
    stub.content(sent.lineId, preparing(), preparing(), preparing(), bytes(film))
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
  ] as const)('when it is %s there is nothing to wait for (%#)', async (reason, answers) => {
    const before = await stored()
    const sent = await send('image')
    stub.content(sent.lineId, ...answers)
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason, original_blob: null })
    expect(await stored()).toEqual(before)
    expect(heard.at(-1)?.id).toBe((await rowOf(sent)).message_id)
  })

  test.each([
    ['video', preparing()],
    ['video', refusal(404, 'not found')],
    ['audio', refusal(404, 'not found')],
  ] as const)('that failed to prepare a %s says so (%#)', async (type, answer) => {
    const sent = await send(type)
    stub.content(sent.lineId, answer)
    stub.transcoding(sent.lineId, json({ status: 'failed' }))
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'transcoding_failed', attempts: 1 })
    expect(stub.calls(sent.lineId)).toEqual(['content', 'transcoding'])
  })

  test('that has prepared a film and has it no longer says that it is not there', async () => {
    const sent = await send('video')
    stub.content(sent.lineId, refusal(404, 'not found'))
    stub.transcoding(sent.lineId, json({ status: 'succeeded' }))
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'not_found' })
  })

  test('that fails, is busy or breaks off is asked again; half a content is nothing', async () => {
    const before = await stored()
    const sent = await send('image')
    stub.content(
      sent.lineId,
      refusal(500, 'Internal'),
      refusal(429, 'Slow down'),
      cutOff(png, 20_000),
      (response) => response.destroy(),
      bytes(png),
    )
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', attempts: 5, sha256: sha256(png) })
    const keys = [row.original_blob, row.preview_blob]
    expect((await stored()).filter((key) => !before.includes(key)).sort()).toEqual(keys.sort())
    expect(
      await readdir(join(desk.context.config.dataDir, `process-${processes}`, 'media-fetching')),
    ).toEqual([])
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
    ['breaks off', cutOff(Buffer.alloc(30_000), 20_000)],
  ]

  test.each(passing)('that %s is asked again days later, too', async (_, answer) => {
    const sent = await sentDaysAgo(13.9)
    stub.content(
      sent.lineId,
      answer,
      bytes(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42film', 'latin1')),
    )
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'ready', attempts: 2 })
  })

  test.each(passing)('that %s is given up after 14 days', async (_, answer) => {
    const sent = await sentDaysAgo(14.1)
    stub.content(sent.lineId, answer)
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'unreachable', attempts: 1 })
  })

  test('that refuses the token is asked again as soon as it takes one, though not before', async () => {
    const sent = await send('image')
    stub.content(sent.lineId, refusal(401, 'invalid token'), bytes(png))
    start()
    await vi.waitFor(async () => expect((await rowOf(sent)).reason).toBe('token_refused'))
    expect(await rowOf(sent)).toMatchObject({ state: 'pending', attempts: 1 })
    // A person puts a new token in; nine minutes of the pause of ten are over.
    await desk.context.db.$client.query(
      `update channels set token_refused_at = null, token_refusal = null where key = 'main'`,
    )
    await desk.context.db.$client.query(
      `update media set next_attempt_at = now() + interval '8 minutes' where line_message_id = $1`,
      [sent.lineId],
    )
    await vi.waitFor(async () =>
      expect(await rowOf(sent)).toMatchObject({ state: 'ready', attempts: 2, reason: null }),
    )
  })

  test('that refuses the content with a token that it takes is not asked again at once', async () => {
    const sent = await send('image')
    stub.content(sent.lineId, refusal(403, 'not this account'))
    await refusedOnce(sent)
    expect(await claimable()).not.toContain(sent.lineId)
  })

  test('is not asked for an account that was removed before the pause is over', async () => {
    const sent = await send('image')
    const { db } = desk.context
    await db.$client.query(`update channels set removed_at = now() where key = 'main'`)
    await refusedOnce(sent)
    await db.$client.query(
      `update media set next_attempt_at = now() + interval '2 minutes' where line_message_id = $1`,
      [sent.lineId],
    )
    expect(await claimable()).not.toContain(sent.lineId)
    await db.$client.query(`update channels set removed_at = null where key = 'main'`)
  })

  /** One try, by a process that then ends; its pause is the shortest there is. */
  async function refusedOnce(sent: Sent): Promise<void> {
    const fetcher = start({ chance: () => 0 })
    await vi.waitFor(async () => expect((await rowOf(sent)).reason).toBe('token_refused'))
    await fetcher.stop()
  }

  /** What would be fetched now. */
  async function claimable(): Promise<string[]> {
    const limits = { total: 100, perChannel: 100, taken: new Map<string, number>() }
    const claims = await claimDueMedia(desk.context.db, randomUUID(), 1, limits)
    // Others wait until nothing is pending.
    await desk.context.db.$client.query(
      `update media set state = 'gone', reason = 'unreachable' where state = 'pending'`,
    )
    return claims.map(({ line_message_id }) => line_message_id)
  }
})

describe('a message that is taken back', () => {
  test('while its picture comes leaves nothing behind', async () => {
    const before = await stored()
    const sent = await send('image')
    const half = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    stub.content(sent.lineId, (response) => {
      response
        .writeHead(200, { 'content-length': png.length })
        .write(png.subarray(0, 50_000), () => half.resolve())
      rest.promise.then(() => response.end(png.subarray(50_000)))
    })
    const fetcher = start()
    await half.promise
    await unsend(sent)
    rest.resolve()
    await fetcher.stop()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'unsent', original_blob: null })
    expect(await stored()).toEqual(before)
  })

  test('after its picture has come loses it, and only its hash remains', async () => {
    const before = await stored()
    const sent = await send('image')
    stub.content(sent.lineId, bytes(png))
    const fetcher = start()
    await fetcher.drain()
    const { message_id } = await rowOf(sent)
    await unsend(sent)
    await fetcher.drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'unsent', preview_blob: null })
    expect(await stored()).toEqual(before)
    const { rows } = await desk.context.db.$client.query(
      `select payload, (select count(*)::int from blobs where sha256 = $2 and key <> all($3)) as contents from messages where id = $1`,
      [message_id, sha256(png), before],
    )
    expect(rows).toEqual([{ payload: { was: 'image', media_sha256: sha256(png) }, contents: 0 }])
  })
})

describe('several processes', () => {
  test('that fetch side by side store each content once', async () => {
    const before = await stored()
    const all = await Promise.all(Array.from({ length: 12 }, () => send('image')))
    for (const { lineId } of all) stub.content(lineId, bytes(png))
    const fetchers = [start(), start()]
    await Promise.all(fetchers.map((fetcher) => fetcher.drain()))
    const rows = await Promise.all(all.map(rowOf))
    expect(rows.map(({ state }) => state)).toEqual(all.map(() => 'ready'))
    expect((await stored()).length - before.length).toBe(24)
  })

  test('what a process that died had begun is fetched by another when its lease is over', async () => {
    const sent = await send('image')
    await desk.context.db.$client.query(
      `update media set attempts = 1, lease_owner = gen_random_uuid(), leased_until = now() + interval '1 hour'
       where line_message_id = $1`,
      [sent.lineId],
    )
    stub.content(sent.lineId, bytes(png))
    // The start of a process ends all leases.
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'ready', attempts: 2 })
  })

  test('one that comes back after its lease was taken over stores nothing', async () => {
    const before = await stored()
    const sent = await send('image')
    const begun = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    stub.content(
      sent.lineId,
      (response) => {
        response
          .writeHead(200, { 'content-length': png.length })
          .write(png.subarray(0, 50_000), () => begun.resolve())
        rest.promise.then(() => response.end(png.subarray(50_000)))
      },
      bytes(png),
    )
    const slow = start()
    await begun.promise
    const quick = start()
    await vi.waitFor(async () => expect((await rowOf(sent)).state).toBe('ready'))
    const { original_blob, preview_blob } = await rowOf(sent)
    rest.resolve()
    await Promise.all([slow.drain(), quick.drain()])
    const left = (await stored()).filter((key) => !before.includes(key))
    expect(left.sort()).toEqual([original_blob, preview_blob].sort())
  })

  test('a content that comes for longer than a lease keeps it', async () => {
    const sent = await send('image')
    stub.content(sent.lineId, (response) => {
      response.writeHead(200, { 'content-length': png.length }).write(png.subarray(0, 50_000))
      leaseRenewed(sent).then(() => response.end(png.subarray(50_000)))
    })
    await start({ leaseMs: 300 }).drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'ready', attempts: 1 })
  })

  /** Resolves when more than two leases have gone by. */
  async function leaseRenewed({ lineId }: Sent): Promise<void> {
    const end = async () => {
      const { rows } = await desk.context.db.$client.query<{ at: number }>(
        `select extract(epoch from leased_until)::float8 * 1000 as at from media where line_message_id = $1`,
        [lineId],
      )
      return rows[0]?.at ?? 0
    }
    const first = await end()
    await vi.waitFor(async () => expect((await end()) - first).toBeGreaterThan(700), { timeout: 30_000 })
  }

  test('places of one account are bounded, so that another is not held up', async () => {
    await desk.addChannel('other')
    const slow = await Promise.all(Array.from({ length: 4 }, () => send('image')))
    let waiting = 0
    const released = Promise.withResolvers<void>()
    for (const { lineId } of slow)
      stub.content(lineId, (response, request) => {
        waiting += 1
        released.promise.then(() => bytes(png)(response, request))
      })
    const fetcher = start({ atOnce: 3, atOncePerChannel: 2 })
    await vi.waitFor(() => expect(waiting).toBe(2))
    const quick = { lineId: `90000${++serial}`, userId: randomLineUserId() }
    stub.content(quick.lineId, bytes(png))
    const message = { id: quick.lineId, type: 'image', contentProvider: { type: 'line' } }
    await postWebhook(desk, [lineEvent(quick.userId, { type: 'message', message })], { channelKey: 'other' })
    await vi.waitFor(async () => expect((await rowOf(quick)).state).toBe('ready'))
    expect(waiting).toBe(2)
    released.resolve()
    await fetcher.drain()
  })
})

test('what stands at another provider is a link and never fetched', async () => {
  const contentProvider = { type: 'external', originalContentUrl: 'https://example.com/a.jpg' }
  const { lineId } = await send('image', { contentProvider })
  const { rowCount } = await desk.context.db.$client.query('select 1 from media where line_message_id = $1', [
    lineId,
  ])
  expect(rowCount).toBe(0)
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OUT_OF_MEMORY } from '../media/image-limits.ts'
import { ImagePipeline } from '../media/image-pipeline.ts'
import { hashToken } from '../sessions/session-token.ts'
import { bytes } from '../testing/content-stub.ts'
import {
  contentOf,
  desk,
  installMediaDesk,
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

installMediaDesk()

describe.each([
  ['takes too long on a busy machine', { atMostMs: 1 }],
  ['finds no process to decode it', { program: '/nowhere.ts' }],
])('an image without preview that %s', (_, options) => {
  let images: ImagePipeline
  beforeAll(() => {
    const { config, log } = desk.context
    images = new ImagePipeline(join(config.dataDir, 'busy-images'), log, options)
  })
  afterAll(() => images?.close())

  /** Returns an image that was fetched and that LINE has deleted since then. */
  async function withoutPreview(): Promise<Sent> {
    const sent = await send('image')
    stub.content(sent.lineId, bytes(photograph))
    const busy = start({ failurePausesMs: [3_600_000] }, { ...desk.context, images })
    await expect.poll(() => rowOf(sent)).toMatchObject({ state: 'pending', attempts: 1, lease_owner: null })
    await busy.stop()
    stub.content(sent.lineId, (response) => response.writeHead(410).end())
    await dueNow(sent)
    return sent
  }

  const dueNow = ({ lineId }: Sent) =>
    desk.context.db.$client.query('update media set next_attempt_at = now() where line_message_id = $1', [
      lineId,
    ])

  test('an image whose preview fails is stored immediately and gets its preview from a later attempt', async () => {
    const sent = await withoutPreview()
    const { original_blob } = await rowOf(sent)
    expect(await contentOf(original_blob)).toEqual(photograph)
    await start().drain()
    const row = await rowOf(sent)
    expect(row).toMatchObject({ state: 'ready', reason: null, attempts: 2, width: 900, original_blob })
    expect(row).toMatchObject({ content_type: 'image/jpeg', sha256: sha256(photograph) })
    expect((await sharp(await contentOf(row.preview_blob)).metadata()).width).toBe(720)
    expect(stub.calls(sent.lineId)).toEqual(['content'])
  })

  /** Makes a blob older by an interval. */
  const age = (key: string | null, by: string) =>
    desk.context.db.$client.query('update blobs set created_at = created_at - $2::interval where key = $1', [
      key,
      by,
    ])

  test('after two minutes, an image without preview is shown as a file until its preview exists', async () => {
    const sent = await withoutPreview()
    const { original_blob, revision } = await rowOf(sent)
    await age(original_blob, '2 minutes')
    const busy = start({ failurePausesMs: [3_600_000] }, { ...desk.context, images })
    await expect
      .poll(() => rowOf(sent))
      .toMatchObject({
        state: 'pending',
        reason: 'no_preview',
        lease_owner: null,
        content_type: 'application/octet-stream',
        original_blob,
        revision: revision + 1,
      })
    await busy.stop()
    const file = received.at(-1)
    const shown = { state: 'ready', reason: 'no_preview', preview_url: null }
    expect(file?.content).toMatchObject({ media: shown })
    const { token } = await desk.signInAs()
    const address = desk.context.mediaAddresses.signFor(hashToken(token), file?.image_url ?? '')
    const response = await desk.app.inject({ url: address ?? '' })
    expect([response.statusCode, response.rawPayload]).toEqual([200, photograph])
    // The response must forbid caching, because the content type changes once the preview exists.
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/octet-stream',
    })

    await dueNow(sent)
    await start().drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'ready', reason: null, width: 900, original_blob })
    expect(received.at(-1)).toMatchObject({
      revision: revision + 2,
      content: {
        media: {
          state: 'ready',
          reason: null,
          content_type: 'image/jpeg',
          preview_url: expect.any(String),
        },
      },
    })
  })

  test('an image still without preview after a day stays a file', async () => {
    const sent = await withoutPreview()
    const { original_blob } = await rowOf(sent)
    await age(original_blob, '1 day')
    await start({}, { ...desk.context, images }).drain()
    expect(await rowOf(sent)).toMatchObject({
      state: 'ready',
      reason: 'no_preview',
      content_type: 'application/octet-stream',
      original_blob,
      preview_blob: null,
    })
    expect(await contentOf(original_blob)).toEqual(photograph)
  })

  test('an image without preview leaves nothing when its message is unsent', async () => {
    const before = await stored()
    const sent = await withoutPreview()
    const fetcher = start({}, { ...desk.context, images })
    await unsend(sent)
    await fetcher.drain()
    expect(await rowOf(sent)).toMatchObject({ state: 'gone', reason: 'unsent', original_blob: null })
    expect(await stored()).toEqual(before)
  })
})

test('an image that exceeds the memory of the decoder is stored as a file immediately', async () => {
  const { config, log } = desk.context
  const program = join(config.dataDir, 'costly.mjs')
  writeFileSync(program, `process.on('message', () => process.exit(${OUT_OF_MEMORY})); process.send('ready')`)
  const images = new ImagePipeline(join(config.dataDir, 'no-memory'), log, { program })
  const sent = await send('image')
  stub.content(sent.lineId, bytes(photograph))
  await start({}, { ...desk.context, images }).drain()
  images.close()
  expect(await rowOf(sent)).toMatchObject({ state: 'ready', reason: 'no_preview', attempts: 1 })
  expect(stub.calls(sent.lineId)).toEqual(['content'])
})

test('failed previews on a busy machine never turn an image into a file permanently', async () => {
  const { config, log, db } = desk.context
  const images = new ImagePipeline(join(config.dataDir, 'no-time'), log, { atMostMs: 1 })
  const sent = await send('image')
  stub.content(sent.lineId, bytes(photograph))
  await db.$client.query('update media set attempts = 9 where line_message_id = $1', [sent.lineId])
  const busy = start({ failurePausesMs: [3_600_000] }, { ...desk.context, images })
  await expect.poll(() => rowOf(sent)).toMatchObject({ state: 'pending', attempts: 10, lease_owner: null })
  await busy.stop()
  images.close()
  expect(await contentOf((await rowOf(sent)).original_blob)).toEqual(photograph)
})

import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Message } from 'shared/contract/messages/message.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { DeskEvent } from '../event-bus.ts'
import { type MediaFetcher, type MediaFetcherOptions, startMediaFetcher } from '../line/media-fetcher.ts'
import { type ContentStub, startContentStub } from './content-stub.ts'
import { lineEvent, postWebhook } from './line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from './test-desk.ts'

const FAST: MediaFetcherOptions = { pollMs: 50, preparingPausesMs: [5], failurePausesMs: [5] }
export const MAX_BYTES = 3_000_000

/** Stub of LINE's content API, server, and photo of 900 × 700 pixels, shared by the tests of a file. */
export let stub: ContentStub
export let desk: TestDesk
export let photograph: Buffer
const running: MediaFetcher[] = []
/** Messages that the server has published to subscribers. */
export const received: Message[] = []

let freeBytes: number | null = null
/** Sets the free bytes that the disk reports. With null, the disk reports none, so media are not limited. */
export const setFreeBytes = (bytes: number | null) => {
  freeBytes = bytes
}

/** Registers the hooks that create a server for a test file and stop everything that the file has started. */
export function installMediaDesk(): void {
  beforeAll(async () => {
    stub = await startContentStub()
    desk = await createTestDesk({
      config: (config) => ({
        ...config,
        line: { apiUrl: stub.url, dataApiUrl: stub.url },
        media: { ...config.media, maxBytes: MAX_BYTES, customerBytesPerDay: 3 * MAX_BYTES },
      }),
      freeBytes: async () => freeBytes,
    })
    desk.context.bus.subscribe((busEvent: DeskEvent) => {
      if (busEvent.kind !== 'ticket') return
      for (const event of busEvent.events) if (event.type === 'message') received.push(event.data)
    })
    const noise = randomBytes(900 * 700 * 3)
    photograph = await sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
      .jpeg()
      .toBuffer()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((fetcher) => fetcher.stop()))
    // Deletes pending media that a failed test left, because later tests wait until no media are pending.
    await desk?.context.db.$client.query("delete from media where state = 'pending'")
  })
  afterAll(async () => {
    await desk?.close()
    await stub?.close()
  })
}

/** Starts a media fetcher like that of another server, with its own DATA_DIR but the same database and blob store. */
export function start(options: MediaFetcherOptions = {}, { images } = desk.context): MediaFetcher {
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
export const newLineId = () => `90000${++serial}`
/** Returns the working directory of the media fetcher that was started last. */
export const workDir = () => join(desk.context.config.dataDir, `process-${processes}`, 'media-fetching')
export interface Sent {
  lineId: string
  userId: string
}

/** Sends a message as a customer and stores the event, without fetching the content from LINE yet. */
export async function send(
  type: string,
  more: { id?: string; [field: string]: unknown } = {},
): Promise<Sent> {
  const [lineId, userId] = [more.id ?? newLineId(), randomLineUserId()]
  await postWebhook(desk, [
    lineEvent(userId, {
      type: 'message',
      message: { id: lineId, type, contentProvider: { type: 'line' }, ...more },
    }),
  ])
  return { lineId, userId }
}

export async function unsend({ lineId, userId }: Sent): Promise<void> {
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

export async function rowOf({ lineId }: Sent): Promise<Row> {
  const { rows } = await desk.context.db.$client.query<Row>(
    `select md.*, b.sha256, b.content_type, b.bytes::int, b.width, b.height, m.revision::int from media md
     left join blobs b on b.key = md.original_blob join messages m on m.id = md.message_id where md.line_message_id = $1`,
    [lineId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('there is no such media')
  return row
}

/** Returns the blob keys of customers' media. */
export const stored = () => desk.context.blobs.list('private/').then((blobs) => blobs.map(({ key }) => key))
export const contentOf = async (key: string | null) => {
  const stream = key === null ? undefined : await desk.context.blobs.get(key)
  return stream && buffer(stream)
}
export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

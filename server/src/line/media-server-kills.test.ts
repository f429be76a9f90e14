import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import getPort from 'get-port'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BlobStore } from '../media/blob-store.ts'
import { openBlobStore } from '../media/open-blob-store.ts'
import type { S3Config } from '../media-settings.ts'
import { type ContentStub, startContentStub } from '../testing/content-stub.ts'
import { lineEvent, postWebhook } from '../testing/line-events.ts'
import { type S3Server, startS3Server } from '../testing/s3-server.ts'
import { type ServerProcess, serverVariables, startServerProcess } from '../testing/server-process.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'

const FILES = 24
const FILE_BYTES = 400_000
const KILLS = 3

let desk: TestDesk
let stub: ContentStub
let s3: S3Server
let dataDir: string
let server: ServerProcess | undefined

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'media-server-kills-'))
  desk = await createTestDesk()
  stub = await startContentStub()
  s3 = await startS3Server()
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await desk?.close()
  await stub?.close()
  await s3?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Stored {
  line_message_id: string
  state: string
  sha256: string | null
  key: string | null
}

test.each(['folder', 'bucket'])(
  'stores each media content once and completely in a %s when the server is killed repeatedly',
  async (kind) => {
    const dir = join(dataDir, kind)
    const bucket = kind === 'bucket' ? s3.config : null
    const store = await openBlobStore({ media: { dir: join(dir, 'media'), s3: bucket } })
    const contents = new Map<string, Buffer>()
    /** Functions that continue content responses of which only the first half was sent. */
    const halfway: (() => void)[] = []
    let isBlocked = true
    for (let index = 0; index < FILES; index += 1) {
      const [id, content] = [`${kind}${index}`, randomBytes(FILE_BYTES)]
      contents.set(id, content)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      stub.content(id, (response) => {
        response.writeHead(200, { 'content-length': content.length })
        response.write(content.subarray(0, FILE_BYTES / 2), () => halfway.push(release))
        if (!isBlocked) release()
        released.then(() => response.end(content.subarray(FILE_BYTES / 2)))
      })
      const message = { id, type: 'file', fileName: 'slip.bin', fileSize: FILE_BYTES }
      await postWebhook(desk, [lineEvent(randomLineUserId(), { type: 'message', message })])
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      halfway.length = 0
      server = await start(dir, bucket)
      await vi.waitFor(() => expect(halfway.length).toBeGreaterThanOrEqual(3), { timeout: 60_000 })
      // Lets some content responses finish just as the process is killed.
      for (const release of halfway.slice(0, 2)) release()
      await server.end('SIGKILL')
    }
    isBlocked = false
    server = await start(dir, bucket)
    const { rows } = await vi.waitFor(
      async () => {
        for (const release of halfway.splice(0)) release()
        const found = await desk.context.db.$client.query<Stored>(
          `select md.line_message_id, md.state, b.sha256, b.key from media md left join blobs b on b.key = md.original_blob
           where md.line_message_id like $1`,
          [`${kind}%`],
        )
        expect(found.rows.map(({ state }) => state)).toEqual(Array.from({ length: FILES }, () => 'ready'))
        return found
      },
      { timeout: 120_000, interval: 250 },
    )
    await server.end('SIGTERM')

    for (const { line_message_id, key, sha256 } of rows) {
      const content = contents.get(line_message_id)
      expect(sha256).toBe(
        createHash('sha256')
          .update(content ?? '')
          .digest('hex'),
      )
      expect(await read(store, key)).toEqual(content)
    }
    expect(new Set(rows.map(({ key }) => key)).size).toBe(FILES)
    await store.close()
  },
  300_000,
)

async function read(store: BlobStore, key: string | null): Promise<Buffer | undefined> {
  const stream = key === null ? undefined : await store.get(key)
  return stream && buffer(stream)
}

async function start(dir: string, bucket: S3Config | null): Promise<ServerProcess> {
  const { database } = desk
  const bucketVariables: Record<string, string> =
    bucket === null
      ? {}
      : {
          S3_ENDPOINT: bucket.endpoint,
          S3_BUCKET: bucket.bucket,
          S3_REGION: bucket.region,
          S3_ACCESS_KEY_ID: bucket.accessKeyId,
          S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
        }
  return startServerProcess({
    ...serverVariables({ port: await getPort(), dataDir: dir, database, lineUrl: stub.url }),
    ...bucketVariables,
  })
}

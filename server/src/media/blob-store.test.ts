import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3Server } from '../testing/s3-server.ts'
import { type BlobStore, blobKey, newBlobKey } from './blob-store.ts'
import { openBlobStore } from './open-blob-store.ts'

let dir: string
let s3: S3Server

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'blobs-'))
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.close()
  await rm(dir, { recursive: true, force: true })
})

const PNG = { contentType: 'image/png' }
const open = (kind: string) => openBlobStore({ media: { dir, s3: kind === 'bucket' ? s3.config : null } })

describe.each(['folder', 'bucket'])('blob store in a %s', (kind) => {
  let store: BlobStore
  beforeAll(async () => {
    store = await open(kind)
  })
  afterAll(() => store.close())

  const put = async (content: Buffer, key = newBlobKey('private')) => {
    await store.put(key, content, { ...PNG, bytes: content.length })
    return key
  }
  const read = async (key: string, range?: { start: number; end: number }) => {
    const stream = await store.get(key, range)
    return stream && buffer(stream)
  }

  test('a blob store returns stored content, whole and by range', async () => {
    const content = randomBytes(300_000)
    const key = await put(content)
    expect(await read(key)).toEqual(content)
    expect(await read(key, { start: 0, end: 0 })).toEqual(content.subarray(0, 1))
    expect(await read(key, { start: 1_000, end: 250_000 })).toEqual(content.subarray(1_000, 250_001))
    const about = await store.head(key)
    expect(about).toMatchObject({ key, bytes: content.length })
    expect(Math.abs(Number(about?.modifiedAt) - Date.now())).toBeLessThan(600_000)
  })

  test('a blob store stores a stream while it arrives, and may store the same content again', async () => {
    const parts = Array.from({ length: 40 }, () => randomBytes(50_000))
    const key = newBlobKey('private')
    const about = { contentType: 'video/mp4', bytes: 2_000_000 }
    await store.put(key, Readable.from(parts), about)
    await Promise.all([1, 2, 3].map(() => store.put(key, Readable.from(parts), about)))
    expect(await read(key)).toEqual(Buffer.concat(parts))
  })

  test('a blob store stores empty content', async () => {
    expect(await read(await put(Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
  })

  test('a blob store returns undefined for a missing blob, and removing it causes no error', async () => {
    const key = await put(Buffer.from('x'))
    await store.remove(key)
    await store.remove(key)
    expect(await store.get(key)).toBeUndefined()
    expect(await store.head(key)).toBeUndefined()
    expect(await store.get(newBlobKey('public'), { start: 0, end: 5 })).toBeUndefined()
  })

  test.each([
    ['is interrupted', 5_000, () => Readable.from(broken())],
    ['is shorter than declared', 5_000, () => Readable.from([randomBytes(4_999)])],
    ['is longer than declared', 5_000, () => Readable.from([randomBytes(4_999), randomBytes(2)])],
    ['is a buffer of another length', 5_000, () => randomBytes(5_001)],
  ])('a blob store rejects and does not store a body that %s', async (_, bytes, body) => {
    const key = newBlobKey('private')
    await expect(store.put(key, body(), { ...PNG, bytes })).rejects.toThrow(
      /connection lost|expected a blob of/,
    )
    expect(await store.head(key)).toBeUndefined()
  })

  test('when storing a new body fails, the blob keeps its previous content', async () => {
    const before = randomBytes(5_000)
    const key = await put(before)
    await expect(store.put(key, Readable.from(broken()), { ...PNG, bytes: 9_000 })).rejects.toThrow()
    expect(await read(key)).toEqual(before)
  })

  test('a blob store releases its resources when readers abort', async () => {
    const key = await put(randomBytes(3_000_000))
    for (let time = 0; time < 70; time += 1) {
      const stream = await store.get(key)
      stream?.destroy()
    }
    expect(await read(key, { start: 0, end: 9 })).toHaveLength(10)
  })

  test('a blob store lists blobs in key order, from a given key, page by page', async () => {
    const names = Array.from({ length: 1_005 }, () => randomUUID())
    const keys = names.map((name) => blobKey('public', name)).sort()
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => put(Buffer.from('x'), key)))
    await put(Buffer.from('private'))
    const first = await store.list('public/')
    const second = await store.list('public/', first.at(-1)?.key)
    expect(first).toHaveLength(1_000)
    expect([...first, ...second].map(({ key }) => key)).toEqual(keys)
    expect(await store.list('public/', keys.at(-1))).toEqual([])
    const folder = keys[500]?.slice(0, 'public/ab/'.length) ?? ''
    const inFolder = await store.list(folder)
    expect(inFolder.map(({ key }) => key)).toEqual(keys.filter((key) => key.startsWith(folder)))
    expect(inFolder[0]).toMatchObject({ bytes: 1, modifiedAt: expect.any(Date) })
  }, 120_000)

  test.each([
    '../../etc/passwd',
    'private/../../x',
    'private/ab/../x',
    'private/ab/.hidden',
    'private/ab/a/b',
    '/private/ab/x',
    'private/ab/x\0',
    'private/ab/x\n',
    'other/ab/x',
    'private/AB/X',
    `private/ab/${'x'.repeat(200)}`,
    '',
  ])('rejects %j as a blob key', async (key) => {
    await expect(store.put(key, Buffer.alloc(1), { ...PNG, bytes: 1 })).rejects.toThrow('invalid blob key')
    await expect(store.get(key)).rejects.toThrow('invalid blob key')
    await expect(store.head(key)).rejects.toThrow('invalid blob key')
    await expect(store.remove(key)).rejects.toThrow('invalid blob key')
  })
})

describe('files of a folder store', () => {
  test('a folder store leaves no files of bodies that fail immediately, even on a busy disk', async () => {
    const store = await open('folder')
    for (let time = 0; time < 300; time += 1) {
      const busy = Array.from({ length: 8 }, () => readdir(tmpdir()))
      await expect(
        store.put(newBlobKey('private'), randomBytes(5_001), { ...PNG, bytes: 5_000 }),
      ).rejects.toThrow()
      await Promise.all(busy)
    }
    expect(await readdir(join(dir, '.unfinished'))).toEqual([])
  })

  test('files of a folder store are readable only by their owner, and no incomplete files remain', async () => {
    const store = await open('folder')
    const key = newBlobKey('private')
    await store.put(key, Buffer.from('slip'), { ...PNG, bytes: 4 })
    expect((await stat(join(dir, key))).mode & 0o777).toBe(0o600)
    for (const folder of ['', 'private', key.slice(0, 'private/ab'.length)])
      expect((await stat(join(dir, folder))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(dir, '.unfinished'))).toEqual([])
  })
})

describe('errors of a bucket store', () => {
  test('a bucket store throws for refused access instead of reporting a missing blob', async () => {
    const wrong = { ...s3.config, accessKeyId: 'another' }
    const store = await openBlobStore({ media: { dir, s3: wrong } })
    await expect(store.head(newBlobKey('private'))).rejects.toThrow()
    await expect(store.get(newBlobKey('private'))).rejects.toThrow(/access key/i)
    await store.close()
  })

  test.each([
    ['with a wrong access key', { accessKeyId: 'another' }, /access key/i],
    ['that does not exist', { bucket: 'another-bucket' }, /bucket/i],
    ['at an unreachable address', { endpoint: 'http://127.0.0.1:9' }, /ECONNREFUSED/],
  ])('a warning is logged at start for a bucket %s', async (_, change, reason) => {
    const texts = Promise.withResolvers<unknown[]>()
    const config = { ...s3.config, ...change }
    const log = { warn: (...args: unknown[]) => texts.resolve(args) }
    const store = await openBlobStore({ media: { dir, s3: config } }, { log })
    expect(await texts.promise).toEqual([
      {
        location: `bucket ${config.bucket} at ${config.endpoint}`,
        reason: expect.stringMatching(reason),
      },
      'the bucket cannot be used',
    ])
    await store.close()
  })

  test('a bucket store throws for a missing bucket', async () => {
    const store = await openBlobStore({
      media: { dir, s3: { ...s3.config, bucket: 'another-bucket' } },
    })
    await expect(store.get(newBlobKey('private'))).rejects.toThrow(/bucket/i)
    await store.close()
  })
})

async function* broken() {
  yield randomBytes(2_000)
  throw new Error('connection lost')
}

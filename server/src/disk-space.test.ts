import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DiskSpace } from './disk-space.ts'
import { newBlobKey } from './media/blob-store.ts'
import { openBlobStore } from './media/open-blob-store.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'room-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const FULL = { code: 'storage_full' }
const spaceOf = (free: Record<string, number | null>, floor: number) =>
  new DiskSpace(Object.fromEntries(Object.keys(free).map((name) => [name, name])), floor, async (folder) => {
    return free[folder] ?? null
  })

test('reserves disk space only while every folder keeps the minimum of free bytes', async () => {
  const space = spaceOf({ data: 1_000, media: 150 }, 100)
  const first = await space.reserve(30)
  await expect(space.reserve(30)).rejects.toMatchObject(FULL)
  const second = await space.reserve(20)
  first[Symbol.dispose]()
  await expect(second.grow(31)).rejects.toMatchObject(FULL)
  await second.grow(30)
  second[Symbol.dispose]()
  second[Symbol.dispose]()
  await space.reserve(50)
})

test('releases reserved disk space without checking free space, even zero bytes on a full disk', async () => {
  let reads = 0
  let free = 200
  const space = new DiskSpace({ data: 'data' }, 100, async () => {
    reads += 1
    return free
  })
  const empty = await space.reserve()
  const filled = await space.reserve(50)
  free = 0
  filled[Symbol.dispose]()
  empty[Symbol.dispose]()
  empty[Symbol.dispose]()
  expect(reads).toBe(2)
})

test('counts concurrent reservations of disk space', async () => {
  const space = spaceOf({ data: 150 }, 100)
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => space.reserve(20)))
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2)
})

test('reserves without limit when the minimum of free bytes is 0 or the file system reports no free space', async () => {
  await spaceOf({ data: 10 }, 0).reserve(1_000)
  await spaceOf({ data: null }, 100).reserve(1_000)
})

test('reserve() rejects with the error that reading the free space throws', async () => {
  const space = new DiskSpace({ data: dir }, 1, async () => Promise.reject(new Error('gone')))
  await expect(space.reserve(1)).rejects.toThrow('gone')
})

test('the blob store refuses content that would leave too few free bytes, and closes the input stream', async () => {
  let free = 200
  const space = new DiskSpace({ media: dir }, 100, async () => free)
  const store = await openBlobStore({ media: { dir, s3: null } }, { space })
  const key = newBlobKey('private')
  const about = { contentType: 'image/png', bytes: 101 }
  const path = join(dir, 'source')
  await writeFile(path, Buffer.alloc(101))
  const body = createReadStream(path)
  await expect(store.put(key, body, about)).rejects.toMatchObject(FULL)
  expect(body.destroyed).toBe(true)
  expect(await store.head(key)).toBeUndefined()
  free = 201
  await store.put(key, Buffer.alloc(101), about)
  expect(await store.head(key)).toMatchObject({ bytes: 101 })
})

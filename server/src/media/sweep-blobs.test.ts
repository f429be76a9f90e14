import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobs, media } from '../db/media-schema.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { type BlobScope, type BlobStore, newBlobKey } from './blob-store.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'
import { sweepBlobs } from './sweep-blobs.ts'

const DAY_MS = 24 * 3_600_000
const desk = useTestDesk()
const dir = mkdtempSync(join(tmpdir(), 'desk-blobs-'))
let store: BlobStore
beforeAll(async () => {
  store = await openDiskBlobStore(dir)
})
afterAll(() => rmSync(dir, { recursive: true }))

const now = new Date()
const sweep = (limit = 1_000) => sweepBlobs({ db: desk.context.db, blobs: store }, now, limit)
const isKept = async (key: string) => (await store.head(key)) !== undefined

/** A content of this age, with a row and a use or without. */
async function stored(
  ageDays: number,
  { row = true, use }: { row?: boolean; use?: 'originalBlob' | 'previewBlob' } = {},
  scope: BlobScope = 'public',
): Promise<string> {
  const key = newBlobKey(scope)
  await store.put(key, Buffer.from('x'), { contentType: 'image/png', bytes: 1 })
  const at = new Date(now.getTime() - ageDays * DAY_MS)
  utimesSync(join(dir, key), at, at)
  const { db } = desk.context
  if (row)
    await db
      .insert(blobs)
      .values({ key, scope, sha256: '00', contentType: 'image/png', bytes: 1, createdAt: at })
  if (use) await db.insert(media).values({ purpose: 'staff', kind: 'image', state: 'ready', [use]: key })
  return key
}

test('what nobody uses goes after a day, the rest stays', async () => {
  const kept = [
    await stored(400, { use: 'originalBlob' }),
    await stored(400, { use: 'previewBlob' }),
    await stored(400, { use: 'originalBlob' }, 'private'),
    await stored(0.5),
    await stored(0.5, { row: false }),
  ]
  const gone = [
    await stored(2),
    await stored(2, {}, 'private'),
    await stored(2, { row: false }),
    await stored(2, { row: false }, 'private'),
  ]
  expect(await sweep()).toBe(gone.length)
  expect(await Promise.all(kept.map(isKept))).toEqual(kept.map(() => true))
  expect(await Promise.all(gone.map(isKept))).toEqual(gone.map(() => false))
  const rows = await desk.query<{ key: string }>('select key from blobs where key = any($1)', [gone])
  expect(rows).toEqual([])
  expect(await sweep()).toBe(0)
})

test('so many at a time', async () => {
  for (let count = 0; count < 3; count += 1) await stored(2)
  expect([await sweep(2), await sweep(2), await sweep(2)]).toEqual([2, 1, 0])
})

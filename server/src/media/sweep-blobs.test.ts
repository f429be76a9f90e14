import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { blobs, media } from '../db/media-schema.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { type BlobScope, type BlobStore, newBlobKey } from './blob-store.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'
import { sweepBlobs, usesStatement } from './sweep-blobs.ts'

const DAY_MS = 24 * 3_600_000
const desk = useTestDesk()
const dir = mkdtempSync(join(tmpdir(), 'desk-blobs-'))
let store: BlobStore
beforeAll(async () => {
  store = await openDiskBlobStore(dir)
})
afterAll(() => rmSync(dir, { recursive: true }))

const now = new Date()
const sweep = (limit = 1_000, blobs: BlobStore = store) =>
  sweepBlobs({ db: desk.context.db, blobs, log: desk.context.log }, now, limit)
const isStored = async (key: string) => (await store.head(key)) !== undefined

/** Stores a blob of this age, by default with a row in `blobs`. With `use`, a `media` row refers to the blob. */
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

test('the blob sweep removes unused blobs after a day and unknown files after 30 days, and nothing else', async () => {
  const existing = [
    await stored(400, { use: 'originalBlob' }),
    await stored(400, { use: 'previewBlob' }),
    await stored(400, { use: 'originalBlob' }, 'private'),
    await stored(0.5),
    await stored(29, { row: false }),
    await stored(29, { row: false }, 'private'),
  ]
  const gone = [
    await stored(2),
    await stored(2, {}, 'private'),
    await stored(31, { row: false }),
    await stored(31, { row: false }, 'private'),
  ]
  expect(await sweep()).toBe(gone.length)
  expect(await Promise.all(existing.map(isStored))).toEqual(existing.map(() => true))
  expect(await Promise.all(gone.map(isStored))).toEqual(gone.map(() => false))
  const rows = await desk.query<{ key: string }>('select key from blobs where key = any($1)', [gone])
  expect(rows).toEqual([])
  expect(await sweep()).toBe(0)
})

test('the blob sweep checks a limited number of blobs per SQL statement, each by index', async () => {
  const { db } = desk.context
  await desk.query(
    `insert into blobs (key, scope, sha256, content_type, bytes)
     select 'private/zz/' || lpad(nth::text, 6, '0'), 'private', '', '', 1 from generate_series(1, 3000) nth`,
  )
  await desk.query(
    `insert into media (purpose, kind, state, original_blob)
     select 'staff', 'image', 'ready', key from blobs where key like 'private/zz/%'`,
  )
  const check = usesStatement(now, { after: 'private/zz/', limit: 10 })
  const reads = await Promise.all(['blobs', 'media'].map((table) => readsOf(db, table, check)))
  expect(reads.flat().reduce((rows, read) => rows + read.rows, 0)).toBeLessThan(50)
  expect(await sweep()).toBe(0)
  await desk.query(`delete from media where original_blob like 'private/zz/%'`)
  await desk.query(`delete from blobs where key like 'private/zz/%'`)
})

test('one blob sweep removes a limited number of files', async () => {
  for (let count = 0; count < 3; count += 1) await stored(2)
  expect([await sweep(2), await sweep(2), await sweep(2)]).toEqual([2, 1, 0])
})

test('the blob sweep removes nothing and warns once when many files are unknown to the database', async () => {
  const warn = vi.spyOn(desk.context.log, 'warn')
  const unknown: string[] = []
  while (unknown.length < 101) unknown.push(await stored(31, { row: false }))
  expect(await sweep()).toBe(0)
  expect(warn.mock.calls).toEqual([
    [
      expect.objectContaining({ location: store.location }),
      'many stored blobs are unknown to the database; none is removed',
    ],
  ])
  expect(await Promise.all(unknown.map(isStored))).toEqual(unknown.map(() => true))
  // Current files are added, so that the unknown files are only a small share.
  const large = withMore(2_000)
  expect(await sweep(60, large)).toBe(60)
  expect(await sweep(60, large)).toBe(41)
  expect(await Promise.all(unknown.map(isStored))).toEqual(unknown.map(() => false))
  expect(warn).toHaveBeenCalledOnce()
})

/** Returns the blob store with `count` more current files, which come first in its lists. */
function withMore(count: number): BlobStore {
  const first = Array.from({ length: count }, (_, at) => ({
    key: `private/00/0-${at}`,
    bytes: 1,
    modifiedAt: now,
  }))
  const last = first.at(-1)?.key
  const list: BlobStore['list'] = async (prefix, after) =>
    after === undefined ? first : store.list(prefix, after === last ? undefined : after)
  return { ...store, list }
}

test('the blob sweep keeps a blob that is stored again during the sweep', async () => {
  const [first, second] = [await stored(31, { row: false }), await stored(31, { row: false })]
  const remove: BlobStore['remove'] = async (key) => {
    await store.remove(key)
    await desk.context.db.insert(blobs).values({
      key: key === first ? second : first,
      scope: 'public',
      sha256: '00',
      contentType: '',
      bytes: 1,
    })
  }
  expect(await sweep(1_000, { ...store, remove })).toBe(1)
  expect((await Promise.all([first, second].map(isStored))).filter(Boolean)).toHaveLength(1)
})

test.each([true, false])('the blob sweep stops when the server stops (with blob rows: %s)', async (row) => {
  for (let count = 0; count < 3; count += 1) await stored(31, { row })
  let isStopped = false
  const remove: BlobStore['remove'] = async (key) => {
    await store.remove(key)
    isStopped = true
  }
  const parts = { db: desk.context.db, blobs: { ...store, remove }, log: desk.context.log }
  expect(await sweepBlobs({ ...parts, isStopped: () => isStopped }, now, 1_000)).toBe(1)
  expect(await sweep()).toBe(2)
})

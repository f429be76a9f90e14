import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { RemoteManifest } from 'shared/federation/remote-manifest.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createPageSource } from './page-source.ts'
import { adoptBuilds, publishBuild, removeExpiredReleases } from './publish.ts'
import { releaseRoutes } from './routes.ts'
import { activate, ReleaseRefused, rollback } from './rules.ts'
import { changeRegistry, compareAndSet, readRegistry, readReleaseLog } from './store.ts'
import { MockDeclaration, MockRelease } from './testing/mock-release.ts'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'desk-releases-'))
const releasesDir = join(folder, 'releases')
const hostDist = join(folder, 'host')

beforeAll(async () => {
  database = await createTestDatabase()
  await mkdir(join(hostDist, 'assets'), { recursive: true })
  await writeFile(join(hostDist, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  await writeFile(
    join(hostDist, 'host.json'),
    JSON.stringify({ release: 'h1', version: '1.0.0', chunks: {}, fonts: [], files: {} }),
  )
  await writeFile(join(hostDist, 'assets/index.js'), 'plain')
  await writeFile(join(hostDist, 'assets/index.js.br'), 'compressed')
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function built(id: string, release: string, contents: Record<string, string> = {}): Promise<string> {
  const dist = join(folder, `dist-${id}-${release}`)
  const manifest: RemoteManifest = {
    declaration: MockDeclaration({ id, path: `${id}-page` }),
    release: MockRelease({ id, release, path: `${id}-page` }),
  }
  await mkdir(dist, { recursive: true })
  for (const name of Object.keys(manifest.release?.files ?? {}))
    await writeFile(join(dist, name), contents[name] ?? name)
  await writeFile(join(dist, 'remote.json'), JSON.stringify(manifest))
  return dist
}

describe('the registry', () => {
  test('of eight changes at once every one lands, each with its own revision and log line', async () => {
    const { revision } = await readRegistry(database.db)
    const ids = Array.from({ length: 8 }, (_, index) => `parallel${index}`)
    await Promise.all(
      ids.map((id) =>
        changeRegistry(database.db, (registry) =>
          activate(registry, {
            declaration: MockDeclaration({ id, path: `${id}-page` }),
            release: MockRelease({ id, path: `${id}-page` }),
          }),
        ),
      ),
    )
    const registry = await readRegistry(database.db)
    expect(registry.revision).toBe(revision + ids.length)
    expect(Object.keys(registry.remotes)).toEqual(expect.arrayContaining(ids))
    const revisions = (await readReleaseLog(database.db)).map((row) => row.revision)
    expect(new Set(revisions).size).toBe(revisions.length)
  })

  test('a change made from an old revision is not written', async () => {
    await publishBuild({ db: database.db, releasesDir }, await built('late', 'one'))
    await publishBuild({ db: database.db, releasesDir }, await built('late', 'two'))
    const stale = await readRegistry(database.db)
    await changeRegistry(database.db, (registry) => rollback(registry, 'late'))
    expect(await compareAndSet(database.db, stale.revision, rollback(stale, 'late'))).toBe(false)
    expect((await readRegistry(database.db)).remotes.late?.active?.release).toBe('one')
  })
})

describe('publishBuild', () => {
  test('brings the files to their place and flips; again it changes nothing', async () => {
    const place = { db: database.db, releasesDir }
    const dist = await built('promo', 'one')
    expect(await publishBuild(place, dist)).toBe('released')
    expect(await readFile(join(releasesDir, 'promo/one/page.js'), 'utf8')).toBe('page.js')
    const { revision } = await readRegistry(database.db)
    expect(await publishBuild(place, dist)).toBe('unchanged')
    expect((await readRegistry(database.db)).revision).toBe(revision)
  })

  test('a file that is not what the manifest says is refused, and nothing of it stays', async () => {
    const dist = await built('broken', 'one', { 'page.js': 'something else' })
    await expect(publishBuild({ db: database.db, releasesDir }, dist)).rejects.toThrow(ReleaseRefused)
    expect((await readRegistry(database.db)).remotes.broken).toBeUndefined()
    expect(await readdir(join(releasesDir, 'broken')).catch(() => [])).toEqual([])
  })

  test('the same release published by several at once stands once', async () => {
    const dist = await built('twice', 'one')
    await Promise.all(Array.from({ length: 5 }, () => publishBuild({ db: database.db, releasesDir }, dist)))
    expect(await readdir(join(releasesDir, 'twice'))).toEqual(['one'])
  })

  test('files of replaced releases go after 30 days', async () => {
    const place = { db: database.db, releasesDir }
    for (const release of ['one', 'two', 'three']) await publishBuild(place, await built('old', release))
    const later = new Date(Date.now() + 31 * 24 * 3_600_000)
    expect(await removeExpiredReleases(place, new Date())).toEqual([])
    expect(await removeExpiredReleases(place, later)).toContain('old/one')
    await expect(stat(join(releasesDir, 'old/one'))).rejects.toThrow('ENOENT')
    await stat(join(releasesDir, 'old/two'))
  })
})

describe('adoptBuilds, at a start', () => {
  const adopt = async (dists: string[], host = hostDist) => {
    const reasons: string[] = []
    const place = { db: database.db, releasesDir }
    const outcomes = await adoptBuilds(place, { dists, hostDist: host }, (reason) => reasons.push(reason))
    return { outcomes: Object.values(outcomes), reasons }
  }
  const activeOf = async (id: string) => (await readRegistry(database.db)).remotes[id]?.active?.release

  test('releases what is new', async () => {
    const dists = [await built('adopted', 'one'), await built('adopted2', 'one')]
    expect(await adopt(dists)).toEqual({ outcomes: ['released', 'released'], reasons: [] })
    expect(await adopt(dists)).toEqual({ outcomes: ['unchanged', 'unchanged'], reasons: [] })
  })

  test('leaves out what needs another host, says so, and goes on with the next', async () => {
    const old = join(folder, 'old-host')
    await mkdir(old)
    await writeFile(join(old, 'host.json'), JSON.stringify({ version: '0.9.0' }))
    const dists = [await built('unfit', 'one')]
    expect(await adopt(dists, old)).toEqual({
      outcomes: [],
      reasons: ['unfit needs a host of ^1.0.0; this one is 0.9.0. Release the host first.'],
    })
    expect((await adopt(dists, join(folder, 'none'))).reasons).toEqual([
      expect.stringMatching(/is not built/),
    ])
    expect(await activeOf('unfit')).toBeUndefined()
    const broken = await built('unfit2', 'one', { 'page.js': 'something else' })
    const both = await adopt([broken, await built('fit', 'one')])
    expect(both).toEqual({ outcomes: ['released'], reasons: [expect.stringContaining('page.js')] })
  })

  test('does not undo a rollback; a build of another input is released', async () => {
    const [one, two] = [await built('back', 'one'), await built('back', 'two')]
    await adopt([one])
    await adopt([two])
    await changeRegistry(database.db, (registry) => rollback(registry, 'back'))
    expect(await adopt([two])).toEqual({
      outcomes: [],
      reasons: ['back two was rolled back; pnpm release back makes it active again.'],
    })
    expect(await activeOf('back')).toBe('one')
    expect((await adopt([await built('back', 'three')])).outcomes).toEqual(['released'])
    // What stood before, built again from its old sources, is no rollback.
    expect((await adopt([one])).outcomes).toEqual(['released'])
    expect(await activeOf('back')).toBe('one')
  })

  test('a build that is not there is told in words', async () => {
    await expect(adopt([join(folder, 'remote-nope/dist')])).rejects.toThrow(StartError)
  })
})

describe('over HTTP', () => {
  async function createApp() {
    const app = Fastify()
    const pages = createPageSource({ db: database.db, hostDist })
    await app.register(async (routes) => releaseRoutes(routes, { db: database.db, releasesDir, hostDist }))
    app.setNotFoundHandler((request, reply) =>
      request.url.startsWith('/r/')
        ? reply.code(404).send({ code: 'not_found' })
        : pages.send(request, reply),
    )
    return app
  }

  test('released files and assets never change, compressed when there is a compressed one', async () => {
    await publishBuild({ db: database.db, releasesDir }, await built('served', 'one'))
    const app = await createApp()
    const file = await app.inject('/r/served/one/page.js')
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(file.headers['content-type']).toMatch('javascript')
    const asset = await app.inject({ url: '/assets/index.js', headers: { 'accept-encoding': 'br' } })
    expect(asset.headers['content-encoding']).toBe('br')
    expect(asset.body).toBe('compressed')
    expect((await app.inject('/r/served/two/page.js')).statusCode).toBe(404)
    expect((await app.inject('/r/served/one/..%2f..%2f..%2fhost/index.html')).statusCode).not.toBe(200)
    await app.close()
  })

  test('a page is fresh: revalidated by its ETag, and another after a release', async () => {
    const app = await createApp()
    const first = await app.inject('/fresh-page')
    expect(first.headers['cache-control']).toBe('no-cache')
    const etag = String(first.headers.etag)
    const again = await app.inject({ url: '/fresh-page?x=1', headers: { 'if-none-match': etag } })
    expect(again.statusCode).toBe(304)
    await publishBuild({ db: database.db, releasesDir }, await built('fresh', 'one'))
    const released = await app.inject({ url: '/fresh-page', headers: { 'if-none-match': etag } })
    expect(released.statusCode).toBe(200)
    expect(released.body).toContain('rel="preload"')
    expect(released.body).toContain('/r/fresh/one/remoteEntry.js')
    await app.close()
  })

  test('the registry as it stands can be asked for', async () => {
    const app = await createApp()
    const answer = await app.inject('/r/registry.json')
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(await readRegistry(database.db))))
    expect(answer.headers['cache-control']).toBe('no-cache')
    await app.close()
  })
})

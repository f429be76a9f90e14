import { mkdtempSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import type { HostManifest, RemoteRelease } from 'shared/federation/remote-manifest.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createHostFiles } from './host-files.ts'
import {
  publishAtStart,
  publishHost,
  publishRemote,
  type ReleaseStorage,
  removeExpiredReleases,
  rollBack,
} from './publish-remote.ts'
import { changeRegistry, readRegistry } from './registry.store.ts'
import { activate } from './registry-rules.ts'
import { pageRegistry } from './render-page.ts'
import { releaseRoutes } from './routes.ts'
import { createPageSource } from './serve-page.ts'
import { MockDeclaration, MockRelease, writeHostBuild } from './testing/mock-release.ts'

const DAY_MS = 24 * 3_600_000

let database: TestDatabase
let folder: string
let storage: ReleaseStorage
let app: FastifyInstance
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.$client.query('delete from release_log; delete from release_registry')
  folder = mkdtempSync(join(tmpdir(), 'desk-serve-'))
  storage = { db: database.db, releasesDir: join(folder, 'releases'), hostDist: join(folder, 'host') }
  app = await createApp()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function createApp(): Promise<FastifyInstance> {
  const created = Fastify()
  const hostFiles = createHostFiles(storage.releasesDir)
  const pages = createPageSource({ ...storage, hostFiles })
  await created.register(async (routes) => releaseRoutes(routes, { ...storage, hostFiles }))
  created.setNotFoundHandler((request, reply) =>
    /^\/(r|assets)\//.test(request.url)
      ? reply.code(404).send({ code: 'not_found' })
      : pages.send(request, reply),
  )
  return created
}

const build = (release: string, parts: Partial<HostManifest> = {}) =>
  writeHostBuild(storage.hostDist, { release, ...parts })
const statusOf = async (url: string) => (await app.inject(url)).statusCode
const titleOf = async () => /<title>(.*)<\/title>/.exec((await app.inject('/any-page')).body)?.[1]

/** Activates a release of the remote `chat` that has no files. */
async function activateChat(parts: Partial<RemoteRelease> = {}): Promise<void> {
  const release = { ...MockRelease({ path: 'chat-queue' }), ...parts }
  await changeRegistry(storage.db, (registry) =>
    activate(registry, { declaration: MockDeclaration(), release }),
  )
}

describe('serving pages of the host', () => {
  test.each([
    [undefined, undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['*', 'br'],
    ['br;q=0,gzip;q=0', undefined],
    ['zstd', undefined],
  ])('a page for accept-encoding %s is sent as %s', async (accepted, encoding) => {
    await build('h1')
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const page = await app.inject({ url: '/any-page', headers })
    expect(page.headers['content-encoding']).toBe(encoding)
    expect(page.headers.vary).toBe('accept-encoding')
  })

  test('pages return 503 while there is no host build, and are served once a build exists', async () => {
    expect(await statusOf('/any-page')).toBe(503)
    await build('h1')
    expect(await titleOf()).toBe('h1')
  })

  test('the former host release is served while the host is rebuilt in place, until the build is complete', async () => {
    await build('h1')
    expect(await titleOf()).toBe('h1')
    await rm(storage.hostDist, { recursive: true })
    expect(await titleOf()).toBe('h1')
    await build('h2')
    await rm(join(storage.hostDist, 'assets/h2/shell.js'))
    expect(await titleOf()).toBe('h1')
    await build('h2')
    expect(await titleOf()).toBe('h2')
  })

  test('a host build whose page references a missing file is rejected', async () => {
    await build('h1')
    await titleOf()
    await build('h2')
    await writeFile(join(storage.hostDist, 'index.html'), '<script src="/assets/other.js"></script>')
    await expect(publishHost(storage)).rejects.toThrow('assets/other.js is missing')
    expect(await titleOf()).toBe('h1')
  })

  test('files of earlier host releases are served for 30 days, so that open tabs find their chunks', async () => {
    for (const release of ['h1', 'h2', 'h3']) {
      await build(release)
      await publishHost(storage)
    }
    for (const release of ['h1', 'h2', 'h3']) {
      const file = await app.inject(`/assets/${release}/shell.js`)
      expect([file.statusCode, file.body]).toEqual([200, `assets/${release}/shell.js`])
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable, no-transform')
    }
    expect(await removeExpiredReleases(storage, new Date(Date.now() + 29 * DAY_MS))).toEqual([])
    expect(await removeExpiredReleases(storage, new Date(Date.now() + 31 * DAY_MS))).toEqual(['host/h1'])
    expect(await statusOf('/assets/h1/shell.js')).toBe(404)
    expect(await statusOf('/assets/h2/shell.js')).toBe(200)
  })

  test('a rolled back host stays rolled back when the server restarts with the newer build in place', async () => {
    for (const release of ['h1', 'h2']) {
      await build(release)
      await publishHost(storage)
    }
    expect(await titleOf()).toBe('h2')
    expect(await rollBack(storage, 'host')).toBe('h1')
    expect(await titleOf()).toBe('h1')
    const warnings: string[] = []
    await publishAtStart(storage, [], (reason) => warnings.push(reason))
    expect(warnings).toEqual([expect.stringContaining('host h2 was rolled back')])
    expect(await titleOf()).toBe('h1')
    expect(await publishHost(storage)).toEqual({ release: 'h2', outcome: 'released' })
    expect(await titleOf()).toBe('h2')
  })

  test('concurrent host releases store all their files, and one of them becomes active', async () => {
    const storages = await Promise.all(
      ['h1', 'h2', 'h3'].map(async (release) => {
        const own = { ...storage, hostDist: join(folder, `dist-${release}`) }
        await writeHostBuild(own.hostDist, { release })
        return own
      }),
    )
    await Promise.all(storages.map((own) => publishHost(own)))
    const { host, revision } = await readRegistry(storage.db)
    expect(revision).toBe(3)
    expect(host?.active).not.toBe(host?.previous)
    for (const release of ['h1', 'h2', 'h3']) expect(await statusOf(`/assets/${release}/shell.js`)).toBe(200)
  })
})

describe('imports of active remotes', () => {
  const shared = { react: { version: '19.3.1', exports: ['use', 'useState'] } }
  const imports = { react: { range: '^19.3.0', names: ['use'] } }

  test('a remote that imports an export missing in the active host is rejected with module and export name', async () => {
    await build('h1', { shared: { react: { version: '19.3.1', exports: ['useState'] } } })
    await publishHost(storage)
    // Builds a newer host, which is not active yet.
    await build('h2', { shared })
    const dist = join(folder, 'chat')
    await writeHostBuild(dist, { release: 'x' })
    const manifest = { declaration: MockDeclaration(), release: { ...MockRelease(), imports } }
    for (const name of Object.keys(manifest.release.files)) await writeFile(join(dist, name), name)
    await writeFile(join(dist, 'remote.json'), JSON.stringify(manifest))
    await expect(publishRemote(storage, dist)).rejects.toThrow(
      'chat one does not fit the host h1: react: the host has no export use. Release the host first.',
    )
    await publishHost(storage)
    expect(await publishRemote(storage, dist)).toEqual({ release: 'one', outcome: 'released' })
  })

  test('a host release that lacks an import of a remote is rejected, or released with a warning when `--force` is given', async () => {
    await build('h1', { shared })
    await publishHost(storage)
    await activateChat({ imports })
    await build('h2', { shared: { react: { version: '20.0.0', exports: ['useState'] } } })
    const reason =
      'chat would not fit the host h2: react: 20.0.0 is not in the range ^19.3.0; react: the host has no export use'
    await expect(publishHost(storage)).rejects.toThrow(reason)
    expect(await titleOf()).toBe('h1')
    const received: string[] = []
    await publishHost(storage, { force: true, onMissing: (line) => received.push(line) })
    expect(received).toEqual([reason])
    expect(await titleOf()).toBe('h2')
  })

  test('a server start warns about imports that the host lacks, also of a previous release', async () => {
    await build('h1', { shared })
    await publishHost(storage)
    await activateChat({ imports })
    await build('h2', { shared: { react: { version: '19.3.1', exports: ['useState'] } } })
    const warnings: string[] = []
    // Ignores the warning about the missing files of this release.
    const warn = (line: string) => line.startsWith('the files of chat') || warnings.push(line)
    await publishAtStart(storage, [], warn)
    await activateChat({ release: 'two' })
    await publishAtStart(storage, [], warn)
    expect(warnings).toEqual([
      'chat does not fit the host h2: react: the host has no export use',
      'the previous release of chat (one) does not fit the host h2: react: the host has no export use',
    ])
  })
})

describe('HTTP responses of release files and pages', () => {
  async function releaseRemote(id: string): Promise<void> {
    const dist = join(folder, id)
    const release = MockRelease({ id, path: `${id}-page` })
    await writeHostBuild(dist, { release: 'x' })
    for (const name of Object.keys(release.files)) await writeFile(join(dist, name), name)
    const declaration = MockDeclaration({ id, path: `${id}-page` })
    await writeFile(join(dist, 'remote.json'), JSON.stringify({ declaration, release }))
    await publishRemote(storage, dist)
  }

  test('released files and assets are served as immutable, compressed when possible', async () => {
    await build('h1')
    await writeFile(join(storage.hostDist, 'assets/index.js.br'), brotliCompressSync('assets/index.js'))
    await publishHost(storage)
    await releaseRemote('served')
    const file = await app.inject('/r/served/one/page.js')
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable, no-transform')
    expect(file.headers['content-type']).toMatch('javascript')
    const asset = await app.inject({ url: '/assets/index.js', headers: { 'accept-encoding': 'br' } })
    expect(asset.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(asset.rawPayload).toString()).toBe('assets/index.js')
    expect((await app.inject({ url: '/assets/index.js', method: 'HEAD' })).statusCode).toBe(200)
  })

  test.each([
    '/r/served/two/page.js',
    '/r/served/one/..%2f..%2f..%2fhost/index.html',
    '/r/host/h1/index.html',
    '/r/%68ost/h1/index.html',
    '/r/.working/x.js',
    '/assets/nothing.js',
    '/assets/',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fhost.json',
  ])('the release server returns no file for the path %s', async (url) => {
    await build('h1')
    await publishHost(storage)
    expect([403, 404]).toContain(await statusOf(url))
  })

  test('a page is revalidated by its ETag, which changes with a release', async () => {
    await build('h1')
    const first = await app.inject('/fresh-page')
    expect(first.headers['cache-control']).toBe('no-cache, no-transform')
    const etag = String(first.headers.etag)
    const again = await app.inject({ url: '/fresh-page?x=1', headers: { 'if-none-match': etag } })
    expect(again.statusCode).toBe(304)
    await releaseRemote('fresh')
    const released = await app.inject({ url: '/fresh-page', headers: { 'if-none-match': etag } })
    expect(released.statusCode).toBe(200)
    expect(released.body).toContain('rel="preload"')
    expect(released.body).toContain('/r/fresh/one/remoteEntry.js')
  })

  test('/r/registry.json returns the current registry', async () => {
    await build('h1')
    await publishHost(storage)
    const response = await app.inject('/r/registry.json')
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(pageRegistry(await readRegistry(database.db)))))
    expect(response.headers['cache-control']).toBe('no-cache, no-transform')
  })

  test('concurrent requests share one read of the release registry', async () => {
    await build('h1')
    await publishHost(storage)
    await app.ready()
    const query = vi.spyOn(database.db.$client, 'query')
    const responses = await Promise.all(Array.from({ length: 20 }, () => app.inject('/r/registry.json')))
    const reads = query.mock.calls.length
    query.mockRestore()
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(5)
  })

  test('robots.txt disallows everything', async () => {
    const response = await app.inject('/robots.txt')
    expect([response.body, response.headers['content-type']]).toEqual([
      'User-agent: *\nDisallow: /\n',
      'text/plain; charset=utf-8',
    ])
  })
})

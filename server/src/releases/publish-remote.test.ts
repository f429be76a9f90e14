import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { RemoteManifest } from 'shared/federation/remote-manifest.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import {
  publishAtStart,
  publishRemote,
  type ReleaseStorage,
  removeExpiredReleases,
  rollBack,
  type StartOptions,
} from './publish-remote.ts'
import { changeRegistry, compareAndSet, readRegistry, readReleaseLog } from './registry.store.ts'
import { ReleaseRefused, rollback, withdraw } from './registry-rules.ts'
import { copyRemoteRelease, listReleases, readRemoteManifest, removeReleaseFiles } from './release-files.ts'
import { MockDeclaration, MockRelease, writeHostBuild } from './testing/mock-release.ts'

let database: TestDatabase
let storage: ReleaseStorage
const folder = mkdtempSync(join(tmpdir(), 'desk-releases-'))
const releasesDir = join(folder, 'releases')
const hostDist = join(folder, 'host')

beforeAll(async () => {
  database = await createTestDatabase()
  storage = { db: database.db, releasesDir, hostDist }
  await writeHostBuild(hostDist, { release: 'h1' })
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

describe('changes of the release registry', () => {
  test('twenty remotes are released at once, each with its own revision and log entry', async () => {
    const { revision } = await readRegistry(database.db)
    const ids = Array.from({ length: 20 }, (_, index) => `parallel${index}`)
    const dists = await Promise.all(ids.map((id) => built(id, 'one')))
    const published = await Promise.all(dists.map((dist) => publishRemote(storage, dist)))
    expect(new Set(published.map(({ outcome }) => outcome))).toEqual(new Set(['released']))
    const registry = await readRegistry(database.db)
    expect(registry.revision).toBe(revision + ids.length)
    expect(Object.keys(registry.remotes)).toEqual(expect.arrayContaining(ids))
    const revisions = (await readReleaseLog(database.db)).map((row) => row.revision)
    expect(new Set(revisions).size).toBe(revisions.length)
    for (const id of ids) await changeRegistry(database.db, (now) => withdraw(now, id))
  })

  test('the release registry rejects a change based on an old revision', async () => {
    await publishRemote(storage, await built('late', 'one'))
    await publishRemote(storage, await built('late', 'two'))
    const stale = await readRegistry(database.db)
    const change = rollback(stale, 'late', MockRelease({ id: 'late', path: 'late-page' }), null)
    expect(await rollBack(storage, 'late')).toBe('one')
    expect(await compareAndSet(database.db, stale.revision, change)).toBe(false)
    expect((await readRegistry(database.db)).remotes.late?.active?.release).toBe('one')
  })
})

describe('publishing a remote', () => {
  test('publishing a remote copies the files and activates the release; a second call changes nothing', async () => {
    const dist = await built('promo', 'one')
    expect(await publishRemote(storage, dist)).toEqual({ release: 'one', outcome: 'released' })
    expect(await readFile(join(releasesDir, 'promo/one/page.js'), 'utf8')).toBe('page.js')
    const { revision } = await readRegistry(database.db)
    expect(await publishRemote(storage, dist)).toEqual({ release: 'one', outcome: 'unchanged' })
    expect((await readRegistry(database.db)).revision).toBe(revision)
  })

  test('publishing rejects a release with a file that differs from the manifest, and leaves no copy', async () => {
    const dist = await built('broken', 'one', { 'page.js': 'something else' })
    await expect(publishRemote(storage, dist)).rejects.toThrow(ReleaseRefused)
    expect((await readRegistry(database.db)).remotes.broken).toBeUndefined()
    expect(await readdir(join(releasesDir, 'broken')).catch(() => [])).toEqual([])
  })

  test.each([
    [
      'to a parent folder',
      { files: { '../../../outside.js': { integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 } } },
    ],
    ['as the release name', { release: '../../outside' }],
    ['of another remote', { basePath: '/r/promo/one/' }],
  ])('publishing rejects a manifest with a path %s before reading or writing files', async (_what, parts) => {
    const dist = await built('hostile', 'one')
    const manifest = {
      declaration: MockDeclaration({ id: 'hostile' }),
      release: MockRelease({ id: 'hostile' }),
    }
    const release = { ...manifest.release, ...parts }
    await writeFile(join(dist, 'remote.json'), JSON.stringify({ ...manifest, release }))
    await expect(publishRemote(storage, dist)).rejects.toThrow(/is not a valid release manifest \(release/)
    expect(await readdir(join(releasesDir, 'hostile')).catch(() => [])).toEqual([])
    await writeFile(join(dist, 'remote.json'), '{"declaration":')
    await expect(publishRemote(storage, dist)).rejects.toThrow(ReleaseRefused)
  })

  test.each(['../../outside', '/etc', 'host', 'a/b', '..'])('rejects a remote with the id %s', async (id) => {
    const dist = await built('hostile', 'one')
    const manifest = { declaration: { ...MockDeclaration(), id }, release: MockRelease({ id }) }
    await writeFile(join(dist, 'remote.json'), JSON.stringify(manifest))
    await expect(publishRemote(storage, dist)).rejects.toThrow(
      /is not a valid release manifest \(declaration\.id/,
    )
    expect(await stat(join(releasesDir, '../../outside')).catch(() => null)).toBeNull()
  })

  test.each([
    ['page.js', 'page.js'],
    ['page.js.gz', 'a secret of this machine'],
    ['remote.json', ''],
  ])('publishing rejects a release whose file %s is a symbolic link', async (name, content) => {
    const dist = await built('linked', 'one')
    const secret = join(folder, 'secret')
    const shown = name === 'remote.json' ? await readFile(join(dist, name), 'utf8') : content
    await writeFile(secret, shown)
    await rm(join(dist, name), { force: true })
    await symlink(secret, join(dist, name))
    await expect(publishRemote(storage, dist)).rejects.toThrow(/symbolic link/)
    expect(await readdir(join(releasesDir, 'linked')).catch(() => [])).toEqual([])
  })

  test('compressed files are published only when they contain the original file', async () => {
    const dist = await built('packed', 'one')
    await writeFile(join(dist, 'page.js.gz'), gzipSync('page.js'))
    await writeFile(join(dist, 'page.js.br'), brotliCompressSync('page.js'))
    for (const wrong of [
      gzipSync('another file'),
      gzipSync(Buffer.alloc(1_000_000)),
      Buffer.from('no gzip'),
    ]) {
      await writeFile(join(dist, 'page.css.gz'), wrong)
      await expect(publishRemote(storage, dist)).rejects.toThrow(/page\.css\.gz is not page\.css/)
    }
    await rm(join(dist, 'page.css.gz'))
    await publishRemote(storage, dist)
    expect(
      (await readdir(join(releasesDir, 'packed/one'))).filter((name) => name.startsWith('page.js')).sort(),
    ).toEqual(['page.js', 'page.js.br', 'page.js.gz'])
  })

  test('publishing one release several times concurrently creates one log entry', async () => {
    const dist = await built('twice', 'one')
    await Promise.all(Array.from({ length: 5 }, () => publishRemote(storage, dist)))
    expect(await readdir(join(releasesDir, 'twice'))).toEqual(['one'])
  })

  test('files of replaced releases are removed after 30 days', async () => {
    for (const release of ['one', 'two', 'three']) await publishRemote(storage, await built('old', release))
    const later = new Date(Date.now() + 31 * 24 * 3_600_000)
    expect(await removeExpiredReleases(storage, new Date())).toEqual([])
    expect(await removeExpiredReleases(storage, later)).toContain('old/one')
    await expect(stat(join(releasesDir, 'old/one'))).rejects.toThrow('ENOENT')
    await stat(join(releasesDir, 'old/two'))
  })

  describe('a release that was replaced long ago', () => {
    const LONG_AGO = new Date(Date.now() - 60 * 24 * 3_600_000)
    const age = async (id: string, release: string) => {
      await utimes(join(releasesDir, id, release), LONG_AGO, LONG_AGO)
      await database.db.$client.query('update release_log set at = $2 where remote = $1', [id, LONG_AGO])
    }
    const sweep = () => removeExpiredReleases(storage, new Date())

    test('an old release is not removed between being copied and activated', async () => {
      for (const release of ['one', 'two', 'three'])
        await publishRemote(storage, await built('again', release))
      await age('again', 'one')
      const dist = await built('again', 'one')
      await copyRemoteRelease(releasesDir, dist, await readRemoteManifest(dist))
      expect(await sweep()).toEqual([])
      expect(await publishRemote(storage, dist)).toEqual({ release: 'one', outcome: 'released' })
      await stat(join(releasesDir, 'again/one/remote.json'))
    })

    test('an old release that is published again is not removed by a sweep that listed it before', async () => {
      for (const release of ['one', 'two', 'three'])
        await publishRemote(storage, await built('race', release))
      await age('race', 'one')
      const listed = (await listReleases(releasesDir)).find(
        (each) => each.owner === 'race' && each.release === 'one',
      )
      if (listed === undefined) throw new Error('race/one is not listed')
      const dist = await built('race', 'one')
      await copyRemoteRelease(releasesDir, dist, await readRemoteManifest(dist))
      expect(await removeReleaseFiles(releasesDir, listed)).toBe(false)
      await stat(join(releasesDir, 'race/one/remote.json'))
      await age('race', 'one')
      expect(await sweep()).toEqual(['race/one'])
    })

    test('an old release is not removed while a rollback activates it', async () => {
      for (const release of ['one', 'two', 'three'])
        await publishRemote(storage, await built('undone', release))
      expect(await rollBack(storage, 'undone')).toBe('two')
      await age('undone', 'one')
      const [listed] = (await listReleases(releasesDir)).filter(
        (each) => each.owner === 'undone' && each.release === 'one',
      )
      if (listed === undefined) throw new Error('undone/one is not listed')
      expect(await rollBack(storage, 'undone')).toBe('one')
      expect(await removeReleaseFiles(releasesDir, listed)).toBe(false)
    })
  })
})

describe('publishing at a server start', () => {
  const adopt = async (dists: string[], options: StartOptions = { replaced: true }) => {
    const reasons: string[] = []
    const warn = (reason: string) => reasons.push(reason)
    const outcomes = await publishAtStart(storage, dists, warn, options)
    return { outcomes: dists.flatMap((dist) => outcomes[dist] ?? []), reasons }
  }
  const activeOf = async (id: string) => (await readRegistry(database.db)).remotes[id]?.active?.release

  test('the server publishes new builds when it starts', async () => {
    const dists = [await built('adopted', 'one'), await built('adopted2', 'one')]
    expect(await adopt(dists)).toEqual({ outcomes: ['released', 'released'], reasons: [] })
    expect(await adopt(dists)).toEqual({ outcomes: ['unchanged', 'unchanged'], reasons: [] })
  })

  test('the server start warns about a remote that needs another host, skips it, and publishes the next remote', async () => {
    const unfit = await built('unfit', 'one')
    const manifest = JSON.parse(await readFile(join(unfit, 'remote.json'), 'utf8'))
    manifest.release.requires.shell = '^1.1.0'
    await writeFile(join(unfit, 'remote.json'), JSON.stringify(manifest))
    expect(await adopt([unfit])).toEqual({
      outcomes: [],
      reasons: [
        'a build was not released: unfit one does not fit the host h1: it requires a host of ^1.1.0, this one is 1.0.0. Release the host first.',
      ],
    })
    expect(await activeOf('unfit')).toBeUndefined()
    const broken = await built('unfit2', 'one', { 'page.js': 'something else' })
    const both = await adopt([broken, await built('fit', 'one')])
    expect(both).toEqual({ outcomes: ['released'], reasons: [expect.stringContaining('page.js')] })
  })

  test('a server start does not undo a rollback, but still publishes a build that is new', async () => {
    const [one, two] = [await built('back', 'one'), await built('back', 'two')]
    await adopt([one])
    await adopt([two])
    await rollBack(storage, 'back')
    expect(await adopt([two])).toEqual({
      outcomes: [],
      reasons: [
        'a build was not released: back two was rolled back; pnpm release back makes it active again.',
      ],
    })
    expect(await activeOf('back')).toBe('one')
    expect((await adopt([await built('back', 'three')])).outcomes).toEqual(['released'])
    // Publishes the previous release again as a new build, which is not a rollback.
    expect((await adopt([one])).outcomes).toEqual(['released'])
    expect(await activeOf('back')).toBe('one')
  })

  test('two rollbacks go back two releases, and a server start undoes neither', async () => {
    const builds = [await built('twice', 'one'), await built('twice', 'two'), await built('twice', 'three')]
    for (const build of builds) await publishRemote(storage, build)
    expect(await rollBack(storage, 'twice')).toBe('two')
    expect(await rollBack(storage, 'twice')).toBe('one')
    await expect(rollBack(storage, 'twice')).rejects.toThrow('twice has no earlier release')
    for (const build of builds.slice(1)) {
      expect((await adopt([build])).reasons).toEqual([expect.stringContaining('was rolled back')])
    }
    expect(await activeOf('twice')).toBe('one')
    expect((await publishRemote(storage, builds[2] ?? '')).outcome).toBe('released')
    expect(await rollBack(storage, 'twice')).toBe('one')
  })

  test('a rollback to a release whose files are missing is rejected', async () => {
    for (const release of ['one', 'two', 'three']) await publishRemote(storage, await built('bare', release))
    await rollBack(storage, 'bare')
    rmSync(join(releasesDir, 'bare/one'), { recursive: true })
    await changeRegistry(database.db, (registry) => {
      const known = registry.remotes.bare
      if (known?.active == null) return null
      return rollback(registry, 'bare', known.active, null)
    })
    await expect(rollBack(storage, 'bare')).rejects.toThrow('The files of bare one are missing')
    expect(await activeOf('bare')).toBe('two')
  })

  test('a server start warns about missing files of the active release after a restore, and publishes the build', async () => {
    const [one, two] = [await built('restored', 'one'), await built('restored', 'two')]
    await publishRemote(storage, one)
    await publishRemote(storage, two)
    rmSync(join(releasesDir, 'restored'), { recursive: true })
    const { outcomes, reasons } = await adopt([one], {})
    expect(outcomes).toEqual(['released'])
    expect(reasons).toEqual([expect.stringMatching(/files of restored two, which is active, are not in/)])
    expect(await activeOf('restored')).toBe('one')
    expect(await readFile(join(releasesDir, 'restored/one/page.js'), 'utf8')).toBe('page.js')
    expect((await adopt([one], {})).reasons).toEqual([])
  })

  test('an older server that restarts with ADOPT_REPLACED=0 does not undo a newer release', async () => {
    const [one, two] = [await built('newer', 'one'), await built('newer', 'two')]
    await adopt([one], {})
    await adopt([two], {})
    expect(await adopt([one], {})).toEqual({
      outcomes: [],
      reasons: [
        'a build was not released: newer one was replaced by two; pnpm release newer makes it active again.',
      ],
    })
    expect(await activeOf('newer')).toBe('two')
    expect(await adopt([two], {})).toEqual({ outcomes: ['unchanged'], reasons: [] })
  })

  test('a server start throws StartError for a missing build', async () => {
    await expect(adopt([join(folder, 'remote-nope/dist')])).rejects.toThrow(StartError)
  })
})

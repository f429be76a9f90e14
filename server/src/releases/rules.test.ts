import fc from 'fast-check'
import type { ReleaseRegistry, RemoteManifest } from 'shared/federation/remote-manifest.ts'
import { describe, expect, test } from 'vitest'
import {
  activate,
  EMPTY_REGISTRY,
  expiredReleases,
  type LoggedRelease,
  ReleaseRefused,
  rollback,
  satisfiesShell,
} from './rules.ts'
import { MockDeclaration, MockRelease } from './testing/mock-release.ts'

const build = (id: string, release: string | null, path = `${id}-page`): RemoteManifest => ({
  declaration: MockDeclaration({ id, path }),
  release: release === null ? null : MockRelease({ id, release, path }),
})
const after = (...builds: RemoteManifest[]): ReleaseRegistry =>
  builds.reduce((registry, each) => activate(registry, each)?.registry ?? registry, EMPTY_REGISTRY)

describe('activate', () => {
  test('a remote without a release is declared and not active', () => {
    const change = activate(EMPTY_REGISTRY, build('promo', null))
    expect(change).toMatchObject({ action: 'declare', remote: 'promo', release: null })
    expect(change?.registry).toMatchObject({
      revision: 1,
      remotes: { promo: { active: null, previous: null } },
    })
  })

  test('a release takes the place of the one before it, which stays as the previous', () => {
    const registry = after(build('chat', 'one'), build('chat', 'two'))
    expect(registry.revision).toBe(2)
    expect(registry.remotes.chat?.active?.release).toBe('two')
    expect(registry.remotes.chat?.previous?.release).toBe('one')
  })

  test('the active release again changes nothing, also when its keys come in another order', () => {
    const registry = after(build('chat', 'one'))
    const stored = JSON.parse(JSON.stringify(registry)) as ReleaseRegistry
    const chat = stored.remotes.chat
    const declaration = Object.fromEntries(Object.entries(chat?.declaration ?? {}).reverse())
    const shuffled = { ...stored, remotes: { chat: { ...chat, declaration } } } as unknown as ReleaseRegistry
    expect(activate(shuffled, build('chat', 'one'))).toBeNull()
  })

  test('two remotes cannot have one path', () => {
    const registry = after(build('chat', 'one', 'queue'))
    expect(() => activate(registry, build('promo', 'one', 'queue'))).toThrow(ReleaseRefused)
  })

  test('whatever is built in whatever order, the last build of each remote is active', () => {
    const builds = fc.array(
      fc.tuple(fc.constantFrom('chat', 'promo', 'dashboard'), fc.constantFrom('a', 'b', 'c')),
    )
    fc.assert(
      fc.property(builds, (list) => {
        const registry = after(...list.map(([id, release]) => build(id, release)))
        for (const [id, release] of new Map(list)) {
          expect(registry.remotes[id]?.active?.release).toBe(release)
          expect(registry.remotes[id]?.previous?.release).not.toBe(release)
        }
      }),
    )
  })
})

describe('rollback', () => {
  test('goes back to the release before, and a second one goes forward again', () => {
    const registry = after(build('chat', 'one'), build('chat', 'two'))
    const back = rollback(registry, 'chat')
    expect(back.registry.remotes.chat?.active?.release).toBe('one')
    expect(rollback(back.registry, 'chat').registry.remotes.chat?.active?.release).toBe('two')
  })

  test.each(['chat', 'nobody'])('is refused when %s has nothing to go back to', (id) => {
    expect(() => rollback(after(build('chat', 'one')), id)).toThrow(ReleaseRefused)
  })
})

test.each([
  ['1.0.0', '^1.0.0', true],
  ['1.4.2', '^1.2.9', true],
  ['1.2.8', '^1.2.9', false],
  ['2.0.0', '^1.0.0', false],
  ['1.2.9', '~1.2.3', true],
  ['1.3.0', '~1.2.3', false],
  ['1.2.3', '1.2.3', true],
  ['1.2.4', '1.2.3', false],
  ['0.3.0', '^0.2.0', false],
  ['1.0.0', 'latest', false],
])('a host of %s is in the range %s: %s', (version, range, expected) => {
  expect(satisfiesShell(version, range)).toBe(expected)
})

describe('expiredReleases', () => {
  const row = (revision: number, release: string, day: number): LoggedRelease => ({
    revision,
    remote: 'chat',
    action: 'release',
    release,
    at: new Date(Date.UTC(2026, 0, day)),
  })
  const registry = after(build('chat', 'one'), build('chat', 'two'), build('chat', 'three'))
  const log = [row(1, 'one', 1), row(2, 'two', 2), row(3, 'three', 3)]

  test('a release goes 30 days after another took its place, not 30 days after it was made', () => {
    expect(expiredReleases(log, registry, new Date(Date.UTC(2026, 0, 31)))).toEqual([])
    expect(expiredReleases(log, registry, new Date(Date.UTC(2026, 1, 2)))).toEqual([
      { remote: 'chat', release: 'one' },
    ])
  })

  test('active and previous stay however old they are', () => {
    const expired = expiredReleases(log, registry, new Date(Date.UTC(2030, 0, 1)))
    expect(expired.map(({ release }) => release)).toEqual(['one'])
  })

  test('a release that came back is counted from its second end', () => {
    const back = [...log, { ...row(4, 'one', 20), action: 'rollback' }, row(5, 'four', 21)]
    const now = after(build('chat', 'three'), build('chat', 'four'))
    expect(expiredReleases(back, now, new Date(Date.UTC(2026, 1, 10)))).toEqual([
      { remote: 'chat', release: 'two' },
    ])
  })
})

import fc from 'fast-check'
import type { RegistryRemote, ReleaseRegistry, RemoteManifest } from 'shared/federation/remote-manifest.ts'
import { describe, expect, test } from 'vitest'
import {
  activate,
  activateHost,
  EMPTY_REGISTRY,
  earlierReleases,
  expiredReleases,
  type LoggedRelease,
  ReleaseRefused,
  releaseHistory,
  rollback,
  rollbackHost,
  type StoredRelease,
  withdraw,
} from './registry-rules.ts'
import { MockDeclaration, MockRelease } from './testing/mock-release.ts'

const build = (id: string, release: string | null, path = `${id}-page`): RemoteManifest => ({
  declaration: MockDeclaration({ id, path }),
  release: release === null ? null : MockRelease({ id, release, path }),
})
const after = (...builds: RemoteManifest[]): ReleaseRegistry =>
  builds.reduce((registry, each) => activate(registry, each)?.registry ?? registry, EMPTY_REGISTRY)

describe('activating a release', () => {
  test('a declared remote without a release is not active', () => {
    const change = activate(EMPTY_REGISTRY, build('promo', null))
    expect(change).toMatchObject({ action: 'declare', remote: 'promo', release: null })
    expect(change?.registry).toMatchObject({
      revision: 1,
      remotes: { promo: { active: null, previous: null } },
    })
  })

  test('a new release replaces the active release, which becomes the previous one', () => {
    const registry = after(build('chat', 'one'), build('chat', 'two'))
    expect(registry.revision).toBe(2)
    expect(registry.remotes.chat?.active?.release).toBe('two')
    expect(registry.remotes.chat?.previous?.release).toBe('one')
  })

  test('activating a release that is already active changes nothing, regardless of key order', () => {
    const registry = after(build('chat', 'one'))
    const stored = JSON.parse(JSON.stringify(registry)) as ReleaseRegistry
    const chat = stored.remotes.chat
    const declaration = Object.fromEntries(Object.entries(chat?.declaration ?? {}).reverse())
    const shuffled = { ...stored, remotes: { chat: { ...chat, declaration } } } as unknown as ReleaseRegistry
    expect(activate(shuffled, build('chat', 'one'))).toBeNull()
  })

  test.each([
    [
      'that another remote has',
      'queue',
      /queue\/:id\? of chat \(chat team\) and queue of promo \(promo team\)/,
    ],
    ['of the host', 'profile', /profile of promo \(promo team\) is a path of the host/],
  ])('a remote with a path %s is refused, and the owners are named', (_what, path, named) => {
    const registry = after(build('chat', 'one', 'queue/:id?'))
    for (const release of ['one', null]) {
      const change = () => activate(registry, build('promo', release, path))
      expect(change).toThrow(ReleaseRefused)
      expect(change).toThrow(named)
    }
  })

  test('a conflict between two remotes does not stop a third one', () => {
    const registry = after(build('chat', 'one', 'queue'))
    const chat = registry.remotes.chat as RegistryRemote
    const declaration = MockDeclaration({ id: 'ribbon', path: 'queue' })
    const broken = { ...registry, remotes: { chat, ribbon: { ...chat, declaration } } }
    expect(activate(broken, build('promo', 'one', 'images'))).toMatchObject({ action: 'release' })
    expect(() => activate(broken, build('promo', 'one', 'queue'))).toThrow(ReleaseRefused)
  })

  test('the last activated build of each remote is active, for any order of builds', () => {
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

describe('rolling back a release', () => {
  type Step = [action: string, release: string | null]
  const logOf = (steps: Step[], remote = 'chat'): LoggedRelease[] =>
    steps.map(([action, release], index) => ({
      revision: index + 1,
      remote,
      action,
      release,
      at: new Date(0),
    }))
  const release = (name: string): Step => ['release', name]
  const back = (name: string): Step => ['rollback', name]

  test('a rollback activates an earlier release', () => {
    const registry = after(build('chat', 'one'), build('chat', 'two'), build('chat', 'three'))
    const change = rollback(
      registry,
      'chat',
      MockRelease({ release: 'two' }),
      MockRelease({ release: 'one' }),
    )
    expect(change).toMatchObject({ action: 'rollback', release: 'two' })
    expect(change.registry.remotes.chat).toMatchObject({
      active: { release: 'two' },
      previous: { release: 'one' },
    })
  })

  const [one, two, three] = [release('one'), release('two'), release('three')]
  test.each<[string, Step[], string[], string[]]>([
    ['several releases', [one, ['declare', null], two, three], ['one', 'two', 'three'], []],
    ['a rollback', [one, two, three, back('two')], ['one', 'two'], ['three']],
    ['two rollbacks', [one, two, three, back('two'), back('one')], ['one'], ['three', 'two']],
    ['a release after a rollback', [one, two, back('one'), three], ['one', 'three'], []],
    ['a release that is activated again after a rollback', [one, two, back('one'), two], ['one', 'two'], []],
    [
      'a rollback and its undo, as logged by earlier versions',
      [one, two, back('one'), back('two')],
      ['two'],
      ['one'],
    ],
    ['a release that is activated twice', [one, two, one], ['one', 'two', 'one'], []],
    ['a withdrawal', [one, two, ['withdraw', null], three], ['three'], []],
  ])('the release history is read from a log with %s', (_name, steps, line, rolledBack) => {
    const history = releaseHistory([...logOf(steps), ...logOf([release('other')], 'promo')], 'chat')
    expect({ line: history.line, rolledBack: [...history.rolledBack] }).toEqual({ line, rolledBack })
  })

  test('a rollback uses the release log, or the registry when the log is shorter', () => {
    const registry = after(build('chat', 'one'), build('chat', 'two'), build('chat', 'three'))
    expect(earlierReleases(registry, logOf([one, two, three]), 'chat')).toEqual(['two', 'one'])
    expect(earlierReleases(registry, [], 'chat')).toEqual(['two'])
  })

  test.each(['chat', 'nobody', 'host', 'constructor'])('cannot roll back %s: no earlier release', (id) => {
    expect(() => earlierReleases(after(build('chat', 'one')), logOf([one]), id)).toThrow(ReleaseRefused)
  })
})

describe('releases of the host', () => {
  const host = (release: string, registry: ReleaseRegistry) =>
    activateHost(registry, release)?.registry ?? registry
  const two = host('h2', host('h1', after(build('chat', 'one'))))

  test('a host release records the active and previous release, and leaves remotes unchanged', () => {
    expect(two).toMatchObject({ revision: 3, host: { active: 'h2', previous: 'h1' } })
    expect(Object.keys(two.remotes)).toEqual(['chat'])
    expect(activateHost(two, 'h2')).toBeNull()
    expect(activate(two, build('chat', 'two'))?.registry.host).toEqual(two.host)
  })

  test('a host release can be rolled back', () => {
    const back = rollbackHost(two, 'h1', null)
    expect(back).toMatchObject({ remote: 'host', action: 'rollback', release: 'h1' })
    expect(back.registry.host).toEqual({ active: 'h1', previous: null })
    expect(earlierReleases(two, [], 'host')).toEqual(['h1'])
    expect(() => earlierReleases(EMPTY_REGISTRY, [], 'host')).toThrow(ReleaseRefused)
  })
})

test('withdrawing a remote removes the remote and frees its path', () => {
  const registry = after(build('chat', 'one', 'queue'), build('promo', 'one'))
  const change = withdraw(registry, 'chat')
  expect(change).toMatchObject({ remote: 'chat', action: 'withdraw', release: null })
  expect(Object.keys(change.registry.remotes)).toEqual(['promo'])
  expect(activate(change.registry, build('promo', 'two', 'queue'))).not.toBeNull()
  expect(() => withdraw(change.registry, 'chat')).toThrow(ReleaseRefused)
  expect(() => withdraw(registry, 'constructor')).toThrow(ReleaseRefused)
})

describe('expired releases', () => {
  const row = (revision: number, release: string, day: number): LoggedRelease => ({
    revision,
    remote: 'chat',
    action: 'release',
    release,
    at: new Date(Date.UTC(2026, 0, day)),
  })
  const registry = after(build('chat', 'one'), build('chat', 'two'), build('chat', 'three'))
  const log = [row(1, 'one', 1), row(2, 'two', 2), row(3, 'three', 3)]
  const stored = (owner: string, ...releases: string[]): StoredRelease[] =>
    releases.map((release) => ({ owner, release, copiedAt: new Date(Date.UTC(2026, 0, 1)) }))
  const onDisk = stored('chat', 'one', 'two', 'three', 'four')
  const namesOf = (releases: StoredRelease[]) => releases.map(({ release }) => release)

  test('a release expires 30 days after it was replaced, not after it was made', () => {
    const known = stored('chat', 'one', 'two', 'three')
    expect(expiredReleases(known, log, registry, new Date(Date.UTC(2026, 0, 31)))).toEqual([])
    expect(namesOf(expiredReleases(known, log, registry, new Date(Date.UTC(2026, 1, 2))))).toEqual(['one'])
  })

  test('active and previous releases never expire; a release without log entry expires by its own age', () => {
    const later = new Date(Date.UTC(2030, 0, 1))
    expect(namesOf(expiredReleases(onDisk, log, registry, later))).toEqual(['one', 'four'])
  })

  test('a release that was activated again expires 30 days after its second replacement', () => {
    const back = [...log, { ...row(4, 'one', 20), action: 'rollback' }, row(5, 'four', 21)]
    const now = after(build('chat', 'three'), build('chat', 'four'))
    const expired = expiredReleases(onDisk, back, now, new Date(Date.UTC(2026, 1, 10)))
    expect(namesOf(expired)).toEqual(['two'])
  })

  test('a release that is copied again expires 30 days after the new copy', () => {
    const [one] = stored('chat', 'one')
    if (one === undefined) throw new Error('nothing is kept')
    const again = [{ ...one, copiedAt: new Date(Date.UTC(2026, 1, 1)) }]
    expect(expiredReleases(again, log, registry, new Date(Date.UTC(2026, 2, 2)))).toEqual([])
    expect(namesOf(expiredReleases(again, log, registry, new Date(Date.UTC(2026, 2, 3))))).toEqual(['one'])
  })

  test('files of a withdrawn remote are retained for 30 days', () => {
    const gone = [...log, { ...row(4, '', 10), action: 'withdraw', release: null }]
    const known = stored('chat', 'three')
    expect(expiredReleases(known, gone, EMPTY_REGISTRY, new Date(Date.UTC(2026, 1, 8)))).toEqual([])
    expect(namesOf(expiredReleases(known, gone, EMPTY_REGISTRY, new Date(Date.UTC(2026, 1, 9))))).toEqual([
      'three',
    ])
  })

  test('host releases expire by the same rules as releases of remotes', () => {
    const hosts = [1, 2, 3].map((day) => ({ ...row(day, `h${day}`, day), remote: 'host' }))
    const now = ['h1', 'h2', 'h3'].reduce(
      (before, release) => activateHost(before, release)?.registry ?? before,
      EMPTY_REGISTRY,
    )
    const expired = expiredReleases(
      stored('host', 'h1', 'h2', 'h3'),
      hosts,
      now,
      new Date(Date.UTC(2030, 0, 1)),
    )
    expect(namesOf(expired)).toEqual(['h1'])
  })
})

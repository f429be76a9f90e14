import type { RegistryRemote, ReleaseRegistry, RemoteRelease } from 'shared/federation/remote-manifest.ts'
import { describe, expect, test } from 'vitest'
import { type HostContract, missingAfter, missingFrom } from './contract-check.ts'
import { MockDeclaration, MockRelease } from './testing/mock-release.ts'

const router = { version: '7.18.5', exports: ['useNavigate', 'useBlocker', 'Link'] }
const host: HostContract = {
  version: '1.4.2',
  shared: { react: { version: '19.3.1', exports: ['useState', 'use'] }, 'react-router-dom': router },
}
const releaseWithImports = (imports: RemoteRelease['imports'], shell = '^1.2.0'): RemoteRelease => ({
  ...MockRelease(),
  requires: { shell },
  imports,
})

describe('missingFrom: imports that the host lacks', () => {
  test.each<[string, RemoteRelease['imports'], string[]]>([
    ['existing exports', { react: { range: '^19.3.0', names: ['useState'] } }, []],
    ['a whole module', { react: { range: '^19.0.0', names: ['*'] } }, []],
    [
      'missing exports, each by its name',
      { 'react-router-dom': { range: '^7.0.0', names: ['Link', 'useFetcher', 'Await'] } },
      [
        'react-router-dom: the host has no export useFetcher',
        'react-router-dom: the host has no export Await',
      ],
    ],
    [
      'a name that every object inherits',
      { react: { range: '^19.0.0', names: ['constructor'] } },
      ['react: the host has no export constructor'],
    ],
    [
      'a missing module',
      { 'shared-module/x/Menu': { range: '^9.7.0', names: ['Menu'] } },
      ['shared-module/x/Menu: the host has no such module (Menu)'],
    ],
    [
      'a newer version',
      { react: { range: '^19.4.0', names: ['use'] } },
      ['react: 19.3.1 is not in the range ^19.4.0'],
    ],
    [
      'an invalid range',
      { react: { range: 'latest', names: [] } },
      ['react: 19.3.1 is not in the range latest'],
    ],
  ])('missingFrom returns the imports that the host lacks: %s', (_what, imports, expected) => {
    expect(missingFrom(host, releaseWithImports(imports))).toEqual(expected)
  })

  test.each([
    ['1.0.0', '^1.0.0', true],
    ['1.2.8', '^1.2.9', false],
    ['2.0.0', '^1.0.0', false],
    ['1.3.0', '~1.2.3', false],
    ['1.4.0', '>=1.2.0 <2', true],
    ['0.3.0', '^0.2.0', false],
  ])('a host of version %s satisfies the range %s of a remote: %s', (version, shell, fits) => {
    expect(missingFrom({ version, shared: {} }, releaseWithImports({}, shell))).toEqual(
      fits ? [] : [`it requires a host of ${shell}, this one is ${version}`],
    )
  })
})

describe('missingAfter: imports lost by a new host', () => {
  const registryOf = (active: RemoteRelease | null): ReleaseRegistry => ({
    revision: 1,
    remotes: { chat: { declaration: MockDeclaration(), active, previous: null } },
  })
  const next: HostContract = {
    version: '1.5.0',
    shared: { ...host.shared, 'react-router-dom': { version: '7.19.0', exports: ['useNavigate', 'Link'] } },
  }

  test('missingAfter returns a remote and the export that it would lose', () => {
    const one = releaseWithImports({
      'react-router-dom': { range: '^7.18.0', names: ['useBlocker', 'Link'] },
    })
    expect([...missingAfter(next, host, registryOf(one))]).toEqual([
      ['chat', ['react-router-dom: the host has no export useBlocker']],
    ])
    const other = releaseWithImports({ 'react-router-dom': { range: '^7.18.0', names: ['Link'] } })
    expect([...missingAfter(next, host, registryOf(other))]).toEqual([])
  })

  test('each removed export is reported when a release imports the whole module', () => {
    const whole = registryOf(releaseWithImports({ 'react-router-dom': { range: '^7.18.0', names: ['*'] } }))
    expect([...missingAfter(next, host, whole)]).toEqual([
      ['chat', ['react-router-dom: the host no longer exports useBlocker']],
    ])
    expect([...missingAfter(next, null, whole)]).toEqual([])
  })

  test('a module version outside the range of an active remote is reported; a remote without a release is not', () => {
    const one = registryOf(releaseWithImports({ react: { range: '~19.2.0', names: [] } }))
    expect([...missingAfter(next, host, one)]).toEqual([
      ['chat', ['react: 19.3.1 is not in the range ~19.2.0']],
    ])
    expect([...missingAfter(next, host, registryOf(null))]).toEqual([])
  })

  test('the previous release of a remote is checked too, because a rollback activates it', () => {
    const needsBlocker = releaseWithImports({
      'react-router-dom': { range: '^7.18.0', names: ['useBlocker'] },
    })
    const { remotes } = registryOf(releaseWithImports({}))
    const chat = { ...(remotes.chat as RegistryRemote), previous: { ...needsBlocker, release: 'zero' } }
    expect([...missingAfter(next, host, { revision: 1, remotes: { chat } })]).toEqual([
      ['the previous release of chat (zero)', ['react-router-dom: the host has no export useBlocker']],
    ])
  })
})

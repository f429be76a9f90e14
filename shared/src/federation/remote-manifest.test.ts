import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './build-inputs.ts'
import { HostManifestSchema, type RemoteManifest, RemoteManifestSchema } from './remote-manifest.ts'

const integrity = `sha384-${'A'.repeat(64)}`

function MockManifest(): RemoteManifest {
  const parts = {
    requires: { shell: '^1.0.0' },
    routes: [{ path: 'my-ticket/:id?', title: 'เคสของฉัน', expose: './Page', firstCall: '/api/a?b=1&c=2' }],
    nav: [],
    services: [{ expose: './Alerts', roles: ['ADMIN' as const] }],
    slots: [{ slot: 'user-menu' as const, expose: './Menu', roles: ['ADMIN' as const], order: 1 }],
  }
  const set = { js: ['deep/page.1a2b.js'], css: [] }
  return {
    declaration: { id: 'chat', owner: 'chat team', ...parts },
    release: {
      release: '0123456789ab',
      container: 'chat_0123456789ab',
      version: '1.0.0',
      basePath: '/r/chat/0123456789ab/',
      entry: 'remoteEntry.js',
      ...parts,
      exposes: {
        './Page': { ...set, sharedModules: ['shared-module/@mantine/core/Menu'] },
        './Alerts': set,
        './Menu': set,
      },
      imports: { 'shared-module/@mantine/core/Menu': { range: '^9.7.0', names: ['Menu'] } },
      files: { 'remoteEntry.js': { integrity, bytes: 1 }, 'deep/page.1a2b.js': { integrity, bytes: 1 } },
    },
  }
}

/** Returns the manifest with one changed value. `path` is a list of keys, separated by blanks. */
function changed(path: string, value: unknown): unknown {
  const manifest: unknown = structuredClone(MockManifest())
  const keys = path.split(' ')
  const last = keys.pop() ?? ''
  let node = manifest as Record<string, unknown>
  for (const key of keys) node = node[key] as Record<string, unknown>
  node[last] = value
  return manifest
}

describe('manifest of a remote', () => {
  test('accepts the manifest that a build of a remote has written', () => {
    expect(RemoteManifestSchema.parse(MockManifest())).toEqual(MockManifest())
  })

  const file = { integrity, bytes: 1 }
  const files = (name: string) => ({ ...MockManifest().release?.files, [name]: file })
  test.each([
    ['an id that is a path', 'declaration id', '../chat'],
    ["the host's id", 'declaration id', 'host'],
    ['a release that is a path', 'release release', '../../etc'],
    ['a hidden release', 'release release', '.working'],
    ['an empty release', 'release release', ''],
    ['no list of imports', 'release imports', undefined],
    ['another base path', 'release basePath', '/r/promo/0123456789ab/'],
    ['a base path on another host', 'release basePath', 'https://elsewhere.example/'],
    ['a container that is code', 'release container', 'a;alert(1)'],
    ['an entry that is not among its files', 'release entry', 'other.js'],
    ['an entry in a parent folder', 'release entry', '../remoteEntry.js'],
    ['a file in a parent folder', 'release files', files('../../server/main.ts')],
    ['a file in a parent folder of a subfolder', 'release files', files('assets/../../x.js')],
    ['an absolute file', 'release files', files('/etc/passwd')],
    ['a file name with a backslash', 'release files', files('..\\x.js')],
    ['a hidden file', 'release files', files('.ssh/authorized_keys')],
    ['an encoded file', 'release files', files('%2e%2e/x.js')],
    ['no hash', 'release files', { 'remoteEntry.js': { integrity: '', bytes: 1 } }],
    ['a page in a parent folder', 'release exposes ./Page js', ['../page.js']],
    ['a page that is not among its files', 'release exposes ./Page js', ['other.js']],
    ['a route without its page', 'release exposes ./Page', undefined],
    ['a service without its module', 'release exposes ./Alerts', undefined],
    ['a first call to another host', 'release routes 0 firstCall', '//elsewhere.example/api'],
    [
      'a first call to another host, with a backslash',
      'release routes 0 firstCall',
      '/\\elsewhere.example/api',
    ],
    ['a first call with an absolute URL', 'declaration routes 0 firstCall', 'https://elsewhere.example/'],
    ['an absolute route', 'release routes 0 path', '/login'],
    ['an unknown slot', 'release slots 0 slot', 'anywhere'],
    ['an unknown role', 'release services 0 roles', ['ROOT']],
  ])('rejects the manifest of a remote with %s', (_what, path, value) => {
    expect(RemoteManifestSchema.safeParse(changed(path, value)).success).toBe(false)
  })

  test.each([[null], [[]], ['text'], [{}], [{ declaration: null, release: null }]])(
    'rejects %j as the manifest of a remote',
    (value) => {
      expect(RemoteManifestSchema.safeParse(value).success).toBe(false)
    },
  )
})

test('reads the manifest of a host', () => {
  const set = { js: ['assets/0123456789ab/7.js'], css: [] }
  const manifest = {
    release: 'h1',
    version: '1.0.0',
    apiUrl: 'https://api.example.com/desk',
    chunks: { shell: set },
    fonts: [],
    files: {},
    shared: { react: { version: '19.3.1', exports: ['useState'] } },
    sharedModules: { 'shared-module/x/Menu': set },
  }
  expect(HostManifestSchema.parse(manifest)).toEqual(manifest)
  const wrong = [{ release: '../h1' }, { apiUrl: 'https://a.example; script-src *' }, { shared: undefined }]
  for (const part of wrong) expect(HostManifestSchema.safeParse({ ...manifest, ...part }).success).toBe(false)
})

test('browser code imports only types from the schemas', () => {
  const root = join(import.meta.dirname, '../../..')
  const packages = readdirSync(root).filter((name) => /^(host|remote-\w+)$/.test(name))
  const folders = [
    ...packages.map((packageName) => `${packageName}/src`),
    ...['api', 'realtime', 'session', 'ui'].map((sharedModule) => `shared/src/${sharedModule}`),
  ]
  const sources = folders.flatMap((folder) => sourceFiles(join(root, folder)))
  const imports = sources.flatMap((source) =>
    [
      ...readFileSync(source, 'utf8').matchAll(/^(?:import|export)\b[^'"]*from '[^']*remote-manifest\.ts'/gm),
    ].map(([statement]) => statement),
  )
  expect(imports.length).toBeGreaterThan(0)
  expect(imports.filter((statement) => !/^(?:import|export) type\b/.test(statement))).toEqual([])
})

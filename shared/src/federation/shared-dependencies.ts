/**
 * The one list of what the host provides to remotes, each once on the page. Builds alone read it (Node); the host's
 * `src/remotes/provided-modules.ts` puts the modules themselves behind these keys, and a test holds the two together.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

interface SharedDependency {
  /** Request in source code, or a prefix of requests when it ends with a slash. */
  request: string
  /** Package whose installed version counts. */
  package: string
  /** Key in the share scope; the request itself unless the module re-exports another one whole. */
  key?: string
  /** Module of `provided/` when only some names are provided. */
  provided?: string
}

export const SHARED_DEPENDENCIES: readonly SharedDependency[] = [
  { request: 'react', package: 'react' },
  { request: 'react/', package: 'react' },
  { request: 'react-dom', package: 'react-dom' },
  { request: 'react-dom/', package: 'react-dom' },
  { request: 'react-router-dom', package: 'react-router-dom', provided: 'react-router-dom' },
  {
    request: 'react-router',
    package: 'react-router-dom',
    key: 'react-router-dom',
    provided: 'react-router-dom',
  },
  { request: '@tanstack/react-query', package: '@tanstack/react-query', provided: 'react-query' },
  {
    request: '@tanstack/query-core',
    package: '@tanstack/react-query',
    key: '@tanstack/react-query',
    provided: 'react-query',
  },
  { request: 'shared/api', package: 'shared' },
  { request: 'shared/realtime', package: 'shared' },
  { request: 'shared/session', package: 'shared', provided: 'session' },
  { request: 'shared/ui', package: 'shared' },
]

/** Keys that the host puts into the share scope. A prefix provides exactly the subpaths named here. */
export const PROVIDED_KEYS = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-router-dom',
  '@tanstack/react-query',
  'shared/api',
  'shared/realtime',
  'shared/session',
  'shared/ui',
] as const
export type ProvidedKey = (typeof PROVIDED_KEYS)[number]

const require = createRequire(import.meta.url)
const sharedRoot = join(import.meta.dirname, '../..')

/** Installed version of a package that `shared` depends on (or of `shared` itself), as plain semver. */
export function installedVersion(name: string): string {
  const file = name === 'shared' ? join(sharedRoot, 'package.json') : packageJsonOf(name)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`${name} ${version}: a version with a suffix is silently not shared`)
  }
  return version
}

/** Versions of the provided modules by share key: what the host's build writes into the host. */
export function providedVersions(): Record<string, string> {
  return Object.fromEntries(
    PROVIDED_KEYS.map((key) => {
      const entry = SHARED_DEPENDENCIES.find(
        ({ request }) => request === key || (request.endsWith('/') && key.startsWith(request)),
      )
      if (entry === undefined) throw new Error(`provided key ${key} is not in the sharing list`)
      return [key, installedVersion(entry.package)]
    }),
  )
}

/** The `shared` option of a remote's federation plugin: everything comes from the host, nothing is bundled. */
export function remoteShared() {
  return Object.fromEntries(
    SHARED_DEPENDENCIES.map(({ request, package: name, key }) => [
      request,
      {
        import: false as const,
        shareKey: key ?? request,
        singleton: true,
        strictVersion: true,
        requiredVersion: `^${installedVersion(name)}`,
      },
    ]),
  )
}

/** Names that a partly provided module exports, by request. */
export function providedNames(): Map<string, ReadonlySet<string>> {
  return new Map(
    SHARED_DEPENDENCIES.flatMap(({ request, provided }) => {
      if (provided === undefined) return []
      const source = readFileSync(join(import.meta.dirname, 'provided', `${provided}.ts`), 'utf8')
      const names = /export \{([^}]+)\}/.exec(source)?.[1]?.match(/[\w$]+/g) ?? []
      return [[request, new Set(names)] as const]
    }),
  )
}

function packageJsonOf(name: string): string {
  let folder = dirname(require.resolve(name))
  while (!folder.endsWith(join('node_modules', name))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`package.json of ${name} not found`)
    folder = parent
  }
  return join(folder, 'package.json')
}

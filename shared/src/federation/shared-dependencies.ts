/**
 * Modules that the host shares with remotes, with one instance of each per page. Used by builds only (Node);
 * `host/src/remotes/provided-modules.ts` maps the keys of whole modules to the modules.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { allSharedModules, exportedNames, SHARED_PACKAGES, shareKeyPrefix } from './shared-modules.ts'

interface SharedModule {
  /** Imported module, or a prefix when the value ends with a slash. */
  request: string
  /** Package that determines the version. */
  package: string
  /** Share key. Default: `request`. Differs when the module only re-exports another module. */
  key?: string
}

const SHARED_MODULES: readonly SharedModule[] = [
  { request: 'react', package: 'react' },
  { request: 'react/', package: 'react' },
  { request: 'react-dom', package: 'react-dom' },
  { request: 'react-dom/', package: 'react-dom' },
  { request: 'react-router-dom', package: 'react-router-dom' },
  { request: 'react-router', package: 'react-router-dom', key: 'react-router-dom' },
  { request: 'dayjs', package: 'dayjs' },
  { request: 'shared/api', package: 'shared' },
  { request: 'shared/extensions', package: 'shared' },
  { request: 'shared/realtime', package: 'shared' },
  { request: 'shared/session', package: 'shared' },
]

/** Share keys of modules that the host provides as a whole. For a prefix, exactly the subpaths listed here. */
export const PROVIDED_KEYS = [
  'react',
  'react/compiler-runtime',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-router-dom',
  'dayjs',
  'shared/api',
  'shared/extensions',
  'shared/realtime',
  'shared/session',
] as const
export type ProvidedKey = (typeof PROVIDED_KEYS)[number]

const require = createRequire(import.meta.url)
const sharedRoot = join(import.meta.dirname, '../..')

/** Version of a dependency of `shared`, or of `shared` itself, as plain semver. */
export function installedVersion(name: string): string {
  const file = name === 'shared' ? join(sharedRoot, 'package.json') : packageJsonOf(name)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`${name} ${version}: a version with a suffix is never shared`)
  }
  return version
}

/** Any patch of the installed minor version, because host and remotes may be built with different patch releases. */
export function requiredRange(name: string): string {
  return `^${installedVersion(name).replace(/\d+$/, '0')}`
}

export function providedVersions(): Record<string, string> {
  const names = new Set([
    ...PROVIDED_KEYS.map(packageOf),
    ...SHARED_PACKAGES.map(({ versionOf }) => versionOf),
  ])
  return Object.fromEntries([...names].map((name) => [name, installedVersion(name)]))
}

/**
 * Returns one message for each import that the host does not provide. A package whose names are shared separately must
 * not be imported as a whole: that would load every shared module, and the host could no longer remove names.
 */
export function notProvided(imported: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(imported).flatMap(([key, names]) => {
    const sharedModule = allSharedModules().find((each) => each.key === key)
    if (sharedModule === undefined && !(PROVIDED_KEYS as readonly string[]).includes(key))
      return [`the host does not provide ${key}`]
    const provided = sharedModule?.names ?? namesOf(key)
    if (provided === null) return []
    const from = sharedModule?.from ?? key
    if (names.includes('*')) return [`import from ${from} by name: the whole module was imported`]
    return names
      .filter((name) => !provided.includes(name))
      .map((name) => `the host does not provide ${name} from ${from}`)
  })
}

/** Names that the host provides under a share key. Null for a package, because all its names are provided. */
function namesOf(key: string): string[] | null {
  const name = key.replace(/^shared\//, '')
  const file = [
    join(import.meta.dirname, 'provided', `${name}.ts`),
    join(sharedRoot, 'src', name, 'index.ts'),
  ].find((each) => existsSync(each))
  return file === undefined ? null : exportedNames(readFileSync(file, 'utf8'))
}

export function packageOf(key: string): string {
  const sharedModule = SHARED_PACKAGES.find(({ name }) => key.startsWith(shareKeyPrefix(name)))
  if (sharedModule !== undefined) return sharedModule.versionOf
  const entry = SHARED_MODULES.find(
    ({ request }) => request === key || (request.endsWith('/') && key.startsWith(request)),
  )
  if (entry === undefined) throw new Error(`provided key ${key} is not in the sharing list`)
  return entry.package
}

/** The host provides all shared modules; remotes bundle none of them. */
export function remoteShared() {
  const requests = [
    ...SHARED_MODULES.map(({ request, package: name, key = request }) => ({ request, key, name })),
    ...SHARED_PACKAGES.map(({ name, versionOf }) => {
      const prefix = shareKeyPrefix(name)
      return { request: prefix, key: prefix, name: versionOf }
    }),
  ]
  const fromHost = (shareKey: string, name: string) => ({
    import: false as const,
    shareKey,
    singleton: true,
    strictVersion: true,
    requiredVersion: requiredRange(name),
  })
  return Object.fromEntries(requests.map(({ request, key, name }) => [request, fromHost(key, name)]))
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

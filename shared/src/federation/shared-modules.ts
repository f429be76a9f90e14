/**
 * Packages that the host shares component by component, each under its own share key. The host decides which ones are
 * bundled into the shell (`host/src/remotes/eager-shared-modules.ts`); the keys do not depend on that. Used by builds
 * only (Node).
 * In a remote's build a generated module, the facade, replaces the package, so that `import { Menu } from
 * '@mantine/core'` imports only the shared modules of its names.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const sharedUi = join(import.meta.dirname, '../ui/index.ts')

interface SharedPackage {
  name: string
  /** Package that determines the version. */
  versionOf: string
  /** Imported modules that resolve to the facade in a remote. */
  requests: readonly string[]
  /** Exported names by shared module. */
  groups: () => Record<string, string[]>
}

export const SHARED_PACKAGES: readonly SharedPackage[] = [
  {
    name: '@mantine/core',
    versionOf: '@mantine/core',
    requests: ['@mantine/core'],
    groups: () => groupMantine(Object.keys(require('@mantine/core'))),
  },
  {
    name: '@mantine/hooks',
    versionOf: '@mantine/hooks',
    requests: ['@mantine/hooks'],
    groups: () => groupPerName(Object.keys(require('@mantine/hooks'))),
  },
  {
    name: '@mantine/notifications',
    versionOf: '@mantine/notifications',
    requests: ['@mantine/notifications'],
    groups: () => groupPerName(Object.keys(require('@mantine/notifications'))),
  },
  {
    // Includes query-core, because `@tanstack/react-query` re-exports all of it.
    name: '@tanstack/react-query',
    versionOf: '@tanstack/react-query',
    requests: ['@tanstack/react-query', '@tanstack/query-core'],
    groups: () => groupPerName(Object.keys(require('@tanstack/react-query'))),
  },
  {
    name: 'shared/ui',
    versionOf: 'shared',
    requests: ['shared/ui'],
    groups: () => groupPerName(exportedNames(readFileSync(sharedUi, 'utf8'))),
  },
]

export interface SharedModule {
  key: string
  from: string
  names: readonly string[]
}

export function shareKeyPrefix(packageName: string): string {
  return `shared-module/${packageName}/`
}

let known: readonly SharedModule[] | null = null

export function allSharedModules(): readonly SharedModule[] {
  known ??= SHARED_PACKAGES.flatMap(({ name, groups }) =>
    Object.entries(groups()).map(([group, names]) => ({
      key: shareKeyPrefix(name) + group,
      from: name,
      names: names.toSorted(),
    })),
  )
  return known
}

/** Eager shared modules by package, for example `{ '@mantine/core': ['Menu'] }`. */
export type EagerSharedModules = Readonly<Record<string, readonly string[]>>

/**
 * Writes a file per package with its eager modules, a file per lazy module, and chunks with the table of lazy modules
 * and with the hashes. Returns the file that replaces `host/src/remotes/lazy-shared-modules.ts`.
 * @param announce statements that register the hashes; empty when integrity checks are off.
 * @throws Error when an eager module does not exist.
 */
export function writeHostSharedModules(
  folder: string,
  eager: EagerSharedModules,
  announce: { shell: string; sharedModules: string } = { shell: '', sharedModules: '' },
): string {
  const eagerKeys = new Set(
    Object.entries(eager).flatMap(([name, groups]) => groups.map((group) => shareKeyPrefix(name) + group)),
  )
  const sharedModules = allSharedModules()
  for (const key of eagerKeys) {
    if (!sharedModules.some((sharedModule) => sharedModule.key === key))
      throw new Error(`eager-shared-modules.ts: there is no ${key}`)
  }
  const open = Map.groupBy(
    sharedModules.filter(({ key }) => eagerKeys.has(key)),
    ({ from }) => from,
  )
  const lazy = sharedModules.filter(({ key }) => !eagerKeys.has(key))
  rmSync(folder, { recursive: true, force: true })
  const packages = [...open].map(([from, parts]) => {
    const file = `eager/${fileName(from)}`
    const line = exportLine(
      parts.flatMap(({ names }) => names),
      from,
    )
    write(join(folder, file), line)
    return { file, parts, prefix: shareKeyPrefix(from) }
  })
  for (const { key, from, names } of lazy) write(join(folder, lazyFile(key)), exportLine(names, from))
  write(
    join(folder, 'table.js'),
    `export const lazy = {\n${lazy
      .map(({ key }) => `  '${key}': () => import(/* webpackChunkName: "${key}" */ './${lazyFile(key)}'),`)
      .join('\n')}\n}\n`,
  )
  write(join(folder, 'hashes.js'), `${announce.sharedModules}export {}\n`)
  return write(
    join(folder, 'index.js'),
    [
      announce.shell,
      ...packages.map(({ file }, index) => `import * as package${index} from './${file}'`),
      // When each name is a separate shared module, the browser derives the keys from the names, so no list is needed.
      `const named = (prefix, names) => Object.fromEntries(Object.keys(names).map((name) => [prefix + name, names]))`,
      `export const eagerSharedModules = {\n${packages
        .flatMap(({ parts, prefix }, index) =>
          parts.every(({ key, names }) => names.length === 1 && key === prefix + names[0])
            ? `  ...named('${prefix}', package${index}),`
            : parts.map(({ key }) => `  '${key}': package${index},`),
        )
        .join('\n')}\n}`,
      `export const loadSharedModuleTable = () =>\n  import(/* webpackChunkName: "${SHARED_MODULE_TABLE_CHUNK}" */ './table.js').then(({ lazy }) => lazy)`,
      `export const loadSharedModuleHashes = async () => {\n  ${announce.sharedModules && `await import(/* webpackChunkName: "${SHARED_MODULE_HASHES_CHUNK}" */ './hashes.js')`}\n}\n`,
    ].join('\n'),
  )
}

export const SHARED_MODULE_TABLE_CHUNK = 'shared-modules'
export const SHARED_MODULE_HASHES_CHUNK = 'shared-module-hashes'

/** Writes the facades, and returns the aliases that replace the shared packages with them. */
export function writeFacades(folder: string): Record<string, string> {
  rmSync(folder, { recursive: true, force: true })
  return Object.fromEntries(
    SHARED_PACKAGES.flatMap(({ name, requests }) => {
      const lines = allSharedModules()
        .filter(({ from }) => from === name)
        .map(({ key, names }) => exportLine(names, key))
      const file = write(join(folder, fileName(name)), lines.join(''))
      return requests.map((request) => [`${request}$`, file])
    }),
  )
}

/** Names that a source file exports, except types. */
export function exportedNames(source: string): string[] {
  return [...source.matchAll(/export \{([^}]*)\} from/g)]
    .flatMap(([, clause = '']) => clause.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/).at(-1) ?? name)
}

/** One shared module per Mantine component with its parts (`Menu`, `MenuItem` …), and one for common code. */
function groupMantine(names: readonly string[]): Record<string, string[]> {
  const index = join(dirname(require.resolve('@mantine/core')), '../esm/index.mjs')
  const folderOf = new Map<string, string>()
  for (const [, clause = '', folder = ''] of readFileSync(index, 'utf8').matchAll(
    /import \{([^}]*)\} from "\.\/components\/(\w+)\//g,
  )) {
    for (const name of clause.split(',')) folderOf.set(name.trim(), folder)
  }
  const groups: Record<string, string[]> = {}
  for (const name of names) {
    const group = folderOf.get(name) ?? 'core'
    groups[group] = [...(groups[group] ?? []), name]
  }
  return groups
}

function groupPerName(names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [name, [name]]))
}

function exportLine(names: readonly string[], from: string): string {
  return `export { ${names.join(', ')} } from '${from}'\n`
}

function lazyFile(key: string): string {
  return `lazy/${fileName(key.replace(/^shared-module\//, ''))}`
}

function fileName(name: string): string {
  return `${name.replaceAll(/[^\w.-]/g, '_')}.js`
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/**
 * Doors: packages that the host shares component by component, each under its own share key. Which of them are bundled into
 * the shell is the host's choice (`host/src/remotes/eager-doors.ts`); the keys do not depend on it. Used by builds only (Node).
 *
 * In a remote's build a generated module, the facade, replaces the package, so that its source says `import { Menu } from
 * '@mantine/core'` as usual and imports only the doors of the names that it uses.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const sharedUi = join(import.meta.dirname, '../ui/index.ts')

interface DoorPackage {
  /** Package that the host imports the names from. */
  name: string
  /** Package whose installed version counts. */
  versionOf: string
  /** Requests that resolve to the facade in a remote. */
  requests: readonly string[]
  /** The names of each door, by the door's own name. */
  groups: () => Record<string, string[]>
}

export const DOOR_PACKAGES: readonly DoorPackage[] = [
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
    groups: () => eachAlone(Object.keys(require('@mantine/hooks'))),
  },
  {
    name: '@mantine/notifications',
    versionOf: '@mantine/notifications',
    requests: ['@mantine/notifications'],
    groups: () => eachAlone(Object.keys(require('@mantine/notifications'))),
  },
  {
    // It re-exports all of query-core.
    name: '@tanstack/react-query',
    versionOf: '@tanstack/react-query',
    requests: ['@tanstack/react-query', '@tanstack/query-core'],
    groups: () => eachAlone(Object.keys(require('@tanstack/react-query'))),
  },
  {
    name: 'shared/ui',
    versionOf: 'shared',
    requests: ['shared/ui'],
    groups: () => eachAlone(exportedNames(readFileSync(sharedUi, 'utf8'))),
  },
]

/** One share key and the names it provides. */
export interface Door {
  key: string
  /** The host's request for the names. */
  from: string
  names: readonly string[]
}

/** Share keys of a package's doors begin with this. */
export function doorPrefix(packageName: string): string {
  return `door/${packageName}/`
}

let known: readonly Door[] | null = null

/** All doors, derived from the installed packages. */
export function allDoors(): readonly Door[] {
  known ??= DOOR_PACKAGES.flatMap(({ name, groups }) =>
    Object.entries(groups()).map(([group, names]) => ({
      key: doorPrefix(name) + group,
      from: name,
      names: names.toSorted(),
    })),
  )
  return known
}

/** Share keys by package of the doors that are open at once, as the host names them: `{ '@mantine/core': ['Menu'] }`. */
export type EagerDoors = Readonly<Record<string, readonly string[]>>

/**
 * Writes the modules of the host's doors into a folder: one per package for the eager doors, one per lazy door, and two chunks of
 * their own: the table of the lazy ones, and their hashes. Returns the module that replaces `host/src/remotes/door-modules.ts`.
 * @param announce statements that announce the hashes of the shell's chunks and of the doors; empty without integrity.
 * @throws Error when an eager door does not exist.
 */
export function writeHostDoors(
  folder: string,
  eager: EagerDoors,
  announce: { shell: string; doors: string } = { shell: '', doors: '' },
): string {
  const eagerKeys = new Set(
    Object.entries(eager).flatMap(([name, groups]) => groups.map((group) => doorPrefix(name) + group)),
  )
  const doors = allDoors()
  for (const key of eagerKeys) {
    if (!doors.some((door) => door.key === key)) throw new Error(`eager-doors.ts: there is no ${key}`)
  }
  const open = Map.groupBy(
    doors.filter(({ key }) => eagerKeys.has(key)),
    ({ from }) => from,
  )
  const lazy = doors.filter(({ key }) => !eagerKeys.has(key))
  rmSync(folder, { recursive: true, force: true })
  const packages = [...open].map(([from, parts]) => {
    const file = `eager/${fileName(from)}`
    const line = exportLine(
      parts.flatMap(({ names }) => names),
      from,
    )
    write(join(folder, file), line)
    return { file, parts, prefix: doorPrefix(from) }
  })
  for (const { key, from, names } of lazy) write(join(folder, lazyFile(key)), exportLine(names, from))
  write(
    join(folder, 'table.js'),
    `export const lazy = {\n${lazy
      .map(({ key }) => `  '${key}': () => import(/* webpackChunkName: "${key}" */ './${lazyFile(key)}'),`)
      .join('\n')}\n}\n`,
  )
  write(join(folder, 'hashes.js'), `${announce.doors}export {}\n`)
  return write(
    join(folder, 'index.js'),
    [
      announce.shell,
      ...packages.map(({ file }, index) => `import * as package${index} from './${file}'`),
      // Where every name is its own door, the keys are derived from the names in the browser, which saves a list.
      `const named = (prefix, names) => Object.fromEntries(Object.keys(names).map((name) => [prefix + name, names]))`,
      `export const eagerDoors = {\n${packages
        .flatMap(({ parts, prefix }, index) =>
          parts.every(({ key, names }) => names.length === 1 && key === prefix + names[0])
            ? `  ...named('${prefix}', package${index}),`
            : parts.map(({ key }) => `  '${key}': package${index},`),
        )
        .join('\n')}\n}`,
      `export const loadDoorTable = () =>\n  import(/* webpackChunkName: "${DOOR_TABLE_CHUNK}" */ './table.js').then(({ lazy }) => lazy)`,
      `export const loadDoorHashes = async () => {\n  ${announce.doors && `await import(/* webpackChunkName: "${DOOR_HASHES_CHUNK}" */ './hashes.js')`}\n}\n`,
    ].join('\n'),
  )
}

/** Name of the chunk with the table of lazy doors. */
export const DOOR_TABLE_CHUNK = 'doors'
/** Name of the chunk with the hashes of all lazy doors. */
export const DOOR_HASHES_CHUNK = 'door-hashes'

/** Writes the facades into a folder. Returns the aliases that replace the packages by them. */
export function writeFacades(folder: string): Record<string, string> {
  rmSync(folder, { recursive: true, force: true })
  return Object.fromEntries(
    DOOR_PACKAGES.flatMap(({ name, requests }) => {
      const lines = allDoors()
        .filter(({ from }) => from === name)
        .map(({ key, names }) => exportLine(names, key))
      const file = write(join(folder, fileName(name)), lines.join(''))
      return requests.map((request) => [`${request}$`, file])
    }),
  )
}

/** Names that an index file exports, types left out. */
export function exportedNames(source: string): string[] {
  return [...source.matchAll(/export \{([^}]*)\} from/g)]
    .flatMap(([, clause = '']) => clause.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/).at(-1) ?? name)
}

/** One door for a component with its parts (`Menu`, `MenuItem` …), one for the common core (`useProps`, `rem` …). */
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

function eachAlone(names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [name, [name]]))
}

function exportLine(names: readonly string[], from: string): string {
  return `export { ${names.join(', ')} } from '${from}'\n`
}

function lazyFile(key: string): string {
  return `lazy/${fileName(key.replace(/^door\//, ''))}`
}

function fileName(name: string): string {
  return `${name.replaceAll(/[^\w.-]/g, '_')}.js`
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

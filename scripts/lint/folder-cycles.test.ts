import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { PACKAGES } from '../tools/packages.ts'

const root = join(import.meta.dirname, '../..')
const SOURCES = PACKAGES.map((packageName) => `${packageName}/src`).filter((folder) =>
  existsSync(join(root, folder)),
)

/** Does not enter `node_modules`, whose links lead to other packages, nor build output, which other tests write. */
const sourceFiles = (folder: string): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: join(root, folder), exclude: ['**/{node_modules,dist,.cache}'] })

/**
 * Returns for each folder of a package the folders and single files that it imports, without tests. A file outside of
 * folders is treated as a folder.
 */
function folderImports(packageName: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const entry of sourceFiles(packageName)) {
    if (entry.includes('.test.')) continue
    const folder = entry.split('/', 1)[0] as string
    const targets = imports.get(folder) ?? new Set<string>()
    imports.set(folder, targets)
    const source = readFileSync(join(root, packageName, entry), 'utf8')
    for (const [, path = ''] of source.matchAll(/(?:from|import) *\(?'(\.[^']+)'/g)) {
      const target = normalize(join(dirname(entry), path)).split('/')
      if (target[0] !== folder && target[0] !== '..') targets.add(target[0] as string)
    }
  }
  return imports
}

/** Returns for each file of a package the files of the package that it loads at run time, immediately or lazily. */
function fileImports(packageName: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const entry of sourceFiles(packageName)) {
    const paths = loadedPaths(entry, readFileSync(join(root, packageName, entry), 'utf8'))
    imports.set(
      entry,
      new Set(
        paths.filter((path) => path.startsWith('.')).map((path) => normalize(join(dirname(entry), path))),
      ),
    )
  }
  return imports
}

/** Returns the paths that a file imports, re-exports or imports dynamically, without imports of types. */
function loadedPaths(name: string, source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(name, source).module
  const isTypeOnly = ({ start }: { start: number }) => /^(?:import|export) type\b/.test(source.slice(start))
  return [
    ...staticImports.filter((found) => !isTypeOnly(found)).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .filter((found) => !isTypeOnly(found))
      .flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ]
}

/** Returns a cycle, as a chain of folders or files that ends where it starts, or undefined when there is none. */
function findCycle(imports: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>()
  const visit = (folder: string, chain: string[]): string[] | undefined => {
    if (chain.includes(folder)) return [...chain.slice(chain.indexOf(folder)), folder]
    if (done.has(folder)) return undefined
    for (const target of imports.get(folder) ?? []) {
      const cycle = visit(target, [...chain, folder])
      if (cycle) return cycle
    }
    done.add(folder)
    return undefined
  }
  for (const folder of imports.keys()) {
    const cycle = visit(folder, [])
    if (cycle) return cycle
  }
  return undefined
}

test.each(SOURCES)('there is no import cycle between folders of %s', (packageName) => {
  expect(findCycle(folderImports(packageName))).toBeUndefined()
})

describe('run-time imports between files', () => {
  test.each(PACKAGES)('run-time imports between files have no cycle in %s', (packageName) => {
    expect(findCycle(fileImports(packageName))).toBeUndefined()
  })

  test('static imports, lazy imports and re-exports are run-time imports, but imports of types are not', () => {
    const source = [
      "import './effect.ts'",
      "import a, { type A } from './value.ts'",
      "import { type B } from './inline-type.ts'",
      "import type { C } from './type.ts'",
      "export { d } from './re-export.ts'",
      "export * from './all.ts'",
      "export type { E } from './exported-type.ts'",
      'const ไทย = () => import(/* webpackChunkName: "lazy" */ \'./lazy.ts\')',
    ].join('\n')
    expect(loadedPaths('file.ts', source)).toEqual(
      ['effect', 'value', 'inline-type', 're-export', 'all', 'lazy'].map((name) => `./${name}.ts`),
    )
  })
})

test('the cycle check reads the imports between folders', () => {
  expect([...(folderImports('server/src').get('line') ?? [])]).toContain('http')
})

test('the cycle check finds a cycle over three folders', () => {
  const imports = new Map([
    ['pages', new Set(['queue'])],
    ['queue', new Set(['cache'])],
    ['cache', new Set(['outbox'])],
    ['outbox', new Set(['queue'])],
  ])
  expect(findCycle(imports)).toEqual(['queue', 'cache', 'outbox', 'queue'])
})

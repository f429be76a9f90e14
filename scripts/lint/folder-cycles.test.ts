import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGES } from '../tools/packages.ts'

const root = join(import.meta.dirname, '../..')
const SOURCES = PACKAGES.map((packageName) => `${packageName}/src`).filter((folder) =>
  existsSync(join(root, folder)),
)

/**
 * Returns for each folder of a package the folders and single files that it imports, without tests; a file outside any
 * folder counts as a folder.
 */
function folderImports(packageName: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const entry of readdirSync(join(root, packageName), { recursive: true }) as string[]) {
    if (!/\.tsx?$/.test(entry) || entry.includes('.test.')) continue
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

/** Returns a chain of folders that ends where it starts, or undefined. */
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

test.each(SOURCES)('has no import cycle between folders of %s', (packageName) => {
  expect(findCycle(folderImports(packageName))).toBeUndefined()
})

test('reads the imports between folders', () => {
  expect([...(folderImports('server/src').get('line') ?? [])]).toContain('http')
})

test('finds a cycle over three folders', () => {
  const imports = new Map([
    ['pages', new Set(['queue'])],
    ['queue', new Set(['cache'])],
    ['cache', new Set(['outbox'])],
    ['outbox', new Set(['queue'])],
  ])
  expect(findCycle(imports)).toEqual(['queue', 'cache', 'outbox', 'queue'])
})

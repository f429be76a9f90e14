import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOMS } from '../tools/rooms.ts'

const root = join(import.meta.dirname, '../..')
const SOURCES = ROOMS.map((room) => `${room}/src`).filter((folder) => existsSync(join(root, folder)))

/**
 * For each folder of a room, the other folders and lone files of the room that its files import (tests aside); a file
 * that stands in no folder counts as one.
 */
function folderImports(room: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const entry of readdirSync(join(root, room), { recursive: true }) as string[]) {
    if (!/\.tsx?$/.test(entry) || entry.includes('.test.')) continue
    const folder = entry.split('/', 1)[0] as string
    const targets = imports.get(folder) ?? new Set<string>()
    imports.set(folder, targets)
    const source = readFileSync(join(root, room, entry), 'utf8')
    for (const [, path = ''] of source.matchAll(/(?:from|import) *\(?'(\.[^']+)'/g)) {
      const target = normalize(join(dirname(entry), path)).split('/')
      if (target[0] !== folder && target[0] !== '..') targets.add(target[0] as string)
    }
  }
  return imports
}

/** A chain of folders that ends where it begins; undefined when there is none. */
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

test.each(SOURCES)('folders of %s do not import each other in a circle', (room) => {
  expect(findCycle(folderImports(room))).toBeUndefined()
})

test('the imports between folders are read', () => {
  expect([...(folderImports('server/src').get('line') ?? [])]).toContain('http')
})

test('a circle over three folders is found', () => {
  const imports = new Map([
    ['pages', new Set(['queue'])],
    ['queue', new Set(['cache'])],
    ['cache', new Set(['outbox'])],
    ['outbox', new Set(['queue'])],
  ])
  expect(findCycle(imports)).toEqual(['queue', 'cache', 'outbox', 'queue'])
})

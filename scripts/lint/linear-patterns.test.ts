import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { checkSync } from 'recheck'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Where texts meet patterns that strangers have written: what a customer sends is up to 10,000 characters long. */
const FOLDERS = [
  'remote-chat/src/conversation',
  'remote-chat/src/ticket',
  'remote-knowledge/src',
  'server/src/answer-help',
  'server/src/knowledge',
  'server/src/line',
  'server/src/messages',
  'server/src/tickets',
  'shared/src/contract',
  'shared/src/ui/thai',
]

/** The patterns of a file, as they are written: `[source, flags]`. */
function patternsIn(file: string): [source: string, flags: string][] {
  const patterns: [string, string][] = []
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  new Visitor({
    Literal(node) {
      if ('regex' in node) patterns.push([node.regex.pattern, node.regex.flags])
    },
  }).visit(program)
  return patterns
}

const found: [file: string, source: string, flags: string][] = []
for (const folder of FOLDERS)
  for await (const file of glob(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    if (!file.includes('.test.'))
      for (const [source, flags] of patternsIn(join(root, file))) found.push([file, source, flags])

/** Steps are counted, not times: they are the same on a busy machine. */
const COUNTED = { timeout: null, attackTimeout: null, incubationTimeout: null }

test('patterns are found', () => {
  expect(found.length).toBeGreaterThan(10)
})

test.each(found)(
  '%s: the time that /%s/%s takes grows with the text and no faster',
  (_file, source, flags) => {
    const { status } = checkSync(source, flags, { ...COUNTED, checker: 'auto', randomSeed: 1 })
    expect(status).toBe('safe')
  },
)

test('a pattern that begins anew at each letter of a run is refused', () => {
  expect(checkSync('(?:ค่ะ|ๆ)+$', 'u', { randomSeed: 1 }).status).toBe('vulnerable')
})

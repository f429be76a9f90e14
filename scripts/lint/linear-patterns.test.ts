import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { checkSync } from 'recheck'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Folders whose code applies regular expressions to foreign text, such as a customer's 10,000 characters. */
const FOLDERS = [
  'remote-chat/src/conversation',
  'remote-chat/src/ticket',
  'remote-knowledge/src',
  'server/src/knowledge-in-conversation',
  'server/src/knowledge',
  'server/src/line',
  'server/src/messages',
  'server/src/tickets',
  'shared/src/contract',
  'shared/src/ui/thai',
]

/** Returns the regular expressions in a file as `[source, flags]`. */
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

/** Options that count steps instead of measuring time, so that the result does not depend on the machine's load. */
const COUNTED = { timeout: null, attackTimeout: null, incubationTimeout: null }

test('the check of regular expressions finds those in the sources', () => {
  expect(found.length).toBeGreaterThan(10)
})

test.each(found)('in %s, the regular expression /%s/%s takes at most linear time', (_file, source, flags) => {
  const { status } = checkSync(source, flags, { ...COUNTED, checker: 'auto', randomSeed: 1 })
  expect(status).toBe('safe')
})

test('the check of regular expressions rejects an expression that takes quadratic time on repeated characters', () => {
  expect(checkSync('(?:ค่ะ|ๆ)+$', 'u', { randomSeed: 1 }).status).toBe('vulnerable')
})

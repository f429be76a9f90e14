import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Expression, parseSync, type VariableDeclarator, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

// Checks that docs/operate.md explains for each logged warning and error what operators must do.

const root = join(import.meta.dirname, '../..')
const document = readFileSync(join(root, 'docs/operate.md'), 'utf8')
const [, tables = ''] = /^A start that fails(.*?)^## /ms.exec(document) ?? []
/** Documented log lines, from the first column of the tables and the start of list items. `…` matches any text. */
const listed = [...tables.matchAll(/^\| ([^|]+?) *\||^- (.+?`): /gm)].flatMap(([, cell, head]) =>
  [...(cell ?? head ?? '').matchAll(/`([^`]+)`/g)].map(([, line = '']) => line),
)

const programs = globSync('server/src/**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => parseSync(file, readFileSync(join(root, file), 'utf8')).program)

/** Returns the possible texts of an expression. `…` replaces values that are known only at run time. */
function textsOf(node: Expression, constants: Map<string, Expression>): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('…')]
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((each) => textsOf(each, constants))
  const constant = node.type === 'Identifier' ? constants.get(node.name) : undefined
  return constant === undefined ? [] : textsOf(constant, constants)
}

/** All string literals of the server, and the texts that it logs as warnings or errors. */
const texts = new Set<string>()
const warnings = new Set<string>()
for (const program of programs) {
  const constants = new Map<string, Expression>()
  new Visitor({
    VariableDeclarator({ id, init }: VariableDeclarator) {
      if (id.type === 'Identifier' && init !== null) constants.set(id.name, init)
    },
    Literal(node) {
      if (typeof node.value === 'string') texts.add(node.value)
    },
    TemplateLiteral(node) {
      for (const text of textsOf(node, constants)) texts.add(text)
    },
  }).visit(program)
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (!['warn', 'error', 'fatal'].includes(callee.property.name)) return
      if (callee.object.type === 'Identifier' && callee.object.name === 'console') return
      // `availability.warn(error, text, details)` has details after the text.
      const message = given.at(given.at(-1)?.type === 'ObjectExpression' ? -2 : -1)
      if (message === undefined || message.type === 'SpreadElement') return
      for (const text of textsOf(message, constants)) warnings.add(text)
    },
    // Includes texts that are passed to a logger which several kinds of jobs share.
    Property({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'warnings' || value.type !== 'ObjectExpression') return
      for (const line of value.properties)
        if (line.type === 'Property')
          for (const text of textsOf(line.value as Expression, constants)) warnings.add(text)
    },
  }).visit(program)
}

const isLine = (line: string) => {
  const escaped = line.split('…').map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${escaped.join('.*')}`, 's')
}

test('docs/operate.md documents only log lines that the server writes', () => {
  expect(listed.length).toBeGreaterThan(20)
  expect(listed.filter((line) => ![...texts].some((text) => isLine(line).test(text)))).toEqual([])
})

test('docs/operate.md documents each warning and error of the server', () => {
  expect(warnings.size).toBeGreaterThan(30)
  expect([...warnings].filter((text) => !listed.some((line) => isLine(line).test(text)))).toEqual([])
})

test('docs/operate.md documents each kind of security event', () => {
  const schema = readFileSync(join(root, 'server/src/db/schema.ts'), 'utf8')
  const [, union = ''] = /type SecurityEventKind =\n((?: {2}\| '\w+'\n)+)/.exec(schema) ?? []
  const kinds = [...union.matchAll(/'(\w+)'/g)].map(([, kind]) => kind)
  expect(kinds).toContain('channel_removed')
  expect(kinds.filter((kind) => !document.includes(`\`${kind}\``))).toEqual([])
})

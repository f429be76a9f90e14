import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserContract } from './browser-contract.ts'

const lines = (text: string) => text.split('\n').length
const compact = (text: string) => text.replace(/\s+/g, ' ')

test('removes the server-only fields of a contract call and keeps line numbers', () => {
  const source = `export const send = defineCall({
  name: 'send',
  method: 'POST',
  path: '/api/send/:id',
  summary: 'Send',
  access: 'staff',
  params: IdSchema,
  // What is sent.
  body: z.object({ text: z.string() }),
  response: MessageSchema,
  errors: ['not_found'],
})`
  const text = browserContract(source, 'send.call.ts')
  expect(lines(text)).toBe(lines(source))
  expect(compact(text)).toContain(
    "defineCall({ name: 'send', method: 'POST', path: '/api/send/:id', access: 'staff', response: MessageSchema, })",
  )
})

test('removes the response schema of a contract call that has a decode schema', () => {
  const text = browserContract("const a = defineCall({ name: 'a', response: A, decode: B })", 'a.call.ts')
  expect(text).toContain("defineCall({ name: 'a', decode: B })")
})

test('marks constants as pure when function calls compute their value', () => {
  const source = `export const A = z.string().check(z.maxLength(3))
const B = { a: z.string() }
export const WORDS = ['a'] as const
export const read = (value: unknown) => A.parse(value)
export function parse(value: unknown) { return B.a.parse(value) }`
  expect(
    browserContract(source, 'a.ts'),
  ).toBe(`export const A = /*#__PURE__*/ (() => (z.string().check(z.maxLength(3))))()
const B = /*#__PURE__*/ (() => ({ a: z.string() }))()
export const WORDS = ['a'] as const
export const read = (value: unknown) => A.parse(value)
export function parse(value: unknown) { return B.a.parse(value) }`)
})

test('rejects contract files with statements that have side effects, and with calls that cannot be parsed', () => {
  expect(() => browserContract('register(1)', 'a.ts')).toThrow('a.ts: a ExpressionStatement')
  expect(() => browserContract('const a = defineCall(definition)', 'a.call.ts')).toThrow(
    'must be an object literal',
  )
})

test('every file of the contract can be converted for browsers', () => {
  const folder = join(import.meta.dirname, '../contract')
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !/\.test(-d)?\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8')
    expect(lines(browserContract(source, file))).toBe(lines(source))
  }
})

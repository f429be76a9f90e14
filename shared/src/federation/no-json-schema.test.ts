import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRsbuild } from '@rsbuild/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noJsonSchemaAliases } from './no-json-schema.ts'

const ZOD = fileURLToPath(import.meta.resolve('zod'))
/** Words that stand in zod's making of JSON schemas alone. */
const MARK = 'draft-2020-12'
const ENTRY = `
import * as z from ${JSON.stringify(ZOD)}
const schema = z.object({ name: z.string().min(2), at: z.iso.datetime(), kind: z.enum(['IN', 'OUT']).nullish() })
export const right = schema.safeParse({ name: 'กานต์', at: '2026-11-22T08:00:00Z' })
export const wrong = schema.safeParse({ name: 'ก', at: 'วันนี้', kind: 'UP' }).error.issues.map((each) => each.path.join('.'))
export const standard = schema['~standard'].validate({ name: 1 }).issues.length
export const describe = () => schema.toJSONSchema()
`
let room: string
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'desk-zod-'))
  writeFileSync(join(room, 'entry.js'), ENTRY)
})
afterEach(() => {
  rmSync(room, { recursive: true, force: true })
})

/** Builds the entry for Node; the text of the program. */
async function build(alias: Record<string, string>): Promise<string> {
  const rsbuild = await createRsbuild({
    cwd: room,
    config: {
      mode: 'production',
      logLevel: 'error',
      performance: { printFileSize: false },
      source: { entry: { index: './entry.js' } },
      output: { target: 'node', module: true, minify: false, filename: { js: '[name].mjs' } },
      tools: { rspack: { resolve: { alias }, output: { library: { type: 'module' } } } },
    },
  })
  await (await rsbuild.build()).close()
  return readFileSync(join(room, 'dist/index.mjs'), 'utf8')
}

test('schemas work as ever without the making of JSON schemas', async () => {
  expect((await build({})).includes(MARK)).toBe(true)
  expect((await build(noJsonSchemaAliases(join(room, 'stub.js')))).includes(MARK)).toBe(false)
  const built = (await import(join(room, 'dist/index.mjs'))) as Record<string, unknown> & {
    describe: () => unknown
  }
  expect(built.right).toEqual({ success: true, data: { name: 'กานต์', at: '2026-11-22T08:00:00Z' } })
  expect(built.wrong).toEqual(['name', 'at', 'kind'])
  expect(built.standard).toBe(2)
  expect(() => built.describe()).toThrow('the page has no JSON schemas')
})

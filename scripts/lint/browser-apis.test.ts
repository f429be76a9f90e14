import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newerCalls } from '../../shared/src/federation/browser-apis.ts'
import { SUPPORTED_BROWSERS } from '../../shared/src/federation/browsers.ts'
import { runToEnd } from '../tools/child-process.ts'

const root = join(import.meta.dirname, '../..')
const SOURCES = '{host,shared,remote-*}/src/**/*.{ts,tsx}'
const isOfBrowsers = (file: string) =>
  !/\.test\.|\/testing\/|\/src\/federation\/(?!provided)/.test(file) && !file.endsWith('.d.ts')

test.each([
  ['URL.parse(x)', ['URL.parse']],
  ['URL.canParse(x)', ['URL.canParse']],
  ['Map.groupBy(x, f); Object.groupBy(x, f)', ['Map.groupBy', 'Object.groupBy']],
  ['Promise.withResolvers(); Promise.try(f)', ['Promise.try', 'Promise.withResolvers']],
  ['Array.fromAsync(x)', ['Array.fromAsync']],
  ['new Intl.DurationFormat("th")', ['Intl.DurationFormat']],
  ['RegExp.escape(x)', ['RegExp.escape']],
  ['Uint8Array.fromBase64(x)', ['Uint8Array.fromBase64']],
  ['new URLPattern(x)', ['URLPattern()']],
  ['Object.fromEntries(x); new URL(x); AbortSignal.any([]); structuredClone(x)', []],
])('%s is newer than the oldest supported browsers: %j', (code, expected) => {
  expect(newerCalls('x.js', code)).toEqual(expected)
})

test('no source calls what an oldest supported browser lacks', async () => {
  const found: string[] = []
  for await (const file of glob(SOURCES, { cwd: root }))
    if (isOfBrowsers(file))
      for (const call of newerCalls(file, readFileSync(join(root, file), 'utf8')))
        found.push(`${file}: ${call}`)
  expect(found).toEqual([])
})

/** ES2023 is the newest edition whose whole library all supported browsers have: its methods are known by type, also of instances. */
test('sources compile with the library of ES2023', { timeout: 240_000 }, async () => {
  const files: string[] = []
  for await (const file of glob(SOURCES, { cwd: root })) if (isOfBrowsers(file)) files.push(`../../${file}`)
  mkdirSync(join(root, 'shared/.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, 'shared/.cache/es2023-'))
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: { lib: ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable'] },
    include: [...files.map((file) => `../${file}`), '../../../*/src/**/*.d.ts'],
    exclude: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    const { output } = await runToEnd(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: root })
    // Unknown names and members alone: other types of what the builds run are checked elsewhere.
    const unknown = /error TS(?:2304|2339|2550|2551|2552|2583)/
    const errors = output
      .split('\n')
      .filter((line) => unknown.test(line) && !line.startsWith('shared/src/federation/'))
    expect(errors).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the documents name the supported browsers', () => {
  expect(readFileSync(join(root, 'docs/operate.md'), 'utf8')).toContain(SUPPORTED_BROWSERS)
})

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newerCalls } from '../../shared/src/federation/browser-apis.ts'
import { newerCss } from '../../shared/src/federation/browser-css.ts'
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
  ['new Set([1]).isSubsetOf(x)', ['.isSubsetOf()']],
  ['bytes.toBase64(); map.getOrInsert(1, 2)', ['.getOrInsert()', '.toBase64()']],
  ['node.moveBefore(a, b); root.setHTMLUnsafe(html)', ['.moveBefore()', '.setHTMLUnsafe()']],
  ['if (node.moveBefore) node.moveBefore(a, b)', []],
  ['"moveBefore" in node && node.moveBefore(a, b)', []],
  ['node.moveBefore?.(a, b)', []],
  ['[3, 1].toSorted().at(-1).toWellFormed(); node.checkVisibility(); dialog.showPopover()', []],
  ['Object.fromEntries(x); new URL(x); AbortSignal.any([]); structuredClone(x)', []],
])('reports that %s is newer than the oldest supported browsers: %j', (code, expected) => {
  expect(newerCalls('x.js', code)).toEqual(expected)
})

test.each([
  ['@starting-style { a { color: red } }', ['@starting-style']],
  ['@view-transition { navigation: auto }', ['@view-transition']],
  ['a { color: light-dark(#fff, #000) }', ['light-dark()']],
  ['a { &:hover { color: red } }', ['&']],
  ['a{color:red;&.b{color:red}}', ['&']],
  ['details::details-content { color: red }', [':details-content']],
  ['a { position-area: top; width: calc-size(auto, size) }', ['calc-size()', 'position-area:']],
  ['a:has(> b):is(.c):focus-visible { color: color-mix(in srgb, red, blue); inset: 0 }', []],
  [
    '@layer a { @container (width > 1px) { @supports (top: 0) { a::before { content: "& light-dark(" } } } }',
    [],
  ],
  ['/* @starting-style */ a{background:url(data:image/svg+xml,light-dark()&)}', []],
])('reports that %s is newer than the oldest supported browsers: %j', (code, expected) => {
  expect(newerCss('x.css', code)).toEqual(expected)
})

test('the browser code uses only APIs that all supported browsers have', async () => {
  const found: string[] = []
  for await (const file of glob(SOURCES, { cwd: root }))
    if (isOfBrowsers(file))
      for (const call of newerCalls(file, readFileSync(join(root, file), 'utf8')))
        found.push(`${file}: ${call}`)
  expect(found).toEqual([])
})

/**
 * Compiles with ES2023, the newest edition whose library all supported browsers have completely. The compiler knows the
 * types of instances, so it also checks their methods.
 */
test('the browser code compiles with the library of ES2023', { timeout: 240_000 }, async () => {
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
    // Selects only errors about unknown names and members, because other type errors are checked elsewhere.
    const unknown = /error TS(?:2304|2339|2550|2551|2552|2583)/
    const errors = output
      .split('\n')
      .filter((line) => unknown.test(line) && !line.startsWith('shared/src/federation/'))
    expect(errors).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('docs/operate.md names the supported browsers', () => {
  expect(readFileSync(join(root, 'docs/operate.md'), 'utf8')).toContain(SUPPORTED_BROWSERS)
})

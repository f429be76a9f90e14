import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The modules of zod's core that turn schemas into JSON schemas. */
const MODULES = ['to-json-schema', 'json-schema-processors']

/**
 * Aliases that leave zod's making of JSON schemas out of the page: the server alone describes itself with it, but each of zod's classes
 * holds on to its part, so that no bundler can tell; it is 5 KB gzip of the queue's first screen. In its place stands `file`,
 * with the same names, which throw.
 * @throws Error when zod's layout differs, so that an upgrade is noticed.
 */
export function noJsonSchemaAliases(file: string): Record<string, string> {
  const require = createRequire(import.meta.url)
  const core = dirname(require.resolve('zod/v4/core'))
  const names = MODULES.flatMap((name) => Object.keys(require(join(core, `${name}.cjs`)) as object))
  // Those that make a method are called where a schema shows its methods; the method throws.
  const exports = [...new Set(names)].map(
    (name) => `${name.startsWith('create') ? 'createMethod' : 'absent'} as ${name}`,
  )
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `const absent = () => { throw new Error('the page has no JSON schemas') }
const createMethod = () => absent
export { ${exports.join(', ')} }
`,
  )
  return Object.fromEntries(MODULES.map((name) => [join(core, `${name}.js`), file]))
}

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Import of a CSS module, by a relative path in the same package or from `shared/ui`. */
const IMPORT = /import (\w+) from '(\.[^']*|shared\/ui\/[^']*)\.module\.css'/g

test('components use only classes that their CSS module defines', () => {
  const missing: string[] = []
  for (const file of globSync('{host,remote-*,shared}/src/**/*.tsx', { cwd: root })) {
    const source = read(file)
    const code = source.replaceAll(/^import .*$/gm, '')
    for (const [, name = '', path = ''] of source.matchAll(IMPORT)) {
      const sheet = path.startsWith('.') ? join(dirname(file), path) : path.replace('shared/', 'shared/src/')
      const rules = read(`${sheet}.module.css`).replaceAll(/\/\*.*?\*\//gs, '')
      for (const [, used = ''] of code.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g')))
        if (!new RegExp(`\\.${used}(?![\\w-])`).test(rules)) missing.push(`${file}: ${name}.${used}`)
    }
  }
  expect(missing).toEqual([])
})

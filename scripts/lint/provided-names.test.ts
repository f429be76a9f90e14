import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const provided = join(root, 'shared/src/federation/provided')

/** Names in the braces of `import { … } from 'module'` or `export { … } from …`; types are left out. */
function namesIn(braces: string): string[] {
  return braces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
}

/** Names that a source imports from a module. */
function namesFrom(module: string, source: string): string[] {
  const imports = source.matchAll(new RegExp(`import \\{([^}]*)\\} from '${module}'`, 'g'))
  return [...imports].flatMap(([, names = '']) => namesIn(names))
}

/** Names that sources of remotes import from a module, with the file that does. */
function takenBy(module: string): [name: string, file: string][] {
  const files = globSync('remote-*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.|\/testing\//.test(file),
  )
  return files.flatMap((file) =>
    namesFrom(module, readFileSync(join(root, file), 'utf8')).map((name): [string, string] => [name, file]),
  )
}

/** A remote's build fails at these, too; this says so without one. */
test.each([
  ['shared/session', 'session.ts'],
  ['react-router-dom', 'react-router-dom.ts'],
])('the host provides what remotes take of %s', (module, file) => {
  const [, given = ''] = /export \{([^}]*)\}/.exec(readFileSync(join(provided, file), 'utf8')) ?? []
  expect(namesIn(given)).not.toEqual([])
  expect(takenBy(module).filter(([name]) => !namesIn(given).includes(name))).toEqual([])
})

test('names are found in imports, types and other modules aside', () => {
  const source = `
    import { type To, useSearchParams,
      Link } from 'react-router-dom'
    import { useSession } from 'shared/session'
  `
  expect(namesFrom('react-router-dom', source)).toEqual(['useSearchParams', 'Link'])
})

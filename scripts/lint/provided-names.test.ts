import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const provided = join(root, 'shared/src/federation/provided')

/** Returns the names in the braces of `import { … } from 'module'` or `export { … } from …`, without types. */
function namesIn(braces: string): string[] {
  return braces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
}

function namesFrom(module: string, source: string): string[] {
  const imports = source.matchAll(new RegExp(`import \\{([^}]*)\\} from '${module}'`, 'g'))
  return [...imports].flatMap(([, names = '']) => namesIn(names))
}

/** Returns the names that remotes import from a module, each with its file. */
function namesImportedFrom(module: string): [name: string, file: string][] {
  const files = globSync('remote-*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.|\/testing\//.test(file),
  )
  return files.flatMap((file) =>
    namesFrom(module, readFileSync(join(root, file), 'utf8')).map((name): [string, string] => [name, file]),
  )
}

/** Building a remote would fail too, but this test finds the error without a build. */
test.each([
  ['shared/session', 'session.ts'],
  ['react-router-dom', 'react-router-dom.ts'],
])('the host provides all names that remotes import from %s', (module, file) => {
  const [, given = ''] = /export \{([^}]*)\}/.exec(readFileSync(join(provided, file), 'utf8')) ?? []
  expect(namesIn(given)).not.toEqual([])
  expect(namesImportedFrom(module).filter(([name]) => !namesIn(given).includes(name))).toEqual([])
})

test('the check of provided names finds names in imports, ignoring types and other modules', () => {
  const source = `
    import { type To, useSearchParams,
      Link } from 'react-router-dom'
    import { useSession } from 'shared/session'
  `
  expect(namesFrom('react-router-dom', source)).toEqual(['useSearchParams', 'Link'])
})

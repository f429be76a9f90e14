import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync(['docs/**/*.md', '*/README.md', 'server/src/*/README.md'], { cwd: root }),
]
const WORKSPACE_PACKAGES = readdirSync(root).filter((name) => existsSync(join(root, name, 'package.json')))
/** Files that documents mention, but that only builds and the running product write. */
const WRITTEN = /(^|\/)(host|remote|world)\.json$|^DATA_DIR\//
/** Packages whose names look like the names of files. */
const PACKAGES = ['ipaddr.js']
/** Files of the example remote of CONTRIBUTING.md. */
const EXAMPLES = ['ReportsPage.page.tsx', 'Alerts.service.ts', 'Unread.slot.tsx']

const files = ['scripts', 'docs', 'deploy', ...WORKSPACE_PACKAGES]
  .flatMap((folder) =>
    globSync(`${folder}/**`, {
      cwd: root,
      exclude: (path) => /(^|\/)(node_modules|dist|\.cache|test-results)$/.test(path),
    }),
  )
  .concat(readdirSync(root))
  .map((file) => `/${file}`)

/**
 * Returns the files that a text names, each with the path that the text contains. Names with `<…>` or `*` are patterns
 * and are ignored.
 */
function namedFiles(text: string): string[] {
  const names = text.matchAll(
    /(?<![\w@/.<>*-])[\w-][\w./-]*\.(?:tsx?|js|css|md|grit|json|png|conf|service)(?![\w./<-]*\w)/g,
  )
  return [...new Set([...names].map(([name]) => name))]
}

/** Returns the folders that a text names: `package/…` without a file extension. */
function namedFolders(text: string): string[] {
  const names = [...text.matchAll(/`([\w-]+\/[\w/-]+)`/g)].map(([, name = '']) => name.replace(/\/$/, ''))
  return [...new Set(names)].filter((name) => {
    const [packageName = '', first = ''] = name.split('/')
    return [...WORKSPACE_PACKAGES, 'scripts', 'docs', 'deploy'].includes(packageName) && first !== 'dist'
  })
}

const isThere = (name: string) => {
  // Accepts paths that omit a package's folder `src`, such as `shared/federation/shared-modules.ts`.
  const withSource = name.replace(/^([\w-]+)\/(?!src\/)/, '$1/src/')
  return files.some((file) => [name, withSource].some((each) => file.endsWith(`/${each}`)))
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8')

  test('a document names no file or folder that does not exist', () => {
    const names = [...namedFiles(text), ...namedFolders(text)]
    const missing = names.filter(
      (name) =>
        !isThere(name) &&
        !WRITTEN.test(name) &&
        !PACKAGES.includes(name) &&
        !EXAMPLES.some((each) => name.endsWith(`/${each}`)),
    )
    expect(missing).toEqual([])
  })

  test('a document names no command that does not exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    const commands = [...text.matchAll(/\bpnpm(?:@\d+)? ([a-z][\w:-]*)/g)].map(([, name]) => name)
    expect(commands.filter((name) => name !== 'install' && !Object.hasOwn(scripts, name ?? ''))).toEqual([])
    const asDesk = [...text.matchAll(/`desk ([a-z][\w:-]*)/g)].map(([, name]) => name)
    expect(asDesk.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([])
  })
})

test('docs/dependencies.md lists every package of the catalog', () => {
  const text = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
  const [, catalog = ''] =
    /^catalog:\n((?: {2}.*\n)+)/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) ?? []
  const names = [...catalog.matchAll(/^ {2}"?([@\w][\w./-]*)"?:/gm)].map(([, name = '']) => name)
  expect(names).toContain('react')
  // Cells of the first column; `@scope/*` covers a whole scope.
  const listed = new Set(
    [...text.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, cell = '']) => cell.trim().split(', ')),
  )
  const missing = names.filter((name) => !listed.has(name) && !listed.has(name.replace(/\/.*/, '/*')))
  expect(missing).toEqual([])
})

const PACKAGES_OF_PAGES = readdirSync(root).filter((name) => name === 'host' || name.startsWith('remote-'))
const SERVER_FOLDERS = readdirSync(join(root, 'server/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
  .map(({ name }) => name)

test('docs/architecture.md lists every folder of server/src', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [, order = ''] = /^From bottom to top: (.*)$/m.exec(text) ?? []
  const named = [...order.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(SERVER_FOLDERS.toSorted())
})

test.each(SERVER_FOLDERS)('the README of server/src/%s exists and names files of the folder', (folder) => {
  const text = readFileSync(join(root, 'server/src', folder, 'README.md'), 'utf8')
  expect(namedFiles(text).some((name) => existsSync(join(root, 'server/src', folder, name)))).toBe(true)
})

/** Packages whose README has a table of all folders in `src`. */
const WITH_FOLDERS = PACKAGES_OF_PAGES.map(
  (name) => [name, readFileSync(join(root, name, 'README.md'), 'utf8')] as const,
)

test.each(WITH_FOLDERS)('the README of %s lists the folders of src', (name, text) => {
  const listed = [...text.matchAll(/^\| (`[^|]+`) +\|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([\w-]+)`/g)])
    .map(([, folder]) => folder)
  const folders = readdirSync(join(root, name, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map((entry) => entry.name)
  expect(listed.toSorted()).toEqual(folders.toSorted())
})

/** Maximum number of words of a document: about one page for a folder's README, and two pages for the overview. */
const MAX_WORDS: [documents: RegExp, words: number][] = [
  [/^docs\/architecture\.md$/, 1_000],
  [/^(server\/src\/)?[\w-]+\/README\.md$/, 600],
]

test.each(
  DOCUMENTS.flatMap((document) => {
    const limit = MAX_WORDS.find(([documents]) => documents.test(document))
    return limit === undefined ? [] : [[document, limit[1]] as const]
  }),
)('the document %s has at most %d words', (document, limit) => {
  const words = readFileSync(join(root, document), 'utf8').match(/\S*[\p{L}\p{N}]\S*/gu) ?? []
  expect(words.length).toBeLessThanOrEqual(limit)
})

test('the document check finds a renamed file', () => {
  expect(namedFiles('see `line/old-name.ts`, config.ts and <area>/<name>.call.ts')).toEqual([
    'line/old-name.ts',
    'config.ts',
  ])
  expect(isThere('line/old-name.ts')).toBe(false)
  expect(isThere('shared/federation/shared-modules.ts')).toBe(true)
})

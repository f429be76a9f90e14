import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRsbuild } from '@rsbuild/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { remoteBuild } from './build.ts'
import { buildId } from './build-inputs.ts'
import { deriveExposes } from './pages.ts'
import type { RemoteDeclaration, RemoteManifest } from './remote-manifest.ts'
import { PROVIDED_KEYS, providedVersions, remoteShared } from './shared-dependencies.ts'
import { missingSharedNames } from './shared-imports.ts'

const declaration: RemoteDeclaration = {
  id: 'sample',
  owner: 'sample team',
  requires: { shell: '^1.0.0' },
  routes: [{ path: 'sample', title: 'ตัวอย่าง', expose: './SamplePage' }],
  nav: [],
}
const PAGE = `
import { Link } from 'react-router-dom'
import styles from './sample.module.css'
export default function SamplePage() {
  return <Link className={styles.sample} to="/">ตัวอย่าง</Link>
}
`
let room: string
const put = (file: string, text: string) => {
  mkdirSync(dirname(join(room, file)), { recursive: true })
  writeFileSync(join(room, file), text)
}

beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'desk-remote-'))
  put('package.json', '{ "name": "remote-sample", "version": "1.2.3", "type": "module" }')
  put('src/pages/SamplePage.page.tsx', PAGE)
  put('src/pages/sample.module.css', '.sample { color: green; }')
})
afterEach(() => {
  rmSync(room, { recursive: true, force: true })
})

async function build(): Promise<RemoteManifest> {
  const rsbuild = await createRsbuild({
    cwd: room,
    config: { ...remoteBuild(declaration, room), mode: 'production' },
  })
  await (await rsbuild.build()).close()
  return JSON.parse(readFileSync(join(room, 'dist/remote.json'), 'utf8')) as RemoteManifest
}

describe('exposes', () => {
  test('are derived from the routes', () => {
    expect(deriveExposes(declaration, room)).toEqual({ './SamplePage': './src/pages/SamplePage.page.tsx' })
  })

  test('a route without its page fails the build', () => {
    rmSync(join(room, 'src/pages/SamplePage.page.tsx'))
    expect(() => remoteBuild(declaration, room)).toThrow('src/pages/SamplePage.page.tsx is missing')
  })

  test('a page without a route fails the build', () => {
    put('src/pages/LostPage.page.tsx', PAGE)
    expect(() => remoteBuild(declaration, room)).toThrow('no route names ./LostPage')
  })
})

describe('a build', () => {
  test('describes its release whole: files with their hashes, pages with what they need', async () => {
    const { release } = await build()
    if (release === null) throw new Error('no release')
    expect(release).toMatchObject({
      release: buildId(room),
      container: `sample_${buildId(room)}`,
      basePath: `/r/sample/${buildId(room)}/`,
      version: '1.2.3',
      entry: 'remoteEntry.js',
    })
    const { js, css } = release.exposes['./SamplePage'] ?? { js: [], css: [] }
    expect(css).toHaveLength(1)
    expect(js.length).toBeGreaterThan(0)
    for (const name of [release.entry, ...js, ...css]) {
      const content = readFileSync(join(room, 'dist', name))
      expect(release.files[name]).toEqual({
        integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
        bytes: content.length,
      })
    }
  })

  test('brings nothing of what the host provides', async () => {
    const { release } = await build()
    const all = Object.keys(release?.files ?? {}).map((name) =>
      readFileSync(join(room, 'dist', name), 'utf8'),
    )
    expect(all.join('')).not.toMatch(/react\.transitional\.element|BrowserRouter/)
    expect(all.join('').length).toBeLessThan(40_000)
  })

  test('uses no eval, which the CSP forbids', async () => {
    const { release } = await build()
    for (const name of Object.keys(release?.files ?? {})) {
      expect(readFileSync(join(room, 'dist', name), 'utf8')).not.toMatch(
        /\beval\(|new Function\("return this"\)/,
      )
    }
  })

  test('is the same at another path, and another one after a change', async () => {
    const first = await build()
    const other = mkdtempSync(join(tmpdir(), 'desk-remote-elsewhere-'))
    cpSync(room, other, { recursive: true, filter: (file) => !file.endsWith('dist') })
    rmSync(room, { recursive: true })
    room = other
    expect(await build()).toEqual(first)
    put('src/pages/sample.module.css', '.sample { color: red; }')
    expect(buildId(room)).not.toBe(first.release?.release)
  })

  test('tests are no part of it', () => {
    const before = buildId(room)
    put('src/pages/sample.test.ts', 'test')
    put('src/testing/fake.ts', 'fake')
    expect(buildId(room)).toBe(before)
  })

  test('a shared key that the host does not provide fails it', async () => {
    put(
      'src/pages/SamplePage.page.tsx',
      `import { createRoot } from 'react-dom/client'\nexport default createRoot`,
    )
    await expect(build()).rejects.toThrow('react-dom/client')
  })
})

describe('names of partly provided modules', () => {
  test('that the host provides are fine, as are types', () => {
    put(
      'src/a.ts',
      `import { Link, type To, useParams as params } from 'react-router-dom'\nexport { Link, params }`,
    )
    put('src/b.ts', `import type { Anything } from '@tanstack/react-query'\nexport type B = Anything`)
    expect(missingSharedNames(join(room, 'src'))).toEqual([])
  })

  test('that it does not provide are named with their file', () => {
    put(
      'src/a.ts',
      `import {\n  Link,\n  useBlocker,\n} from 'react-router-dom'\nexport { Link, useBlocker }`,
    )
    expect(missingSharedNames(join(room, 'src'))).toEqual([
      expect.stringMatching(/a\.ts: the host does not provide useBlocker of react-router-dom/),
    ])
  })

  test('a whole import is refused', () => {
    put('src/a.ts', `import * as router from 'react-router-dom'\nexport { router }`)
    expect(missingSharedNames(join(room, 'src'))).toHaveLength(1)
  })
})

test('every provided key has a version, and every remote asks for it in a range', () => {
  const versions = providedVersions()
  expect(Object.keys(versions).sort()).toEqual([...PROVIDED_KEYS].sort())
  for (const { requiredVersion } of Object.values(remoteShared()))
    expect(requiredVersion).toMatch(/^\^\d+\.\d+\.\d+$/)
})

import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRsbuild } from '@rsbuild/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { remoteBuild } from './build-config.ts'
import { buildId } from './build-inputs.ts'
import { deriveExposes, hasModules } from './exposed-modules.ts'
import type { RemoteDeclaration, RemoteManifest } from './remote-manifest.ts'
import { remoteShared } from './shared-dependencies.ts'
import { allSharedModules } from './shared-modules.ts'

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
let packageName: string
const put = (file: string, text: string) => {
  mkdirSync(dirname(join(packageName, file)), { recursive: true })
  writeFileSync(join(packageName, file), text)
}

beforeEach(() => {
  packageName = mkdtempSync(join(tmpdir(), 'desk-remote-'))
  put('package.json', '{ "name": "remote-sample", "version": "1.2.3", "type": "module" }')
  put('src/pages/SamplePage.page.tsx', PAGE)
  put('src/pages/sample.module.css', '.sample { color: green; }')
})
afterEach(() => {
  rmSync(packageName, { recursive: true, force: true })
})

async function build(of: RemoteDeclaration = declaration): Promise<RemoteManifest> {
  const rsbuild = await createRsbuild({
    cwd: packageName,
    config: { ...remoteBuild(of, packageName), mode: 'production' },
  })
  await (await rsbuild.build()).close()
  return JSON.parse(readFileSync(join(packageName, 'dist/remote.json'), 'utf8')) as RemoteManifest
}

describe('exposed modules of a remote', () => {
  test('the exposed pages of a remote are derived from its routes', () => {
    expect(deriveExposes(declaration, packageName)).toEqual({
      './SamplePage': './src/pages/SamplePage.page.tsx',
    })
  })

  test('a build fails when a route has no page', () => {
    rmSync(join(packageName, 'src/pages/SamplePage.page.tsx'))
    expect(() => remoteBuild(declaration, packageName)).toThrow('src/pages/SamplePage.page.tsx is missing')
  })

  test('a build fails when a page has no route', () => {
    put('src/pages/LostPage.page.tsx', PAGE)
    expect(() => remoteBuild(declaration, packageName)).toThrow('no route names ./LostPage')
  })
})

test('a build leaves out the parts of the contract and of the federation runtime that browsers do not use', async () => {
  const call = join(import.meta.dirname, '../contract/messages/send-message.call.ts')
  put(
    'src/pages/SamplePage.page.tsx',
    `import { sendMessage } from '${call}'\nexport default () => sendMessage.path`,
  )
  const { release } = await build()
  const scripts = Object.keys(release?.files ?? {}).filter((file) => file.endsWith('.js'))
  const text = scripts.map((file) => readFileSync(join(packageName, 'dist', file), 'utf8')).join('\n')
  expect(text).toContain('/api/staff/tickets/:id/send')
  expect(text).toContain('RUNTIME-0')
  for (const unused of [
    'Send a text or an image to the customer',
    'must not contain NUL',
    'Failed to get remoteEntry exports',
  ])
    expect(text).not.toContain(unused)
})

describe('services and slots of a remote', () => {
  const parts = {
    services: [{ expose: './Alerts', roles: ['ADMIN'] }],
    slots: [{ slot: 'user-menu', expose: './Unread', roles: ['ADMIN'], order: 1 }],
  } as const
  beforeEach(() => {
    put('src/services/Alerts.service.ts', 'export default () => undefined')
    put('src/slots/Unread.slot.tsx', 'export default () => null')
  })

  test('services and slots are exposed in addition to the pages', () => {
    expect(deriveExposes({ ...declaration, ...parts }, packageName)).toEqual({
      './SamplePage': './src/pages/SamplePage.page.tsx',
      './Alerts': './src/services/Alerts.service.ts',
      './Unread': './src/slots/Unread.slot.tsx',
    })
  })

  test('a build fails when a service or slot is not declared or has no file', () => {
    expect(() => deriveExposes({ ...declaration, slots: parts.slots }, packageName)).toThrow(
      'no service names ./Alerts',
    )
    rmSync(join(packageName, 'src/slots'), { recursive: true })
    expect(() => deriveExposes({ ...declaration, ...parts }, packageName)).toThrow(
      'src/slots/Unread.slot.tsx is missing',
    )
  })
})

test('builds a remote that has only services and slots', async () => {
  rmSync(join(packageName, 'src/pages'), { recursive: true })
  expect(hasModules(packageName)).toBe(false)
  put('src/services/Alerts.service.ts', 'export default () => undefined')
  expect(hasModules(packageName)).toBe(true)
  const services = [{ expose: './Alerts', roles: ['ADMIN' as const] }]
  const { release } = await build({ ...declaration, routes: [], services })
  expect(release).toMatchObject({ routes: [], nav: [], services })
  expect(release?.exposes['./Alerts']?.js).toHaveLength(1)
})

describe('build of a remote', () => {
  test('a build lists all files with their hashes, and the files that each page needs', async () => {
    const { release } = await build()
    if (release === null) throw new Error('no release')
    expect(release).toMatchObject({
      release: buildId(packageName),
      container: `sample_${buildId(packageName)}`,
      basePath: `/r/sample/${buildId(packageName)}/`,
      version: '1.2.3',
      entry: 'remoteEntry.js',
    })
    const { js, css } = release.exposes['./SamplePage'] ?? { js: [], css: [] }
    expect(css).toHaveLength(1)
    expect(js.length).toBeGreaterThan(0)
    for (const name of [release.entry, ...js, ...css]) {
      const content = readFileSync(join(packageName, 'dist', name))
      expect(release.files[name]).toEqual({
        integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
        bytes: content.length,
      })
    }
  })

  test('a build contains no code that the host provides', async () => {
    const { release } = await build()
    const all = Object.keys(release?.files ?? {}).map((name) =>
      readFileSync(join(packageName, 'dist', name), 'utf8'),
    )
    expect(all.join('')).not.toMatch(/react\.transitional\.element|BrowserRouter/)
    expect(all.join('').length).toBeLessThan(40_000)
  })

  test('a build does not contain the JSON schema generator of zod', async () => {
    const zod = JSON.stringify(fileURLToPath(import.meta.resolve('zod/mini')))
    put('src/pages/schema.ts', `import * as z from ${zod}\nexport const Name = z.string()`)
    put(
      'src/pages/SamplePage.page.tsx',
      `import { Name } from './schema.ts'\nexport default () => Name.parse('ก')`,
    )
    const { release } = await build()
    const all = Object.keys(release?.files ?? {}).map((name) =>
      readFileSync(join(packageName, 'dist', name), 'utf8'),
    )
    expect(['$ZodType', 'draft-2020-12'].map((mark) => all.join('').includes(mark))).toEqual([true, false])
  })

  test('a build does not use eval, which the CSP forbids', async () => {
    const { release } = await build()
    for (const name of Object.keys(release?.files ?? {})) {
      expect(readFileSync(join(packageName, 'dist', name), 'utf8')).not.toMatch(
        /\beval\(|new Function\("return this"\)/,
      )
    }
  })

  test('a build is the same in another directory, and different after a change', async () => {
    const first = await build()
    const other = mkdtempSync(join(tmpdir(), 'desk-remote-elsewhere-'))
    cpSync(packageName, other, { recursive: true, filter: (file) => !file.endsWith('dist') })
    rmSync(packageName, { recursive: true })
    packageName = other
    expect(await build()).toEqual(first)
    put('src/pages/sample.module.css', '.sample { color: red; }')
    expect(buildId(packageName)).not.toBe(first.release?.release)
  })

  test('a build does not depend on test files', () => {
    const before = buildId(packageName)
    put('src/pages/sample.test.ts', 'test')
    put('src/testing/fake.ts', 'fake')
    expect(buildId(packageName)).toBe(before)
  })
})

describe('imports of shared modules in a build', () => {
  const take = (source: string) => {
    put('src/pages/SamplePage.page.tsx', source)
    return build().then(({ release }) => release)
  }

  test('imports of shared modules are recorded by name, with a version range that includes earlier patch releases', async () => {
    const release = await take(`
      import { Menu, Slider } from '@mantine/core'
      import * as Mantine from '@mantine/core'
      import { useInfiniteQuery } from '@tanstack/react-query'
      import { Link } from 'react-router-dom'
      import { useState } from 'react'
      export default function SamplePage() {
        const [open] = useState(false)
        useInfiniteQuery({ queryKey: [], queryFn: () => [], initialPageParam: 0, getNextPageParam: () => null })
        return <Menu opened={open}><Menu.Item><Mantine.Badge>1</Mantine.Badge></Menu.Item><Slider /><Link to="/" /></Menu>
      }`)
    expect(release?.imports).toMatchObject({
      'shared-module/@mantine/core/Badge': { names: ['Badge'] },
      'shared-module/@mantine/core/Menu': { names: ['Menu'] },
      'shared-module/@mantine/core/Slider': { names: ['Slider'] },
      'shared-module/@tanstack/react-query/useInfiniteQuery': { names: ['useInfiniteQuery'] },
      'react-router-dom': { names: ['Link'] },
      react: { names: ['useState'] },
    })
    expect(
      Object.keys(release?.imports ?? {}).filter((key) => key.startsWith('shared-module/')),
    ).toHaveLength(4)
    for (const { range } of Object.values(release?.imports ?? {})) expect(range).toMatch(/^\^\d+\.\d+\.0$/)
  })

  test('a shared module loads before the page that uses it, and later when only a lazy part uses it', async () => {
    put(
      'src/Later.tsx',
      `import { Slider } from '@mantine/core'\nexport default function Later() { return <Slider /> }`,
    )
    const release = await take(`
      import { Badge } from '@mantine/core'
      import { lazy } from 'react'
      const Later = lazy(() => import('../Later.tsx'))
      export default function SamplePage() { return <Badge><Later /></Badge> }`)
    expect(release?.exposes['./SamplePage']?.sharedModules).toEqual(['shared-module/@mantine/core/Badge'])
    expect(release?.imports).toHaveProperty(['shared-module/@mantine/core/Slider'])
  })

  test.each([
    // Expects only "build failed", because the bundler prints the details to the terminal.
    [
      'a name that the package does not have',
      `import { Nope } from '@mantine/core'\nexport default () => <Nope />`,
      'build failed',
    ],
    [
      'a name that the host does not provide',
      `import { useBlocker } from 'react-router-dom'\nexport default () => useBlocker(true)`,
      'useBlocker from react-router-dom',
    ],
    [
      'a whole package',
      `import * as Mantine from '@mantine/core'\nexport default () => Object.keys(Mantine)`,
      'import from @mantine/core by name',
    ],
    [
      'a shared key that the host does not provide',
      `import { createRoot } from 'react-dom/client'\nexport default createRoot`,
      'the host does not provide react-dom/client',
    ],
  ])('a build with an invalid import fails: %s', async (_what, source, named) => {
    await expect(take(source)).rejects.toThrow(named)
  })
})

test('every exported name of a shared package has exactly one share key', async () => {
  const namesOf = (from: string) =>
    allSharedModules()
      .filter((sharedModule) => sharedModule.from === from)
      .flatMap(({ names }) => names)
      .sort()
  expect(namesOf('@mantine/core')).toEqual(Object.keys(await import('@mantine/core')).sort())
  expect(namesOf('@mantine/hooks')).toEqual(Object.keys(await import('@mantine/hooks')).sort())
  expect(namesOf('@tanstack/react-query')).toEqual(Object.keys(await import('@tanstack/react-query')).sort())
  expect(namesOf('shared/ui')).toContain('Button')
})

test('the required version range accepts every patch release of a package', () => {
  for (const { requiredVersion } of Object.values(remoteShared()))
    expect(requiredVersion).toMatch(/^\^\d+\.\d+\.0$/)
})

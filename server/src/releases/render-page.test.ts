import type { HostManifest, PageRegistry } from 'shared/federation/remote-manifest.ts'
import { describe, expect, test } from 'vitest'
import { findRoute, firstCalls, pageRegistry, preloads, renderPage } from './render-page.ts'
import { MockDeclaration, MockRelease } from './testing/mock-release.ts'

const host: HostManifest = {
  release: 'h1',
  version: '1.0.0',
  chunks: {
    shell: { js: ['assets/shell.js'], css: ['assets/shell.css'] },
    login: { js: ['assets/login.js'], css: [] },
  },
  fonts: ['assets/thai.woff2'],
  files: {
    'assets/index.js': { integrity: 'sha384-index', bytes: 1 },
    'assets/shell.js': { integrity: 'sha384-shell', bytes: 1 },
  },
  shared: {},
  sharedModules: {},
}
const html =
  '<!doctype html><html><head><script defer src="/assets/index.js"></script></head><body></body></html>'
const chat = MockRelease({ path: 'my-ticket/:id?' })
const dashboard = MockRelease({ id: 'dashboard', path: 'dashboard' })
const registry: PageRegistry = {
  revision: 3,
  remotes: {
    chat: { declaration: MockDeclaration({ path: 'my-ticket/:id?' }), active: chat, previous: null },
    promo: {
      declaration: MockDeclaration({ id: 'promo', path: 'promo-upload' }),
      active: null,
      previous: null,
    },
    dashboard: {
      declaration: MockDeclaration({ id: 'dashboard', path: 'dashboard' }),
      active: {
        ...dashboard,
        routes: [{ path: 'dashboard', title: 'แดชบอร์ด', expose: './Page', role: 'BUSINESS' }],
      },
      previous: null,
    },
  },
}
const hrefs = (path: string) =>
  preloads(host, registry, path)
    .map(({ href }) => href)
    .filter((href) => !href.endsWith('.woff2'))
const shell = ['/assets/shell.css', '/assets/shell.js']
const chatFiles = ['/r/chat/one/remoteEntry.js', '/r/chat/one/page.css', '/r/chat/one/page.js']

describe('preloads of a page', () => {
  test.each([
    ['/login', ['/assets/login.js']],
    ['/', shell],
    ['/profile', shell],
    ['/my-ticket', [...shell, ...chatFiles]],
    ['/my-ticket/7', [...shell, ...chatFiles]],
    ['/my-ticket/7/8', shell],
    ['/promo-upload', shell],
    // Preloads only the shell: the user's role is unknown here, and only one role may open this page.
    ['/dashboard', shell],
  ])('the page at %s has the right preloads', (path, expected) => {
    expect(hrefs(path)).toEqual(expected)
  })
})

test('a page preloads the shared modules that it uses, each file once', () => {
  const sharedModules = {
    'shared-module/x/Menu': { js: ['assets/h1/table.js', 'assets/h1/menu.js'], css: ['assets/h1/menu.css'] },
    'shared-module/x/Modal': { js: ['assets/h1/table.js', 'assets/h1/modal.js'], css: [] },
    'shared-module/x/Other': { js: ['assets/h1/other.js'], css: [] },
  }
  const page = chat.exposes['./Page'] ?? { js: [], css: [] }
  const service = { js: ['alerts.js'], css: [], sharedModules: ['shared-module/x/Other'] }
  const active = {
    ...chat,
    services: [{ expose: './Alerts', roles: ['ADMIN' as const] }],
    // Shared modules that are part of the host's main files, so that they have no files of their own.
    exposes: {
      './Page': { ...page, sharedModules: ['shared-module/x/Menu', 'shared-module/x/Modal', 'react'] },
      './Alerts': service,
    },
  }
  const opening = {
    revision: 1,
    remotes: { chat: { declaration: MockDeclaration(), active, previous: null } },
  }
  const files = preloads({ ...host, sharedModules }, opening, '/my-ticket').map(({ href }) => href)
  expect(files).toEqual([
    ...shell,
    '/assets/h1/menu.css',
    '/assets/h1/table.js',
    '/assets/h1/menu.js',
    '/assets/h1/modal.js',
    ...chatFiles,
    '/assets/thai.woff2',
  ])
})

/** Registry in which two remotes declare an early API call. */
const registryWithRemotes: PageRegistry = {
  revision: 3,
  remotes: Object.fromEntries(
    Object.entries(registry.remotes).map(([id, remote]) => {
      const routes = remote.active?.routes.map((route) => ({ ...route, firstCall: '/api/tickets?a=1&b=2' }))
      return [id, { ...remote, active: remote.active && { ...remote.active, routes: routes ?? [] } }]
    }),
  ),
}

test.each([
  ['/login', []],
  ['/profile', ['/auth/me']],
  ['/my-ticket/7', ['/auth/me', '/api/tickets?a=1&b=2']],
  // Declares only the session check: the user's role is unknown here, and only one role may open this page.
  ['/dashboard', ['/auth/me']],
])('the page at %s declares the right early API calls', (path, expected) => {
  expect(firstCalls(registryWithRemotes, path)).toEqual(expected)
})

test('a route matches its path with a parameter, but no other path that begins alike', () => {
  expect(findRoute(registry, '/my-ticket/7')?.release).toBe(chat)
  expect(findRoute(registry, '/my-tickets')).toBeNull()
})

test('the registry of a page has the keys of imported shared modules without their exports', () => {
  const imports = {
    'shared-module/x/Menu': { range: '^1.0.0', names: ['Menu', 'MenuItem'] },
    react: { range: '^19.0.0', names: ['useState'] },
  }
  const received = pageRegistry({
    revision: 1,
    remotes: { chat: { declaration: MockDeclaration(), active: { ...chat, imports }, previous: null } },
  })
  const { imports: _, ...page } = chat
  expect(received.remotes.chat?.active).toEqual({ ...page, sharedModules: ['shared-module/x/Menu'] })
})

describe('rendering a page', () => {
  test('the embedded registry can neither close its script element nor act as a replacement pattern', () => {
    const declaration = { ...MockDeclaration(), owner: "</script><script>alert(1)</script> $& $' <!--" }
    const hostile: PageRegistry = {
      revision: 1,
      remotes: { chat: { declaration, active: null, previous: null } },
    }
    const page = renderPage({ html, host, registry: hostile }, '/')
    const data = /<script type="application\/json" id="release-registry">(.*?)<\/script>/.exec(page)?.[1]
    expect(JSON.parse(data ?? '')).toEqual(hostile)
    expect(page.match(/<script/g)).toHaveLength(2)
  })

  test('a page includes only the hashes of the lazy shared modules that releases import', () => {
    const sharedModules = {
      'shared-module/x/Menu': { js: ['assets/h1/menu.js'], css: ['assets/h1/menu.css'] },
      'shared-module/x/Other': { js: ['assets/h1/other.js'], css: [] },
    }
    const files = Object.fromEntries(
      ['menu.js', 'menu.css', 'other.js'].map((name) => [
        `assets/h1/${name}`,
        { integrity: `sha384-${name}`, bytes: 1 },
      ]),
    )
    const remotes = {
      chat: {
        declaration: MockDeclaration(),
        active: { ...chat, sharedModules: ['shared-module/x/Menu', 'shared-module/x/Eager'] },
        previous: null,
      },
    }
    const page = renderPage(
      { html, host: { ...host, sharedModules, files }, registry: { revision: 1, remotes } },
      '/',
    )
    const data = /id="release-registry">(.*?)<\/script>/.exec(page)?.[1]
    expect(JSON.parse(data ?? '').sharedModuleHashes).toEqual({
      'shared-module/x/Menu': {
        '/assets/h1/menu.css': 'sha384-menu.css',
        '/assets/h1/menu.js': 'sha384-menu.js',
      },
    })
  })

  test('a page has integrity hashes in its preload links and in the script tag of its entry', () => {
    const page = renderPage({ html, host, registry }, '/my-ticket/7')
    const entry = chat.files['remoteEntry.js']?.integrity
    expect(page).toContain(
      `<link rel="preload" as="script" crossorigin="anonymous" integrity="${entry}" href="/r/chat/one/remoteEntry.js">`,
    )
    expect(page).toContain('as="style" crossorigin="anonymous"')
    expect(page).toContain('<script defer src="/assets/index.js" integrity="sha384-index">')
    expect(page.indexOf('preload')).toBeLessThan(page.indexOf('</head>'))
  })

  test('the meta tag and script of early API calls come first in the head of a page', () => {
    const page = renderPage({ html, host, registry: registryWithRemotes }, '/my-ticket/7')
    expect(page).toContain('<head><meta name="early-calls" content="/auth/me /api/tickets?a=1&amp;b=2">')
  })

  test('early API calls of a page use the PUBLIC_API_URL of the host build', () => {
    const elsewhere = { ...host, apiUrl: 'https://api.example.com/desk' }
    const page = renderPage({ html, host: elsewhere, registry: registryWithRemotes }, '/my-ticket/7')
    const calls = /<meta name="early-calls" content="([^"]*)">/.exec(page)?.[1]
    expect(calls).toBe(
      'https://api.example.com/desk/auth/me https://api.example.com/desk/api/tickets?a=1&amp;b=2',
    )
    expect(page).toContain('<link rel="preconnect" crossorigin href="https://api.example.com">')
  })

  test('every page preloads the fonts', () => {
    for (const path of ['/login', '/my-ticket/7']) {
      expect(renderPage({ html, host, registry }, path)).toContain(
        '<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="/assets/thai.woff2">',
      )
    }
  })

  test('no script tag of a page refers to a remote', () => {
    expect(renderPage({ html, host, registry }, '/my-ticket')).not.toMatch(/<script[^>]*\/r\/chat/)
  })
})

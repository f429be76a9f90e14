import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createRsbuild, mergeRsbuildConfig, rspack } from '@rsbuild/core'
import { REMOTES } from '../../scripts/tools/packages.ts'
import { isProgramPath } from '../../server/src/http/program-paths.ts'
import { renderPage } from '../../server/src/releases/render-page.ts'
import { hostBuild } from '../../shared/src/federation/build-config.ts'
import type { HostManifest, PageRegistry } from '../../shared/src/federation/remote-manifest.ts'

const root = join(import.meta.dirname, '../..')
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface SingleBundle {
  dist: string
  remove: () => void
}

/** Builds the pages without federation. `pages`: one chunk per page, as usual; `file`: all code in one file. */
export async function buildSingleBundle(kind: 'pages' | 'file'): Promise<SingleBundle> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-single-'))
  const remotePage = join(folder, 'RemotePage.tsx')
  const pages = pageFiles().map(
    ({ name, file }) =>
      `'./${name}': lazy(() => import(/* webpackChunkName: ${JSON.stringify(name)} */ ${JSON.stringify(file)}))`,
  )
  writeFileSync(
    remotePage,
    `import { Component, createElement, lazy, Suspense } from 'react'
    import { RemotePageFailure, RemotePageLoading } from ${JSON.stringify(join(root, 'host/src/remotes/RemotePageStates.tsx'))}
    const pages = { ${pages.join(', ')} }
    class Boundary extends Component {
      state = { failed: false }
      static getDerivedStateFromError = () => ({ failed: true })
      render = () => this.state.failed
        ? createElement(RemotePageFailure, { reason: 'threw', onRetry: async () => this.setState({ failed: false }) })
        : this.props.children
    }
    export const RemotePage = ({ expose }) => pages[expose]
      ? createElement(Boundary, null,
          createElement(Suspense, { fallback: createElement(RemotePageLoading) }, createElement(pages[expose])))
      : createElement(RemotePageFailure, { reason: 'not-released', onRetry: async () => {} })`,
  )
  const noFederation = join(folder, 'federation.ts')
  writeFileSync(noFederation, `export const loadExposed = () => Promise.reject(new Error('one application'))`)
  const noSharedModules = join(folder, 'shared-modules.ts')
  writeFileSync(noSharedModules, 'export const eagerSharedModules = {}')
  const host = join(root, 'host')
  const config = mergeRsbuildConfig(hostBuild(host), {
    mode: 'production',
    output: { distPath: { root: join(folder, 'dist') } },
    resolve: { alias: { react: join(host, 'node_modules/react') } },
    ...(kind === 'file' ? { splitChunks: false as const } : {}),
    tools: {
      rspack: {
        module: kind === 'file' ? { parser: { javascript: { dynamicImportMode: 'eager' as const } } } : {},
        plugins: [
          new rspack.NormalModuleReplacementPlugin(/\/remotes\/RemotePage\.tsx$/, remotePage),
          new rspack.NormalModuleReplacementPlugin(/\/federation\.ts$/, noFederation),
          new rspack.NormalModuleReplacementPlugin(/\/\.cache\/shared-modules\/index\.js$/, noSharedModules),
        ],
      },
    },
  })
  const rsbuild = await createRsbuild({ cwd: host, config })
  await (await rsbuild.build()).close()
  return { dist: join(folder, 'dist'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function pageFiles(): { name: string; file: string }[] {
  const suffix = '.page.tsx'
  return REMOTES.flatMap((id) => {
    const folder = join(root, `remote-${id}/src/pages`)
    const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(suffix)) : []
    return files.map((file) => ({ name: file.slice(0, -suffix.length), file: join(folder, file) }))
  })
}

export function scriptBytes(dist: string): number {
  return readdirSync(join(dist, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length, 0)
}

export async function serveSingleBundle(
  dist: string,
  deskUrl: string,
): Promise<{ url: string; server: Server }> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const host = JSON.parse(readFileSync(join(dist, 'host.json'), 'utf8')) as HostManifest
  const current = (await (await fetch(`${deskUrl}/r/registry.json`)).json()) as PageRegistry
  const registry: PageRegistry = {
    revision: current.revision,
    remotes: Object.fromEntries(
      Object.entries(current.remotes).map(([id, remote]) => [
        id,
        { ...remote, active: null, previous: null },
      ]),
    ),
  }
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://desk')
    if (pathname.startsWith('/assets/')) return sendFile(join(dist, pathname), outgoing)
    if (isProgramPath(pathname)) return passOn(incoming, outgoing, deskUrl)
    send(outgoing, 'text/html; charset=utf-8', Buffer.from(renderPage({ html, host, registry }, pathname)))
  })
  server.on('upgrade', (_incoming, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://localhost:${port}`, server }
}

function sendFile(file: string, outgoing: ServerResponse): void {
  try {
    send(outgoing, TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file))
  } catch {
    outgoing.writeHead(404).end()
  }
}

function send(outgoing: ServerResponse, type: string, content: Buffer): void {
  outgoing.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(content))
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, deskUrl: string): void {
  const { host: _host, ...headers } = incoming.headers
  const onward = request(deskUrl + incoming.url, { method: incoming.method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  onward.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(onward)
}

import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { isProgramPath } from '../../server/src/http/program-paths.ts'
import { renderPage } from '../../server/src/releases/render-page.ts'
import type { HostManifest, PageRegistry, PageRemote } from '../../shared/src/federation/remote-manifest.ts'

export interface DevProxyOptions {
  server: string
  host: string
  developed: Readonly<Record<string, PageRemote>>
}

const RESTART_MS = 15_000
const RESPONSE_MS = 10_000
const NOTHING_BUILT: HostManifest = {
  release: '',
  version: '',
  chunks: {},
  fonts: [],
  files: {},
  shared: {},
  sharedModules: {},
}

export function createDevProxy({ server, host, developed }: DevProxyOptions): Server {
  const proxy = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').replace(/\?.*/, '')
    const respond = (type: string, make: () => Promise<string>) =>
      make().then(
        (text) => outgoing.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
        () =>
          // The response is a page that the browser reloads after a second.
          outgoing
            .writeHead(502, { refresh: '1' })
            .end('The server is starting, or has failed: see the terminal.\n'),
      )
    if (path === '/r/registry.json') respond('application/json', async () => JSON.stringify(await registry()))
    else if (isForServer(path)) passOn(server, incoming, outgoing)
    else if (incoming.headers.accept?.includes('text/html')) respond('text/html', () => page(path))
    else passOn(host, incoming, outgoing)
  })
  proxy.on('upgrade', (incoming, socket, head) => passSocketOn(server, incoming, socket as Socket, head))
  return proxy

  async function registry(): Promise<PageRegistry> {
    await untilListening(server)
    const response = await fetch(`${server}/r/registry.json`, { signal: AbortSignal.timeout(RESPONSE_MS) })
    const { revision, remotes } = (await response.json()) as PageRegistry
    return { revision, remotes: { ...remotes, ...developed } }
  }

  async function page(path: string): Promise<string> {
    const html = await (await fetch(host, { signal: AbortSignal.timeout(RESPONSE_MS) })).text()
    return renderPage({ html, host: NOTHING_BUILT, registry: await registry() }, path)
  }
}

/** `/assets` belongs to the host, whose development server has the files. */
function isForServer(path: string): boolean {
  return path === '/robots.txt' || (isProgramPath(path) && !path.startsWith('/assets/'))
}

/** Requests wait while the server restarts. */
async function untilListening(address: string): Promise<void> {
  const { hostname, port } = new URL(address)
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const probe = connect(Number(port), hostname)
        .on('error', () => resolve(false))
        .on('connect', () => resolve(probe.destroy().destroyed))
    })
  for (const end = performance.now() + RESTART_MS; performance.now() < end; await pause(50)) {
    if (await isListening()) return
  }
}

async function passOn(to: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  await untilListening(to)
  const { url, method, headers } = incoming
  // Uses no keep-alive connection, which may belong to the server process before the restart.
  const serverRequest = request(to + url, { method, headers, agent: false }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    pipeline(response, outgoing, () => {})
  })
  serverRequest.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
  outgoing.on('close', () => serverRequest.destroy())
  pipeline(incoming, serverRequest, () => {})
}

async function passSocketOn(to: string, incoming: IncomingMessage, socket: Socket, head: Buffer) {
  socket.on('error', () => {})
  await untilListening(to)
  if (socket.destroyed) return
  const { method, url, rawHeaders } = incoming
  const { hostname, port } = new URL(to)
  const serverRequest = connect(Number(port), hostname)
  const headers = rawHeaders.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n')).join('')
  serverRequest.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`)
  serverRequest.write(head)
  pipeline(socket, serverRequest, socket, () => {})
}

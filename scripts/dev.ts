/**
 * `pnpm dev [remote …]`: the desk with hot reload at http://localhost:8080. Host and remotes (the named ones, or all that
 * have pages) come from development servers, the API from a server that restarts on changes, LINE from the simulator.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, createServer as createSocketServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { hasPages } from '../shared/src/federation/pages.ts'
import type { ReleaseRegistry, RemoteDeclaration } from '../shared/src/federation/remote-manifest.ts'
import { REGISTRY_ELEMENT_ID } from '../shared/src/federation/remote-manifest.ts'
import { buildAll } from './build.ts'
import { developmentRegistry, isForServer } from './dev/front.ts'
import { REMOTES } from './tools/rooms.ts'

const root = join(import.meta.dirname, '..')
const port = Number(process.env.PORT || 8080)
const simulatorPort = Number(process.env.SIMULATOR_PORT || 8090)
const dataDir = resolve(root, process.env.DATA_DIR || '.data')
const WAIT_MS = 120_000

const children: ChildProcess[] = []
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))

const named = process.argv.slice(2)
const unknown = named.filter((id) => !(REMOTES as readonly string[]).includes(id))
if (unknown.length > 0) {
  console.error(`There is no remote ${unknown.join(', ')}. There are: ${REMOTES.join(', ')}`)
  process.exit(2)
}
const developed = (named.length > 0 ? named : REMOTES).filter((id) => hasPages(join(root, `remote-${id}`)))

const [serverPort, hostPort, ...remotePorts] = await freePorts(2 + developed.length)
const server = `http://127.0.0.1:${serverPort}`
const host = `http://127.0.0.1:${hostPort}`
const remotes = new Map(developed.map((id, index) => [id, `http://localhost:${remotePorts[index]}/`]))
const declarations = new Map(
  await Promise.all(developed.map(async (id) => [id, await declarationOf(id)] as const)),
)

await buildAll({ log: console.log })
run('simulator', ['line-simulator/src/main.ts'], {
  SIMULATOR_PORT: String(simulatorPort),
  DESK_URL: `http://localhost:${port}`,
})
for (const [index, id] of developed.entries()) rsbuild(`remote-${id}`, Number(remotePorts[index]))
rsbuild('host', Number(hostPort))
const simulator = `http://localhost:${simulatorPort}`
const told = await until(`${simulator}/simulator/console`)
const { login } = (await told.json()) as { login: { client_id: string; channel_secret: string } }
run('server', ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
  PORT: String(serverPort),
  PUBLIC_URL: `http://localhost:${port}`,
  LINE_LOGIN_CLIENT_ID: login.client_id,
  LINE_LOGIN_CLIENT_SECRET: login.channel_secret,
  LINE_AUTHORIZE_URL: `${simulator}/oauth2/v2.1/authorize`,
  LINE_API_URL: simulator,
  LINE_DATA_API_URL: simulator,
  SIMULATOR_URL: simulator,
  DEMO: process.env.DEMO || '1',
  ADOPT_BUILDS: REMOTES.map((id) => `remote-${id}`).join(','),
})
await Promise.all([until(`${server}/healthz`), until(`${host}/`)])

createServer((incoming, outgoing) => {
  const path = incoming.url ?? '/'
  if (isForServer(path)) return passOn(server, incoming, outgoing)
  const page = incoming.method === 'GET' && incoming.headers.accept?.includes('text/html') === true
  if (!page) return passOn(host, incoming, outgoing)
  sendPage(outgoing).catch((error) => outgoing.writeHead(502).end(String(error)))
})
  .on('upgrade', (incoming, socket, head) =>
    passSocketOn(Number(serverPort), incoming, socket as Socket, head),
  )
  .listen(port, '127.0.0.1', () => console.log(`ready http://localhost:${port}`))

/** The host's page from its development server, with the registry in which the developed remotes come from theirs. */
async function sendPage(outgoing: ServerResponse): Promise<void> {
  const [html, stored] = await Promise.all([
    fetch(`${host}/`).then((answer) => answer.text()),
    fetch(`${server}/r/registry.json`).then((answer) => answer.json() as Promise<ReleaseRegistry>),
  ])
  const registry = developmentRegistry(stored, declarations, remotes)
  const data = JSON.stringify(registry).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="${REGISTRY_ELEMENT_ID}">${data}</script>`
  outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  outgoing.end(html.replace('</head>', () => `${script}</head>`))
}

function passOn(to: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = request(
    to + incoming.url,
    { method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end())
  incoming.pipe(onward)
}

function passSocketOn(to: number, incoming: IncomingMessage, socket: Socket, head: Buffer): void {
  const onward = connect(to, '127.0.0.1', () => {
    const headers = incoming.rawHeaders.reduce(
      (text, part, index) => text + part + (index % 2 === 0 ? ': ' : '\r\n'),
      '',
    )
    onward.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers}\r\n`)
    onward.write(head)
    socket.pipe(onward).pipe(socket)
  })
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
}

async function declarationOf(id: string): Promise<RemoteDeclaration> {
  return ((await import(join(root, `remote-${id}/remote.config.ts`))) as { default: RemoteDeclaration })
    .default
}

function rsbuild(room: string, at: number): void {
  const program = join(root, room, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  run(room, [program, 'dev', '--port', String(at)], { NODE_ENV: 'development' }, join(root, room))
}

function run(name: string, args: string[], env: Record<string, string>, cwd = root): void {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const show = (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) if (line.trim() !== '') console.log(`${name}: ${line}`)
  }
  child.stdout?.on('data', show)
  child.stderr?.on('data', show)
  child.on('exit', (code) => {
    if (!stopping) console.error(`${name} has ended with ${code}`)
    stop(1)
  })
  children.push(child)
}

function stop(code: number): void {
  if (stopping) return
  stopping = true
  for (const child of children.toReversed()) child.kill('SIGTERM')
  const timer = setTimeout(() => process.exit(code), 15_000)
  Promise.all(
    children.map((child) => child.exitCode !== null || new Promise((done) => child.once('exit', done))),
  ).then(() => {
    clearTimeout(timer)
    process.exit(code)
  })
}

/** The first good answer of an address. */
async function until(url: string): Promise<Response> {
  const deadline = performance.now() + WAIT_MS
  while (performance.now() < deadline && !stopping) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (answer?.ok) return answer
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${url} does not answer`)
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createSocketServer>>((done, fail) => {
          const each = createSocketServer().once('error', fail)
          each.listen(0, '127.0.0.1', () => done(each))
        }),
    ),
  )
  const ports = servers.map((each) => {
    const address = each.address()
    return typeof address === 'object' && address ? address.port : 0
  })
  await Promise.all(servers.map((each) => new Promise((done) => each.close(done))))
  return ports
}

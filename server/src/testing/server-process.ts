import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { DatabaseAddress } from '../db/client.ts'
import { writeHostBuild } from '../releases/testing/mock-release.ts'
import { bareEnvironment } from './cli-process.ts'
import { TEST_SECRETS_KEY } from './test-encryption.ts'

const MAIN = resolve(import.meta.dirname, '../main.ts')
const READY_WITHIN_MS = 90_000

/** Server that runs in a separate process, as with `pnpm serve`. */
export interface ServerProcess {
  url: string
  pid: number
  /** Time in ms from the start of the process until it listened. */
  listeningMs: number
  /** Resolves when the server process has ended. */
  ended: Promise<Ended>
  /**
   * Sends a signal to the process and waits until it has ended. SIGKILL is like a power failure; with SIGTERM an
   * operator stops a server. Returns the exit code and signal.
   */
  end(signal: NodeJS.Signals): Promise<Ended>
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ServerProcessOptions {
  onOutput?: (text: string) => void
  /** Command that starts the server; by default Node.js with the server's main file. */
  command?: string[]
  cwd?: string
  /** State to wait for; by default `ready`. A server that is only `listening` may still wait for its database. */
  until?: 'ready' | 'listening'
  /** File descriptor of a listening socket for the server, as systemd passes it. */
  socket?: number
}

export interface Refusal {
  code: number | null
  stdout: string
  stderr: string
}

/** Error for a server that ended before it was ready, or was not ready in time. */
class ServerRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`the server ended with ${refusal.code}: ${refusal.stdout}${refusal.stderr}`)
    this.refusal = refusal
  }
}

/** Empty host build for servers whose pages no test opens; shared by all servers that this process starts. */
let emptyHost: Promise<string> | undefined

async function makeEmptyHost(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-host-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await writeHostBuild(folder, { release: 'empty' })
  return folder
}

/**
 * Starts the server with only these environment variables, a login channel and an empty host build. Resolves when the
 * server has reached the state `until`.
 */
export async function startServerProcess(
  environment: Record<string, string>,
  { command = [process.execPath, MAIN], cwd, onOutput, until = 'ready', socket }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  emptyHost ??= makeEmptyHost()
  const usual = {
    ...bareEnvironment(),
    LINE_LOGIN_CLIENT_ID: '1',
    LINE_LOGIN_CLIENT_SECRET: 's',
    HOST_DIST: await emptyHost,
    ...(environment.HOST_DIST === undefined ? { ADOPT_BUILDS: 'none' } : {}),
  }
  const [program = '', ...args] = command
  const begun = performance.now()
  let listeningMs = 0
  const child = spawn(program, args, {
    cwd,
    env: { ...usual, ...(socket === undefined ? {} : { LISTEN_FDS: '1' }), ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket]), 'ipc'],
  })
  const printed = { stdout: '', stderr: '' }
  let isReady = false
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk) => {
      onOutput?.(String(chunk))
      if (!isReady) printed[stream] += chunk
    })
  }
  const closed = new Promise<Ended>((done) => {
    child.once('close', (code, signal) => done({ code, signal }))
  })
  return new Promise((ready, refused) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
    child.on('message', (message) => {
      // Messages before the requested state only report progress.
      const texts = message as { listening?: string; ready?: string }
      if (texts.listening !== undefined) listeningMs = performance.now() - begun
      const url = texts[until]
      if (url === undefined) return
      clearTimeout(timer)
      isReady = true
      ready({
        url,
        pid: child.pid ?? 0,
        listeningMs,
        ended: closed,
        end: (signal) => {
          child.kill(signal)
          return closed
        },
      })
    })
    closed.then(({ code }) => {
      clearTimeout(timer)
      refused(new ServerRefused({ code, ...printed }))
    })
  })
}

/** Returns the error message with which the server refuses to start with these environment variables. */
export async function refusalOf(
  environment: Record<string, string>,
  how?: ServerProcessOptions,
): Promise<Refusal> {
  const outcome = await startServerProcess(environment, how).catch((error: unknown) => error)
  if (outcome instanceof ServerRefused) return outcome.refusal
  await (outcome as ServerProcess).end('SIGTERM')
  throw new Error('the server started, though it should not have')
}

/** Returns environment variables for a server with the given database and with LINE's API at `lineUrl`. */
export function serverVariables(options: {
  port: number
  dataDir: string
  database: { address: DatabaseAddress; ownerAddress: DatabaseAddress }
  lineUrl: string
}): Record<string, string> {
  const { port, dataDir, database, lineUrl } = options
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(database.address),
    DATABASE_MIGRATION_URL: databaseUrl(database.ownerAddress),
    SECRETS_KEY: TEST_SECRETS_KEY,
    LINE_API_URL: lineUrl,
    LOG_LEVEL: 'warn',
    // The request limit is high, because one staff member of a test or benchmark sends as many requests as 100 people.
    CALLS_PER_MINUTE: '10000000',
  }
}

/** Returns the address of a database as a URL for DATABASE_URL. */
export function databaseUrl(address: DatabaseAddress): string {
  if (typeof address === 'string') return address
  const { user, password, database, socketDir } = address
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
}

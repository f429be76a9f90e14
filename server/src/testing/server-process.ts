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

/** Server in a separate process, as `pnpm serve` runs it. */
export interface ServerProcess {
  url: string
  pid: number
  /** Time in ms from the start of the process until it listened. */
  listeningMs: number
  /** Resolves when the server process has ended. */
  ended: Promise<Ended>
  /**
   * Sends a signal to the process (SIGKILL like a power failure, SIGTERM like an operator) and waits until it has
   * ended. Returns how it ended.
   */
  end(signal: NodeJS.Signals): Promise<Ended>
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ServerProcessOptions {
  onOutput?: (text: string) => void
  /** Program and arguments; defaults to Node.js with the server. */
  command?: string[]
  cwd?: string
  /** State to wait for; defaults to `ready`. With `listening` the server may still wait for its database. */
  until?: 'ready' | 'listening'
  /** File descriptor of a socket that the server inherits, as from systemd. */
  socket?: number
}

export interface Refusal {
  code: number | null
  stdout: string
  stderr: string
}

/** Thrown when the server ended before it was ready, or was not ready in time. */
class ServerRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`the server ended with ${refusal.code}: ${refusal.stdout}${refusal.stderr}`)
    this.refusal = refusal
  }
}

/** Empty host build for servers whose pages are not read; shared by all servers of this process. */
let emptyHost: Promise<string> | undefined

async function makeEmptyHost(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-host-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await writeHostBuild(folder, { release: 'empty' })
  return folder
}

/**
 * Starts the server with only these variables (plus a login channel and an empty host). Resolves when the server
 * has the state `until`.
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
      // Ignores earlier messages of the process, which only report progress.
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

/** Returns the reason why the server does not start with these environment variables. */
export async function refusalOf(
  environment: Record<string, string>,
  how?: ServerProcessOptions,
): Promise<Refusal> {
  const outcome = await startServerProcess(environment, how).catch((error: unknown) => error)
  if (outcome instanceof ServerRefused) return outcome.refusal
  await (outcome as ServerProcess).end('SIGTERM')
  throw new Error('the server started, though it should not have')
}

/** Returns the environment variables of a server on a given database, with LINE at `lineUrl`. */
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
    // High limit, because in a test or benchmark one staff member sends as many requests as a hundred in practice.
    CALLS_PER_MINUTE: '10000000',
  }
}

/** Returns a database address as a URL in DATABASE_URL's format. */
export function databaseUrl(address: DatabaseAddress): string {
  if (typeof address === 'string') return address
  const { user, password, database, socketDir } = address
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
}

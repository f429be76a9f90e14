import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { DatabaseAddress } from '../db/client.ts'
import { writeHostBuild } from '../releases/testing/mock-release.ts'
import { bareEnvironment } from './run-cli.ts'
import { TEST_SECRETS_KEY } from './test-sealing.ts'

const MAIN = resolve(import.meta.dirname, '../main.ts')
const READY_WITHIN_MS = 90_000

/** The server as a process of its own, as `pnpm serve` runs it. */
export interface ServerProcess {
  url: string
  pid: number
  /** From the start of its process until it listened. */
  listeningMs: number
  /** How it ended, whoever ended it. */
  ended: Promise<Ended>
  /** Sends a signal and waits for the end (SIGKILL: as a power cut, SIGTERM: as an operator); answers how it ended. */
  end(signal: NodeJS.Signals): Promise<Ended>
}

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface HowToRun {
  /** Hears what it prints. */
  onOutput?: (text: string) => void
  /** Program and arguments; this Node on the server when left out. */
  command?: string[]
  cwd?: string
  /** Until when to wait; when left out until it serves everything. `listening`: it may be waiting for its database. */
  until?: 'ready' | 'listening'
  /** Descriptor of the socket that it is handed, as by systemd. */
  socket?: number
}

export interface Refusal {
  code: number | null
  stdout: string
  stderr: string
}

/** The server ended before it was ready, or was not in time. */
class ServerRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`the server ended with ${refusal.code}: ${refusal.stdout}${refusal.stderr}`)
    this.refusal = refusal
  }
}

/** A build of the host with nothing in it, for servers whose pages nobody looks at; the same for all that this process starts. */
let emptyHost: Promise<string> | undefined

async function makeEmptyHost(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-host-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await writeHostBuild(folder, { release: 'empty' })
  return folder
}

/** Starts the server with nothing but these variables (and a login channel, an empty host); resolves when it serves, or as told. */
export async function startServerProcess(
  environment: Record<string, string>,
  { command = [process.execPath, MAIN], cwd, onOutput, until = 'ready', socket }: HowToRun = {},
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
      // Before it is ready it may give signs of life.
      const said = message as { listening?: string; ready?: string }
      if (said.listening !== undefined) listeningMs = performance.now() - begun
      const url = said[until]
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

/** Why the server does not start with these variables. */
export async function refusalOf(environment: Record<string, string>, how?: HowToRun): Promise<Refusal> {
  const outcome = await startServerProcess(environment, how).catch((error: unknown) => error)
  if (outcome instanceof ServerRefused) return outcome.refusal
  await (outcome as ServerProcess).end('SIGTERM')
  throw new Error('the server started, though it should not have')
}

/** Variables of a server on a given database, with LINE at `lineUrl`. */
export function serverVariables(place: {
  port: number
  dataDir: string
  database: { address: DatabaseAddress; ownerAddress: DatabaseAddress }
  lineUrl: string
}): Record<string, string> {
  const { port, dataDir, database, lineUrl } = place
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(database.address),
    DATABASE_MIGRATION_URL: databaseUrl(database.ownerAddress),
    SECRETS_KEY: TEST_SECRETS_KEY,
    LINE_API_URL: lineUrl,
    LOG_LEVEL: 'warn',
    // One member of staff of a test or benchmark calls as fast as a hundred people.
    CALLS_PER_MINUTE: '10000000',
  }
}

/** An address of a database as DATABASE_URL writes it. */
export function databaseUrl(address: DatabaseAddress): string {
  if (typeof address === 'string') return address
  const { user, password, database, socketDir } = address
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
}

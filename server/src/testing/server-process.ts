import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { DatabaseAddress } from '../db/client.ts'

const MAIN = resolve(import.meta.dirname, '../main.ts')
const READY_WITHIN_MS = 30_000

/** An address of a database as DATABASE_URL writes it. */
export function databaseUrl(address: DatabaseAddress): string {
  if (typeof address === 'string') return address
  const { user, database, socketDir } = address
  return `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
}

export interface ServerProcess {
  url: string
  /** Ends the process as a power cut would. */
  kill(): Promise<void>
  /** Ends it as an operator would. Answers the exit code. */
  stop(): Promise<number | null>
}

/** Starts the real server in a process of its own; resolves when it serves. */
export async function startServerProcess(options: {
  port: number
  dataDir: string
  database: { address: DatabaseAddress; ownerAddress: DatabaseAddress }
  lineUrl: string
}): Promise<ServerProcess> {
  const { port, dataDir, database, lineUrl } = options
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(database.address),
      DATABASE_MIGRATION_URL: databaseUrl(database.ownerAddress),
      LINE_LOGIN_CLIENT_ID: '1600000000',
      LINE_LOGIN_CLIENT_SECRET: 'a-login-secret',
      LINE_API_URL: lineUrl,
      LOG_LEVEL: 'warn',
      // One member of staff of a test or benchmark calls as fast as a hundred people.
      CALLS_PER_MINUTE: '10000000',
    },
  })
  await ready(child)
  const ended = once(child, 'exit') as Promise<[number | null]>
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}

/** Waits for the word that the server serves; rejects with what it said when it ends or takes too long. */
function ready(child: ChildProcess): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-10_000)
    })
  }
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(new Error(`the server was not ready in time: ${said}`))
    }, READY_WITHIN_MS)
    child.on('message', (message) => {
      if (typeof message !== 'object' || !('ready' in message)) return
      clearTimeout(timer)
      done()
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(new Error(`the server ended with ${code}: ${said}`))
    })
  })
}

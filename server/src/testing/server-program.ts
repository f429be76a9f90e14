import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const MAIN = resolve(import.meta.dirname, '../main.ts')

/** The server as a process of its own, as `pnpm serve` runs it. */
export interface ServerProgram {
  url: string
  pid: number
  /** Sends a signal and waits for the end; answers how it ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export interface Refusal {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts the server with nothing but these variables (and a login channel); rejects with a Refusal when it ends before it is ready. */
export function startServerProgram(environment: Record<string, string>): Promise<ServerProgram> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, LINE_LOGIN_CLIENT_ID: '1', LINE_LOGIN_CLIENT_SECRET: 's', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const closed = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) => {
    child.once('close', (code, signal) => done({ code, signal }))
  })
  return new Promise((ready, refused) => {
    child.on('message', (message) => {
      // Before it is ready it may give signs of life.
      const { ready: url } = message as { ready?: string }
      if (url === undefined) return
      ready({
        url,
        pid: child.pid ?? 0,
        end: (signal) => {
          child.kill(signal)
          return closed
        },
      })
    })
    closed.then(({ code }) => refused({ code, stdout, stderr } satisfies Refusal))
  })
}

/** Why the server does not start with these variables. */
export async function refusalOf(environment: Record<string, string>): Promise<Refusal> {
  const outcome = await startServerProgram(environment).catch((refusal: Refusal) => refusal)
  if ('stderr' in outcome) return outcome
  await outcome.end('SIGTERM')
  throw new Error('the server started, though it should not have')
}

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'

const ROOT = join(import.meta.dirname, '../..')
const START_LIMIT_MS = 180_000
const STOP_LIMIT_MS = 30_000

/** The running product: desk, LINE simulator and a data folder. */
export interface Product {
  deskUrl: string
  simulatorUrl: string
  dataDir: string
  /** Returns the whole output of `start` so far. */
  output: () => string
  /** Stops the product as Ctrl+C would; `SIGKILL` stops it like a power failure. The data folder remains. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Starts the product again with the same data folder and ports. */
  restart: () => Promise<void>
  remove: () => void
}

export interface ProductOptions {
  demo?: boolean
  root?: string
  dataDir?: string
  env?: Record<string, string>
}

/** Starts the product as a user would, on free ports, and waits for the `ready` line. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'oa-desk-'))
  const [port, simulatorPort] = await Promise.all([getPort(), getPort()])
  const env = {
    ...process.env,
    ...options.env,
    PORT: String(port),
    SIMULATOR_PORT: String(simulatorPort),
    DATA_DIR: dataDir,
    DEMO: options.demo === false ? '0' : '1',
  }
  let running = await launch(options.root ?? ROOT, env)
  const product: Product = {
    deskUrl: `http://localhost:${port}`,
    simulatorUrl: `http://localhost:${simulatorPort}`,
    dataDir,
    output: () => running.output(),
    stop: (signal = 'SIGTERM') => end(running.child, signal),
    restart: async () => {
      running = await launch(options.root ?? ROOT, env)
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
  return product
}

interface Launched {
  child: ChildProcess
  output: () => string
}

/** Runs `start` and waits for the last line of its output. Rejects with the output when `start` exits instead. */
export function launch(root: string, env: NodeJS.ProcessEnv): Promise<Launched> {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}\n${printed}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail('the product was not ready in time')
    }, START_LIMIT_MS)
    const onData = (chunk: Buffer) => {
      printed += chunk.toString()
      if (!/^ready http/m.test(printed)) return
      clearTimeout(timer)
      resolve({ child, output: () => printed })
    }
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`the product ended with ${code}`)
    })
  })
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error('the product did not stop in time'))
    }, STOP_LIMIT_MS)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill(signal)
  })
}

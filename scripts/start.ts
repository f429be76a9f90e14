/**
 * `pnpm start`: runs all that is needed to try the desk on this machine. The last line of output is `ready <address>`.
 */
import { join } from 'node:path'
import { onPackageManagerExit } from '../server/src/cli/package-manager.ts'
import { showUsageIfRequested } from '../server/src/cli/run-command.ts'
import { lockDataDir, waitUntilUnlocked } from '../server/src/data-dir-lock.ts'
import { requireFreePort } from '../server/src/http/free-port.ts'
import { fileErrorOf, StartError } from '../server/src/start-error.ts'
import { BuildFailed, buildAll } from './build.ts'
import { type Child, startChild } from './start/logged-child.ts'
import {
  createKeyForExternalDatabase,
  type LoginChannel,
  readSettings,
  simulatorSettings,
} from './start/settings.ts'
import { fetchUntilOk } from './tools/fetch-until-ok.ts'
import { REMOTES } from './tools/packages.ts'

const USAGE = `Usage:
  pnpm start

Builds what has changed, then starts the desk with demo data and a LINE simulator. Settings: docs/configuration.md.`
if (showUsageIfRequested(USAGE)) process.exit()

const SIMULATOR_START_MS = 30_000
/** Timeout in ms after the server's last progress message. A starting server sends a message every few seconds. */
const SERVER_START_MS = 120_000
/** Timeout in ms for the children of a killed `start` to exit. */
const LEFTOVERS_MS = 15_000
const HEALTHY_WITHIN_MS = 30_000
const STOP_SERVER_MS = 25_000
const STOP_SIMULATOR_MS = 6_000

const print = (line: string) => console.log(line)
const warn = (line: string) => console.error(line)

const { root, deskUrl, publicMediaUrl, simulatorUrl, ...settings } = readSettings()
const logDir = join(settings.dataDir, 'logs')
const children: Child[] = []
let lock: ReturnType<typeof lockDataDir> | undefined
let stopping = false

onPackageManagerExit(process.env, () => void stop(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

try {
  await start()
} catch (error) {
  // Exits of children during the shutdown are not failures.
  if (!stopping) {
    const isKnown = error instanceof StartError || error instanceof BuildFailed
    warn(isKnown ? error.message : (fileErrorOf(error)?.message ?? String(error)))
    await stop(1)
  }
}

async function start(): Promise<void> {
  lock = lockDataDir(settings.dataDir, 'start')
  createKeyForExternalDatabase(settings.dataDir)
  const withinMs = lock.wasLeft ? LEFTOVERS_MS : 0
  await waitUntilUnlocked(settings.dataDir, 'server', withinMs)
  await requireFreePort(settings.port, settings.host, { withinMs })
  await requireFreePort(settings.simulatorPort, '127.0.0.1', { variable: 'SIMULATOR_PORT', withinMs })

  print('Checking what must be built …')
  const simulator = startLogged('simulator', 'line-simulator/src/main.ts', {
    SIMULATOR_PORT: String(settings.simulatorPort),
    DESK_URL: deskUrl,
    PUBLIC_MEDIA_URL: publicMediaUrl,
  })
  const [builds, login] = await Promise.all([
    buildAll({ log: print }),
    unlessEnded(simulator, loginChannel(), SIMULATOR_START_MS),
  ])
  print(`LINE simulator with the customers' phones: ${simulatorUrl}`)
  print(`Starting the server (logs in ${logDir}) …`)
  const server = startLogged('server', 'server/src/main.ts', {
    HOST: settings.host,
    PORT: String(settings.port),
    PUBLIC_MEDIA_URL: publicMediaUrl,
    ...simulatorSettings(simulatorUrl, login),
    HOST_DIST: builds.hostDist,
    ADOPT_REPLACED: '1',
    ADOPT_BUILDS: REMOTES.join(','),
  })
  await unlessEnded(server, server.message(isReady), SERVER_START_MS)
  // Retries, because on a busy machine the database may be too slow for the first health check.
  await fetchUntilOk(`${deskUrl}/healthz`, HEALTHY_WITHIN_MS)
  for (const child of children) child.ended.then((how) => lost(child, how))
  print(`ready ${deskUrl}`)
}

function startLogged(name: string, program: string, env: Record<string, string>): Child {
  const child = startChild(name, program, {
    root,
    logDir,
    env: { ...process.env, DATA_DIR: settings.dataDir, ...env },
    show: (line) => warn(`${name}: ${line}`),
  })
  children.push(child)
  return child
}

/** Waits for `work`. Throws when the child exits before `work` has ended, or sends no progress for too long. */
async function unlessEnded<T>(child: Child, work: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const rejectTimeout = () =>
      reject(
        new StartError(`The ${child.name} is not ready after ${withinMs / 1000} s; see ${child.logFile}`),
      )
    timer = setTimeout(rejectTimeout, withinMs)
    child.onMessage(() => timer?.refresh())
  })
  const ended = child.ended.then((how) => {
    throw new StartError(`The ${child.name} did not start (${how}); see ${child.logFile}`)
  })
  try {
    return await Promise.race([work, ended, late])
  } finally {
    clearTimeout(timer)
    ended.catch(() => {})
  }
}

async function loginChannel(): Promise<LoginChannel> {
  const response = await fetchUntilOk(`${simulatorUrl}/simulator/console`, SIMULATOR_START_MS)
  return ((await response.json()) as { login: LoginChannel }).login
}

function isReady(value: unknown): value is { ready: string } {
  return typeof (value as { ready?: unknown } | null)?.ready === 'string'
}

function lost(child: Child, how: string): void {
  if (stopping) return
  warn(`The ${child.name} has ended unexpectedly (${how}); stopping all programs. See ${child.logFile}`)
  void stop(1)
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const child of children.toReversed()) {
    await child.stop(child.name === 'server' ? STOP_SERVER_MS : STOP_SIMULATOR_MS)
  }
  lock?.release()
  process.exit(code)
}

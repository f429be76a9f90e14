/**
 * `pnpm dev [remote …]`: the desk with hot reload. Development servers serve the host and the named remotes (or all);
 * other remotes use their builds. A server serves the API, and a simulator replaces LINE; both restart on changes. The
 * settings are the same as for `pnpm start`. A new page or route requires a restart.
 */
import type { createServer } from 'node:http'
import { join } from 'node:path'
import getPort from 'get-port'
import { showUsageIfRequested } from '../server/src/cli/run-command.ts'
import { remoteId } from '../server/src/config.ts'
import { lockDataDir, waitUntilUnlocked } from '../server/src/data-dir-lock.ts'
import { requireFreePort } from '../server/src/http/free-port.ts'
import { RSBUILD_PROGRAM } from '../server/src/releases/build-package.ts'
import { StartError } from '../server/src/start-error.ts'
import { hasModules } from '../shared/src/federation/exposed-modules.ts'
import { BuildFailed, buildAll } from './build.ts'
import { developedRemote } from './dev/developed-remote.ts'
import { createDevProxy } from './dev/proxy.ts'
import { startProgram, startWatched, stopAll } from './dev/watched-programs.ts'
import {
  createKeyForExternalDatabase,
  type LoginChannel,
  readSettings,
  simulatorSettings,
} from './start/settings.ts'
import { fetchUntilOk } from './tools/fetch-until-ok.ts'
import { REMOTES } from './tools/packages.ts'

const USAGE = `Usage:
  pnpm dev [remote …]

Runs the desk with hot reload: the host and the named remotes, or all. Remotes: ${REMOTES.join(', ')}`
const named = process.argv.slice(2).map(remoteId)
if (!named.every((id) => REMOTES.includes(id)) && showUsageIfRequested(USAGE)) process.exit()

const {
  root,
  port,
  simulatorPort,
  dataDir,
  deskUrl: desk,
  publicMediaUrl,
  simulatorUrl: simulator,
} = readSettings()
const START_MS = 120_000
/** Timeout in ms for the children of a killed `start` to exit. */
const LEFTOVERS_MS = 15_000

let lock: ReturnType<typeof lockDataDir> | undefined
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

try {
  await start()
} catch (error) {
  // Exits of children during the shutdown are not failures.
  if (!stopping) {
    console.error(error instanceof StartError || error instanceof BuildFailed ? error.message : error)
    await stop(1)
  }
}

async function start(): Promise<void> {
  lock = lockDataDir(dataDir, 'start')
  createKeyForExternalDatabase(dataDir)
  await waitUntilUnlocked(dataDir, 'server', lock.wasLeft ? LEFTOVERS_MS : 0)
  await requireFreePort(port, '127.0.0.1')
  await requireFreePort(simulatorPort, '127.0.0.1', { variable: 'SIMULATOR_PORT' })
  await buildAll({ log: console.log })

  const remotes = (named.length > 0 ? named : REMOTES).filter((id) => hasModules(join(root, `remote-${id}`)))
  const [serverPort = 0, hostPort = 0, ...remotePorts] = await Promise.all(
    Array.from({ length: 2 + remotes.length }, () => getPort()),
  )
  const server = `http://127.0.0.1:${serverPort}`
  const host = `http://127.0.0.1:${hostPort}`
  const remoteProcesses = await Promise.all(
    remotes.map(async (id, index) => {
      const packageName = `remote-${id}`
      develop(packageName, remotePorts[index] ?? 0)
      return [
        id,
        await developedRemote(join(root, packageName), `http://localhost:${remotePorts[index]}/`),
      ] as const
    }),
  )
  develop('host', hostPort)
  const proxy = createDevProxy({ server, host, developed: Object.fromEntries(remoteProcesses) })

  serve('simulator', 'line-simulator', {
    SIMULATOR_PORT: String(simulatorPort),
    DESK_URL: desk,
    PUBLIC_MEDIA_URL: publicMediaUrl,
  })
  const reported = await fetchUntilOk(`${simulator}/simulator/console`, START_MS)
  const { login } = (await reported.json()) as { login: LoginChannel }
  serve('server', 'server', {
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    PUBLIC_URL: desk,
    PUBLIC_MEDIA_URL: publicMediaUrl,
    ...simulatorSettings(simulator, login),
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    ADOPT_BUILDS: REMOTES.join(','),
  })
  await Promise.all(
    [
      `${server}/healthz`,
      host,
      ...remoteProcesses.map(([, { active }]) => `${active?.basePath}remoteEntry.js`),
    ].map((url) => fetchUntilOk(url, START_MS)),
  )
  await listen(proxy, port)
  console.log(`LINE simulator with the customers' phones: ${simulator}\nready ${desk}`)
}

function serve(name: string, packageName: string, env: Record<string, string>): void {
  startWatched(
    {
      name,
      args: [`${packageName}/src/main.ts`],
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, ...env },
    },
    [join(root, packageName, 'src'), join(root, 'shared/src/contract')],
  )
}

function develop(packageName: string, at: number): void {
  const env = { ...process.env, NODE_ENV: 'development' }
  startProgram(
    {
      name: packageName,
      args: [RSBUILD_PROGRAM, 'dev', '--port', String(at)],
      cwd: join(root, packageName),
      env,
    },
    (how) => {
      console.error(`${how}; stopping all programs.`)
      void stop(1)
    },
  )
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await stopAll()
  lock?.release()
  process.exit(code)
}

function listen(server: ReturnType<typeof createServer>, at: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(at, '127.0.0.1', () => resolve(at))
  })
}

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { requireDecryptableSecrets, requireEncryption } from './channels/channel-secrets.store.ts'
import { createChannelTokens } from './channels/channel-token.store.ts'
import { onPackageManagerExit } from './cli/package-manager.ts'
import { showUsageIfRequested } from './cli/run-command.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { DatabaseAvailability } from './db/availability.ts'
import {
  type DatabaseListeners,
  type NamedDatabase,
  nameDatabase,
  openDeskDatabase,
} from './db/desk-database.ts'
import { connectSimulator, fillEmptyDesk } from './demo/fill-empty-desk.ts'
import { createDiskSpace } from './disk-space.ts'
import { createLocalBus } from './event-bus.ts'
import { listenErrorOf, requireFreePort } from './http/free-port.ts'
import { detectInheritedSocket, INHERITED_FD, notASocketError } from './http/inherited-socket.ts'
import { useProxyOfEnvironment } from './http/outbound-proxy.ts'
import { followConnections } from './http/unused-connections.ts'
import { createVectorSearch } from './knowledge/vector-search.ts'
import { WebhookCredentialsFile } from './line/webhook-credentials-file.ts'
import { createLineClients } from './line-api/line-client.ts'
import { createLog, describeError } from './log.ts'
import { ImagePipeline } from './media/image-pipeline.ts'
import { MediaAddresses } from './media/media-addresses.ts'
import { openBlobStore } from './media/open-blob-store.ts'
import { publishAtStart } from './releases/publish-remote.ts'
import { requireHost } from './releases/release-files.ts'
import { findEncryption } from './secrets/secrets-key.ts'
import type { ServerContext } from './server-context.ts'
import { OnlineStaff } from './staff/online-staff.ts'
import { fileErrorOf, StartError } from './start-error.ts'
import { type RunningWorker, WORKERS } from './workers.ts'

/** Time limit in ms for requests in progress after a stop signal. */
const DRAIN_MS = 10_000
/** Grace period in ms for open connections that have not sent a request. */
const UNUSED_MS = 2_000
/** Time limit in ms for stopping one part of the server. */
const STEP_MS = 13_000
/** Time limit in ms for stopping the whole server: requests, deliveries in progress, the database. */
const STOP_MS = 40_000

interface Part extends RunningWorker {
  name: string
}

interface Serving {
  /** Resolves to false when the server was stopped before it served all routes. Rejects when the start fails. */
  ready: Promise<boolean>
  stop(): Promise<void>
}

/** With an external database and stored credentials, listens at once and spools webhooks until the database is up. */
async function serve(config: Config, isInherited: boolean, log: Logger): Promise<Serving> {
  const parts: Part[] = []
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await stopPart(part, log)
  }
  try {
    if (!isInherited) await requireFreePort(config.port, config.host)
    await requireHost(config)
    const lock = lockDataDir(config.dataDir, 'server')
    parts.push({ name: 'data folder lock', stop: () => lock.release() })
    const found = findEncryption(config)
    let availability: DatabaseAvailability | undefined
    const notices: DatabaseListeners = {
      onNotice: (notice) => log.warn(notice),
      onError: (error) => {
        // Logs only the message: the driver attaches the whole client object to the error.
        const report = () => log.warn({ reason: error.message }, 'a database connection broke')
        if (availability === undefined) report()
        else availability.note(error, report)
      },
      onMigration: (tag) => log.info(`migration ${tag} applied`),
    }
    const { databaseUrl, dataDir } = config
    const named = databaseUrl === null ? undefined : nameDatabase(config, databaseUrl, notices, 'migrate')
    const database = named ?? (await withProgressLog(openDeskDatabase(config, notices, 'migrate')))
    parts.push({ name: 'database', stop: () => database.close() })
    database.died.then((how) => exitWithError(log, new Error(`the database ended unexpectedly: ${how}`)))

    availability = new DatabaseAvailability(database.db, log)
    parts.push({ name: 'database availability', stop: () => availability?.stop() })
    const bus = createLocalBus((error) => log.error({ err: error }, 'a subscriber of the event bus failed'))
    parts.push({ name: 'bus', stop: () => bus.close() })
    const now = () => new Date()
    const encryption = found ?? (await requireEncryption(database.db, config))
    const storedChannels =
      databaseUrl === null ? undefined : new WebhookCredentialsFile({ dataDir, databaseUrl, encryption, log })
    const space = createDiskSpace(config)
    const blobs = await openBlobStore(config, { space, log })
    parts.push({ name: 'blob store', stop: () => blobs.close() })
    const images = new ImagePipeline(join(config.dataDir, 'image-work'), log, {
      concurrency: config.imageProcesses,
    })
    parts.push({ name: 'image pipeline', stop: () => images.close() })
    const context: ServerContext = {
      config,
      db: database.db,
      availability,
      bus,
      line: createLineClients({
        tokens: createChannelTokens(database.db, encryption, log),
        onAnswered: (channelKey, call) => bus.publish({ kind: 'line_succeeded', channelKey, call }),
        ...config.line,
      }),
      blobs,
      space,
      images,
      mediaAddresses: new MediaAddresses(null, now, config.stickerUrl, config.emojiUrl),
      encryption,
      vectors: createVectorSearch(config.knowledge, database.db, log),
      log,
      now,
    }
    const running = new Map<string, RunningWorker>()
    for (const { name } of WORKERS) parts.push({ name, stop: () => running.get(name)?.stop() })
    const online = new OnlineStaff(context)
    const open = () => withProgressLog(openAndPrepare(context, named))
    const begin = (isOpen: boolean) => {
      if (!isOpen) return false
      for (const { name, start } of WORKERS) {
        const worker = start(context, online)
        if (worker) running.set(name, worker)
      }
      return true
    }
    let ready: Promise<boolean> | undefined
    if (storedChannels?.found) {
      ready = availability.begin(open).then(begin)
      // Prevents an unhandled rejection: the caller gets the promise `ready` only after the server listens.
      ready.catch(() => {})
    } else {
      await open()
      begin(true)
    }
    const app = await buildApp(context, { storedChannels, online })
    const closeUnused = followConnections(app.server)
    parts.push({ name: 'web server', stop: () => closeApp(app, log, closeUnused) })
    await (isInherited ? listenOnInheritedSocket(app) : listen(app, config))
    if (ready !== undefined) log.info('listening; webhooks are spooled to disk until the database is open')
    return { ready: ready ?? Promise.resolve(true), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const HEARTBEAT_MS = 5_000

/** Logs progress during `work`: the start script stops a silent server, but a migration may take an hour. */
async function withProgressLog<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => process.send?.({ starting: true }), HEARTBEAT_MS)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

/** Opens and prepares the database. Safe to repeat after a failure. */
async function openAndPrepare(context: ServerContext, named: NamedDatabase | undefined): Promise<void> {
  await named?.open()
  const { config, db, log, encryption } = context
  await context.mediaAddresses.readKey(db)
  if (config.simulatorUrl !== null) {
    await connectSimulator(db, encryption, config.simulatorUrl)
    const made = config.demo ? await fillEmptyDesk(db, config.simulatorUrl, context.now()) : 0
    if (made > 0) log.info(`the empty desk was filled with ${made} demo tickets`)
  }
  await requireDecryptableSecrets(db, encryption)
  const { releasesDir, hostDist } = config
  await publishAtStart({ db, releasesDir, hostDist }, config.adoptBuilds, (reason) => log.warn(reason), {
    replaced: config.adoptReplaced,
  })
}

async function stopPart({ name, stop }: Part, log: Logger): Promise<void> {
  const deadline = pause(STEP_MS, 'late' as const, { ref: false })
  if ((await Promise.race([stop(), deadline])) === 'late')
    log.warn({ part: name }, 'a part of the server did not stop in time')
}

async function closeApp(app: FastifyInstance, log: Logger, closeUnused: () => void): Promise<void> {
  const timer = setTimeout(() => {
    log.warn('requests did not finish in time and were cut off')
    app.server.closeAllConnections()
  }, DRAIN_MS)
  const unused = setTimeout(closeUnused, UNUSED_MS)
  await app.close()
  clearTimeout(unused)
  clearTimeout(timer)
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw listenErrorOf(error, host, port)
  }
}

/** Listens on a socket of the parent process. Stopping closes only this process's descriptor; the socket stays open. */
async function listenOnInheritedSocket(app: FastifyInstance): Promise<void> {
  // This host is not used. It replaces the default `localhost`, for which Fastify would listen on a second address.
  const socket = { fd: INHERITED_FD, host: '127.0.0.1' }
  try {
    await app.listen(socket)
  } catch (error) {
    throw notASocketError(error)
  }
}

/** Does not stop the embedded database, which stops by itself when its parent process has exited. */
function exitWithError(log: Logger, error: unknown): never {
  log.fatal({ err: error }, 'the server cannot continue')
  process.exit(1)
}

function refuse(error: unknown, config?: Config): never {
  if (error instanceof ConfigError) {
    console.error('The server is not configured:')
    for (const problem of error.problems) console.error(`  ${problem}`)
  } else console.error(startErrorOf(error, config)?.message ?? describeError(error))
  process.exit(1)
}

function startErrorOf(error: unknown, config?: Config): StartError | undefined {
  if (error instanceof StartError) return error
  return fileErrorOf(error, config && neighbourFolders(config))
}

function neighbourFolders({ dataDir, media, releasesDir }: Config): Record<string, string> {
  const folders = Object.entries({ MEDIA_DIR: media.dir, RELEASES_DIR: releasesDir })
  return Object.fromEntries(folders.filter(([, folder]) => !folder.startsWith(`${dataDir}/`)))
}

const USAGE = `Usage:
  pnpm serve
  node_modules/.bin/node server/src/main.ts

Runs the desk's server in the foreground, as in production. All settings are environment variables:
docs/configuration.md. The second form is for a service manager: it runs the same Node without pnpm as parent process.`

/** Runs the server until a signal. Ends the process with an error message when the start fails. */
export const main = (): Promise<void> => start().catch((error) => refuse(error))

async function start(): Promise<void> {
  if (showUsageIfRequested(USAGE)) return
  const isInherited = detectInheritedSocket(process.env)
  const config = readConfig(process.env)
  useProxyOfEnvironment(process.env)
  await run(config, isInherited).catch((error) => refuse(error, config))
}

async function run(config: Config, isInherited: boolean): Promise<void> {
  const log = createLog(config.logLevel)
  for (const setting of config.plainHttp)
    log.warn(
      { setting },
      'the public URL starts with http://; sign-in is not encrypted, browsers show no notifications, LINE fetches no images',
    )
  process.on('uncaughtException', (error) => exitWithError(log, error))
  process.on('unhandledRejection', (error) => exitWithError(log, error))

  const { ready, stop } = await serve(config, isInherited, log)
  // Notifies the parent process if it has an IPC channel, for example the start script.
  process.send?.({ listening: config.publicUrl })
  let stopping = false
  const end = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info(`stopping (${signal})`)
    setTimeout(
      () => exitWithError(log, new Error(`the server did not stop within ${STOP_MS / 1000} s`)),
      STOP_MS,
    ).unref()
    stop().then(
      () => process.exit(0),
      (error) => exitWithError(log, error),
    )
  }
  onPackageManagerExit(process.env, () => end('npx or pnpm has ended'))
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))

  const isReady = await ready.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  if (!isReady) return
  log.info({ url: config.publicUrl }, `ready ${config.publicUrl}`)
  process.send?.({ ready: config.publicUrl })
}

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { Role } from 'shared/contract/constants.ts'
import { buildApp } from '../app.ts'
import { encryptSecrets } from '../channels/channel-secrets.store.ts'
import { createChannelTokens } from '../channels/channel-token.store.ts'
import { type Config, readConfig } from '../config.ts'
import { DatabaseAvailability } from '../db/availability.ts'
import type { Db } from '../db/client.ts'
import { channels, staff, staffChannels } from '../db/schema.ts'
import { createDiskSpace, type ReadFreeBytes } from '../disk-space.ts'
import { createLocalBus } from '../event-bus.ts'
import type { BodyLimits } from '../http/body-budget.ts'
import { createVectorSearch } from '../knowledge/vector-search.ts'
import { createLineClients, type LineClients } from '../line-api/line-client.ts'
import { ImagePipeline } from '../media/image-pipeline.ts'
import type { ImageProcessPoolOptions } from '../media/image-process-pool.ts'
import { MediaAddresses } from '../media/media-addresses.ts'
import { openBlobStore } from '../media/open-blob-store.ts'
import type { ServerContext } from '../server-context.ts'
import { openSession } from '../sessions/session.store.ts'
import { hashToken, newToken } from '../sessions/session-token.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { TEST_ENCRYPTION } from './test-encryption.ts'

interface NewStaff {
  role?: Role
  displayName?: string
  channelKeys?: string[]
  permissions?: string[]
}

export interface TestDesk {
  context: ServerContext
  app: FastifyInstance
  database: TestDatabase
  /** Creates and signs in a staff member of this server, at the server's current time. */
  signInAs(newStaff?: NewStaff): ReturnType<typeof signInStaff>
  /** Creates a channel with made-up credentials (`secret-<key>`, `token-<key>`). */
  addChannel(key: string, name?: string): Promise<void>
  close(): Promise<void>
}

export interface TestDeskOptions {
  config?: (config: Config) => Config
  /** Database for the server; by default a new one, which is dropped when the server closes. */
  database?: TestDatabase
  line?: LineClients
  /** Function that returns the free bytes of the disk; by default it reads the real disk. */
  freeBytes?: ReadFreeBytes
  images?: ImageProcessPoolOptions
  /** Event loop delay in ms above which the server refuses requests; by default it refuses none. */
  maxEventLoopDelayMs?: number
  /** Maximum time in ms for receiving a request; by default the server's usual limit. */
  requestTimeoutMs?: number
  bodyLimits?: BodyLimits
  now?: () => Date
  /** Log of the server; by default nothing is logged. */
  log?: pino.Logger
}

export function randomLineUserId(): string {
  return `U${randomBytes(16).toString('hex')}`
}

/** Creates a complete server with its own database and a channel `main`. The server does not listen on a port. */
export async function createTestDesk(options: TestDeskOptions = {}): Promise<TestDesk> {
  const database = options.database ?? (await createTestDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    HOST_DIST: join(dataDir, 'host'),
    PUBLIC_URL: 'http://localhost:8080',
    API_DOCS: '1',
    LINE_LOGIN_CLIENT_ID: '1600000000',
    LINE_LOGIN_CLIENT_SECRET: 'a-login-secret',
    LINE_API_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
  })
  const built = options.config?.(config) ?? config
  const log = options.log ?? pino({ level: 'silent' })
  const availability = new DatabaseAvailability(database.db, log)
  const now = options.now ?? (() => new Date())
  const space = createDiskSpace(built, options.freeBytes)
  const blobs = await openBlobStore(built, { space })
  const images = new ImagePipeline(join(built.dataDir, 'image-work'), log, options.images)
  const mediaAddresses = new MediaAddresses(null, now, built.stickerUrl, built.emojiUrl)
  await mediaAddresses.readKey(database.db)
  const bus = createLocalBus((error) => {
    throw error
  })
  const context: ServerContext = {
    config: built,
    db: database.db,
    availability,
    bus,
    line:
      options.line ??
      createLineClients({
        tokens: createChannelTokens(database.db, TEST_ENCRYPTION, log),
        onAnswered: (channelKey, call) => bus.publish({ kind: 'line_succeeded', channelKey, call }),
        ...built.line,
      }),
    blobs,
    space,
    images,
    mediaAddresses,
    encryption: TEST_ENCRYPTION,
    vectors: createVectorSearch(built.knowledge, database.db, log),
    log,
    now,
  }
  // By default the server refuses no requests under load, because the test machine may be busy.
  const { maxEventLoopDelayMs = 0, requestTimeoutMs, bodyLimits } = options
  const app = await buildApp(context, { maxEventLoopDelayMs, requestTimeoutMs, bodyLimits })
  await app.ready()
  await addChannel(context, 'main', 'OA หลัก')
  return {
    context,
    app,
    database,
    addChannel: (key, name = key) => addChannel(context, key, name),
    signInAs: (newStaff) => signInStaff(context.db, newStaff, context.now()),
    close: async () => {
      await app.close()
      images.close()
      await blobs.close()
      await availability.stop()
      await context.bus.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function addChannel(context: ServerContext, key: string, name: string): Promise<void> {
  await context.db.insert(channels).values({
    key,
    name,
    lineBotUserId: randomLineUserId(),
    ...encryptSecrets(context.encryption, key, { secret: `secret-${key}`, accessToken: `token-${key}` }),
  })
}

/** Creates an approved staff member for all channels or the given ones, with a session that begins at `now`. */
export async function signInStaff(db: Db, newStaff: NewStaff = {}, now: Date = new Date()) {
  const lineUserId = randomLineUserId()
  const [row] = await db
    .insert(staff)
    .values({
      lineUserId,
      displayName: newStaff.displayName ?? 'กิตติ แสงอรุณ',
      status: 'APPROVED',
      role: newStaff.role ?? 'ADMIN',
      permissions: newStaff.permissions ?? [],
      allChannels: newStaff.channelKeys === undefined,
    })
    .returning({ id: staff.id })
  if (row === undefined) throw new Error('no staff member was created')
  const rights = (newStaff.channelKeys ?? []).map((channelKey) => ({ staffId: row.id, channelKey }))
  if (rights.length > 0) await db.insert(staffChannels).values(rights)
  const token = newToken()
  await openSession(db, { tokenHash: hashToken(token), staffId: row.id, now, hours: 24 })
  return { token, staffId: row.id, lineUserId, headers: { authorization: `Bearer ${token}` } }
}

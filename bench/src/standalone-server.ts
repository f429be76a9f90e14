import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { encryptSecrets } from '../../server/src/channels/channel-secrets.store.ts'
import { closeDatabase, type DatabaseAddress, type Db, openDatabase } from '../../server/src/db/client.ts'
import { channels, staff } from '../../server/src/db/schema.ts'
import { openSession } from '../../server/src/sessions/session.store.ts'
import { hashToken, newToken } from '../../server/src/sessions/session-token.ts'
import { startServerProcess } from '../../server/src/testing/server-process.ts'
import { TEST_ENCRYPTION } from '../../server/src/testing/test-encryption.ts'
import { startBenchDatabase } from './bench-database.ts'
import { postTextMessage, type WebhookCredentials } from './post-webhook.ts'

const SECRET = 'secret'
/** Address at which no LINE server listens, so that requests to LINE fail immediately. */
const NO_LINE = 'http://127.0.0.1:9'

export interface StandaloneServer {
  url: string
  db: Db
  /** Runs a statement as the owner of the tables (for VACUUM, ANALYZE). */
  asOwner(statement: string): Promise<void>
  ownerAddress: DatabaseAddress
  token: string
  staffId: string
  pid: number
  webhookCredentials: readonly WebhookCredentials[]
  customerWrites(userId: string, text: string): Promise<void>
  /** Calls the server as the staff member, with POST if there is a body. Throws unless the status is 200. */
  call(path: string, body?: object): Promise<string>
  countRows(table: string): Promise<number>
  stop(): Promise<void>
}

/** Folder for large data sets, which are reused between runs. Without this folder they are not kept. */
const BENCH_DATA_DIR = process.env.BENCH_DATA_DIR

/** Starts a server. `storedAs` is the name of its data in BENCH_DATA_DIR. */
export async function startStandaloneServer({
  storedAs,
  channelKeys = ['main'],
  lineUrl = NO_LINE,
}: {
  storedAs?: string
  channelKeys?: readonly string[]
  lineUrl?: string
} = {}): Promise<StandaloneServer> {
  const reusedDir =
    BENCH_DATA_DIR === undefined || storedAs === undefined ? undefined : join(BENCH_DATA_DIR, storedAs)
  if (reusedDir !== undefined) mkdirSync(reusedDir, { recursive: true })
  const database = await startBenchDatabase(reusedDir)
  const { postgres } = database
  const db = openDatabase(postgres.desk)
  const owner = openDatabase(postgres.owner, { poolSize: 1 })
  const connected = channelKeys.map((key) => ({
    key,
    name: 'OA',
    ...encryptSecrets(TEST_ENCRYPTION, key, { secret: SECRET, accessToken: 'token' }),
    lineBotUserId: lineId(key === 'main' ? 'account' : `account ${key}`),
  }))
  await db.insert(channels).values(connected).onConflictDoNothing()
  const displayName = 'กิตติ'
  const [staffMember] = await db
    .insert(staff)
    .values({
      lineUserId: lineId('staff'),
      displayName,
      status: 'APPROVED',
      role: 'ADMIN',
      allChannels: true,
    })
    .onConflictDoUpdate({ target: staff.lineUserId, set: { displayName } })
    .returning({ id: staff.id })
  if (staffMember === undefined) throw new Error('no staff member was created')
  const token = newToken()
  await openSession(db, { tokenHash: hashToken(token), staffId: staffMember.id, now: new Date(), hours: 24 })
  const server = await startServerProcess(await database.variables(lineUrl))
  const webhookCredentials = connected.map(({ key, lineBotUserId }) => ({
    deskUrl: server.url,
    channelKey: key,
    botUserId: lineBotUserId,
    secret: SECRET,
  }))
  const [channel] = webhookCredentials
  if (channel === undefined) throw new Error('the server has no channel')
  return {
    url: server.url,
    db,
    asOwner: async (statement) => {
      await owner.$client.query(statement)
    },
    ownerAddress: postgres.owner,
    token,
    staffId: staffMember.id,
    pid: server.pid,
    webhookCredentials,
    customerWrites: (userId, text) => postTextMessage(channel, userId, text),
    async call(path, body) {
      const response = await fetch(`${server.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${text}`)
      return text
    },
    async countRows(table) {
      const { rows } = await db.$client.query<{ n: number }>(`select count(*)::int as n from ${table}`)
      return rows[0]?.n ?? 0
    },
    async stop() {
      await server.end('SIGTERM')
      await closeDatabase(db)
      await closeDatabase(owner)
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Returns the LINE user id of a name, the same in each run, because stored data refers to it. */
function lineId(name: string): string {
  return `U${createHash('md5').update(name).digest('hex')}`
}

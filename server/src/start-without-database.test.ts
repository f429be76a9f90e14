import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { encryptSecrets } from './channels/channel-secrets.store.ts'
import { channels } from './db/schema.ts'
import { newToken } from './sessions/session-token.ts'
import { signatureOf, textEvent } from './testing/line-events.ts'
import { queryOnce } from './testing/query-once.ts'
import {
  refusalOf,
  type ServerProcess,
  type ServerProcessOptions,
  serverVariables,
  startServerProcess,
} from './testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { randomLineUserId } from './testing/test-desk.ts'
import { TEST_ENCRYPTION } from './testing/test-encryption.ts'

const BOT = randomLineUserId()

let database: TestDatabase
let home: string
let port: number
let variables: Record<string, string>
let running: ServerProcess[]
let printed: string
beforeAll(async () => {
  database = await createDesk()
})
afterAll(() => database?.drop())
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'desk-test-'))
  port = await getPort()
  variables = variablesOn(database)
  running = []
  printed = ''
})
afterEach(async () => {
  for (const server of running) await server.end('SIGKILL')
  await database.startDatabase()
  rmSync(home, { recursive: true, force: true })
})

async function createDesk(): Promise<TestDatabase> {
  const made = await createTestDatabase()
  const secrets = encryptSecrets(TEST_ENCRYPTION, 'main', { secret: 'secret', accessToken: 'token' })
  await made.db.insert(channels).values({ key: 'main', name: 'OA', lineBotUserId: BOT, ...secrets })
  return made
}

const variablesOn = (on: TestDatabase) =>
  serverVariables({ port, dataDir: join(home, 'data'), database: on, lineUrl: 'http://127.0.0.1:9' })

async function start(how: ServerProcessOptions = {}): Promise<ServerProcess> {
  const onOutput = (text: string) => {
    printed += text
  }
  const server = await startServerProcess(variables, { onOutput, ...how })
  running.push(server)
  return server
}

/** Starts a server and kills it as a power failure would, so that its stored files remain for the next server. */
async function serveOnce(): Promise<void> {
  const server = await start()
  await expect.poll(() => existsSync(join(home, 'data/webhook-channels-file'))).toBe(true)
  await server.end('SIGKILL')
}

const fetchPath = async (path: string, init?: RequestInit) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

function post(text: string, { secret = 'secret', key = 'main' } = {}) {
  const body = JSON.stringify({ destination: BOT, events: [textEvent(randomLineUserId(), text)] })
  return fetchPath(`/line/webhook/${key}`, {
    method: 'POST',
    headers: { 'x-line-signature': signatureOf(secret, body) },
    body,
  })
}

const isStored = async (text: string) =>
  (await queryOnce(database.ownerAddress, `select 1 from messages where text = '${text}'`)).length

test('accepts webhooks without a database after an earlier run, and serves everything once the database is back', async () => {
  await serveOnce()
  await database.stopDatabase()
  await start({ until: 'listening' })
  expect((await post('while away')).status).toBe(200)
  for (const path of ['/healthz', '/readyz']) expect((await fetchPath(path)).status).toBe(503)
  const headers = { authorization: `Bearer ${newToken()}` }
  const call = await fetchPath('/api/staff/tickets', { headers })
  expect(call).toMatchObject({ status: 503, body: expect.stringContaining('"code":"unavailable"') })
  expect(call.headers.get('retry-after')).toBe('1')
  const page = await fetchPath('/chat-queue')
  expect(page).toMatchObject({ status: 503, body: expect.stringContaining('ระบบยังไม่พร้อมให้บริการ') })
  expect(page.headers.get('retry-after')).toBe('1')

  await database.startDatabase()
  await expect.poll(async () => (await fetchPath('/healthz')).status, { timeout: 20_000 }).toBe(200)
  await expect.poll(() => isStored('while away'), { timeout: 20_000 }).toBe(1)
  expect((await fetchPath('/api/staff/tickets', { headers })).status).toBe(401)
  expect((await fetchPath('/chat-queue')).status).toBe(200)
})

test('rejects webhooks that do not match the stored credentials, and does not store them', async () => {
  await serveOnce()
  await database.stopDatabase()
  await start({ until: 'listening' })
  expect((await post('forged', { secret: 'guessed' })).status).toBe(503)
  expect((await post('unknown', { key: 'other' })).status).toBe(503)
  expect(existsSync(join(home, 'data/spool'))).toBe(false)
})

test('stops cleanly while waiting for the database, and the next server stores the accepted webhooks', async () => {
  await serveOnce()
  await database.stopDatabase()
  const waiting = await start({ until: 'listening' })
  expect((await post('before the end')).status).toBe(200)
  expect(await waiting.end('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(readdirSync(join(home, 'data/spool'))).toHaveLength(1)
  await database.startDatabase()
  await start()
  await expect.poll(() => isStored('before the end'), { timeout: 20_000 }).toBe(1)
})

test('does not wait for the database on the first start, or with another secrets key', async () => {
  await database.stopDatabase()
  const first = await refusalOf(variables)
  expect(first).toMatchObject({ code: 1, stdout: '' })
  expect(first.stderr).toMatch(/^The database of DATABASE_URL \([^\n]+\) cannot be reached: [^\n]+\n$/)
  await database.startDatabase()
  await serveOnce()
  await database.stopDatabase()
  const other = await refusalOf({ ...variables, SECRETS_KEY: 'ab'.repeat(32) })
  expect(other.stderr).toMatch(/^The database of DATABASE_URL \([^\n]+\) cannot be reached: [^\n]+\n$/)
})

test('exits with a one-line error when the database refuses the connection, even after waiting for it', async () => {
  const own = await createDesk()
  variables = variablesOn(own)
  await serveOnce()
  await own.stopDatabase()
  const waiting = await start({ until: 'listening' })
  expect((await post('before the refusal')).status).toBe(200)
  printed = ''
  await own.drop()
  expect(await waiting.ended).toEqual({ code: 1, signal: null })
  const line = /^The database of DATABASE_URL \([^\n]+\) cannot be reached: [^\n]+ does not exist\n/m
  expect(printed).toMatch(line)
  expect(readdirSync(join(home, 'data/spool'))).toHaveLength(1)
  expect((await refusalOf(variables)).stderr).toMatch(line)
})

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encryptSecrets } from '../channels/channel-secrets.store.ts'
import { channels } from '../db/schema.ts'
import { type ActivationSocket, openActivationSocket } from '../testing/activation-socket.ts'
import { signatureOf, textEvent } from '../testing/line-events.ts'
import {
  refusalOf,
  type ServerProcess,
  serverVariables,
  startServerProcess,
} from '../testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { TEST_ENCRYPTION } from '../testing/test-encryption.ts'

const SECRET = 'secret'
const ACCOUNT = {
  key: 'main',
  name: 'OA',
  ...encryptSecrets(TEST_ENCRYPTION, 'main', { secret: SECRET, accessToken: 'token' }),
}
const CUSTOMERS = 6
/** Number of messages that must be accepted before a server is ended, and again by the next server. */
const RESPONSES = 20
const WITHIN = { timeout: 60_000, interval: 50 }

let dataDir: string
let database: TestDatabase
let socket: ActivationSocket
let server: ServerProcess | undefined
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'socket-activation-'))
  database = await createTestDatabase()
  socket = openActivationSocket()
})
afterEach(async () => {
  await server?.end('SIGKILL')
  server = undefined
  socket.release()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Sets PORT to the port of the passed socket, so that a server that opened its own socket would fail to start. */
const variables = () =>
  serverVariables({ port: socket.port, dataDir, database, lineUrl: 'http://127.0.0.1:9' })

interface Sent {
  text: string
  since: number
  outcome: string
}

/** Simulates customers who send messages, each on a separate connection, until `hasEnded` returns true. */
async function traffic(sent: Sent[], hasEnded: () => boolean): Promise<void> {
  const destination = randomLineUserId()
  await database.db.insert(channels).values({ ...ACCOUNT, lineBotUserId: destination })
  await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, customer) => {
      const userId = randomLineUserId()
      for (let count = 0; !hasEnded(); count += 1) {
        const text = `${customer} ${count}`
        const since = performance.now()
        const body = JSON.stringify({ destination, events: [textEvent(userId, text)] })
        const outcome = await fetch(`http://127.0.0.1:${socket.port}/line/webhook/main`, {
          method: 'POST',
          headers: { 'x-line-signature': signatureOf(SECRET, body), connection: 'close' },
          body,
        }).then(
          (response) => String(response.status),
          (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message,
        )
        sent.push({ text, since, outcome })
      }
    }),
  )
}

const answered = (sent: Sent[]) => sent.filter(({ outcome }) => outcome === '200')

async function storedTexts(): Promise<string[]> {
  const { rows } = await database.db.$client.query<{ text: string }>(
    'select text from messages order by text',
  )
  return rows.map(({ text }) => text)
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'refuses no connection and stores each message once when a server is ended by %s and another takes its socket',
  async (signal) => {
    server = await startServerProcess(variables(), { socket: socket.fd })
    const sent: Sent[] = []
    let hasEnded = false
    const writing = traffic(sent, () => hasEnded)
    try {
      await vi.waitUntil(() => answered(sent).length >= RESPONSES, WITHIN)
      await server.end(signal)
      const ended = performance.now()
      const before = answered(sent).length
      server = await startServerProcess(variables(), { socket: socket.fd })
      await vi.waitUntil(() => answered(sent).length >= before + RESPONSES, WITHIN)
      hasEnded = true
      await writing

      const failed = sent.filter(({ outcome }) => outcome !== '200')
      expect(failed.filter(({ outcome }) => outcome === 'ECONNREFUSED')).toEqual([])
      // SIGTERM must not interrupt any request. SIGKILL may interrupt the requests in progress.
      expect(failed.filter(({ since }) => signal === 'SIGTERM' || since > ended)).toEqual([])
      const unsure = new Set(failed.map(({ text }) => text))
      const expected = answered(sent).map(({ text }) => text)
      await vi.waitFor(async () => {
        expect((await storedTexts()).filter((text) => !unsure.has(text))).toEqual(expected.toSorted())
      }, WITHIN)
      const stored = await storedTexts()
      expect(stored).toEqual([...new Set(stored)])
    } finally {
      hasEnded = true
    }
  },
  240_000,
)

test('refuses an inherited descriptor that is not a socket, in one line', async () => {
  const file = openSync('/dev/null', 'r')
  try {
    const { code, stderr } = await refusalOf(variables(), { socket: file })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^LISTEN_FDS is set, but descriptor 3 is not a listening socket \([^\n]+\)\.\n$/),
    ])
  } finally {
    closeSync(file)
  }
}, 120_000)

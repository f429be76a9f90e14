import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { type RunningSimulator, startSimulator } from 'line-simulator/simulator.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTicketIdOf } from '../testing/line-events.ts'
import { connectSimulator } from '../testing/line-world.ts'
import { type ServerProcess, serverVariables, startServerProcess } from '../testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { signInStaff } from '../testing/test-desk.ts'

const CUSTOMERS = 4
const KILLS = 3
/** Number of acknowledged messages per direction and conversation after which the server is killed. */
const MESSAGES_PER_KILL = 5
const TRAFFIC_MS = 30_000
const SETTLE_MS = 60_000

let database: TestDatabase
let simulator: RunningSimulator
let server: ServerProcess | undefined
let dataDir: string
let token: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'server-kills-'))
  database = await createTestDatabase()
  simulator = await startSimulator({ dataDir, deskUrl: 'http://127.0.0.1:9', port: 0 })
  await connectSimulator(database.db, simulator)
  token = (await signInStaff(database.db)).token
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await simulator?.close()
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await database.db.$client.query<T>(text, values)).rows

async function request<T>(url: string, body?: object): Promise<{ status: number; response: T }> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(10_000),
  })
  return { status: response.status, response: (await response.json()) as T }
}

/** Messages of one conversation that the desk has acknowledged to LINE or to staff, so that none may be lost. */
interface Promises {
  userId: string
  receivedByDesk: string[]
  sentByStaff: string[]
}

/** Sends messages of the customer until the connection fails. */
async function customerWrites(promises: Promises, hasEnded: () => boolean): Promise<void> {
  for (let count = 0; !hasEnded(); count += 1) {
    const text = `${crypto.randomUUID()} ${count}`
    const message = { type: 'text', text }
    const sent = await request<{ status: number }>(`${simulator.url}/simulator/messages`, {
      channel_key: 'main',
      user_id: promises.userId,
      message,
    })
    if (sent.response.status === 200) promises.receivedByDesk.push(text)
  }
}

/** Sends replies of staff. After a crash, replies without a response are sent again with the same id. */
async function staffReply(
  promises: Promises,
  url: string,
  hasEnded: () => boolean,
  unsure: string[],
): Promise<void> {
  while (!hasEnded()) {
    const text = unsure[0] ?? crypto.randomUUID()
    unsure[0] = text
    try {
      const ticketId = await openTicketIdOf(database.db.$client, promises.userId)
      if (ticketId === undefined) continue
      const body = { type: 'text', text, client_message_id: text }
      const sent = await request(`${url}/api/staff/tickets/${ticketId}/send`, body)
      if (sent.status !== 200) continue
      promises.sentByStaff.push(text)
      unsure.shift()
    } catch {
      return
    }
  }
}

test('no acknowledged message is lost or duplicated when the server is killed repeatedly under traffic', async () => {
  const port = await getPort()
  const variables = serverVariables({ port, dataDir, database, lineUrl: simulator.url })
  const conversations: Promises[] = simulator.world.customers
    .slice(0, CUSTOMERS)
    .map((customer) => ({ userId: customer.user_id, receivedByDesk: [], sentByStaff: [] }))
  const unsure: string[][] = conversations.map(() => [])

  for (let kill = 0; kill <= KILLS; kill += 1) {
    server = await startServerProcess(variables)
    simulator.setDeskUrl(server.url)
    const { url } = server
    let hasEnded = false
    const traffic = Promise.all(
      conversations.flatMap((each, index) => [
        customerWrites(each, () => hasEnded),
        staffReply(each, url, () => hasEnded, unsure[index] ?? []),
      ]),
    )
    await acknowledged(conversations, Math.ceil(MESSAGES_PER_KILL * (1 + Math.random())))
    if (kill < KILLS) await server.end('SIGKILL')
    hasEnded = true
    await traffic
  }
  await settled()

  for (const { userId, receivedByDesk, sentByStaff } of conversations) {
    const stored = await query<{ seq: number; direction: string; text: string; error_code: string | null }>(
      `select m.seq, m.direction, m.text, d.error_code from messages m join tickets t on t.id = m.ticket_id
       left join deliveries d on d.message_id = m.id join customers c on c.id = t.customer_id where c.line_user_id = $1 order by m.seq`,
      [userId],
    )
    const texts = (direction: string) =>
      stored.filter((each) => each.direction === direction).map((each) => each.text)
    expect(stored.map((each) => each.seq)).toEqual(stored.map((_, index) => index + 1))
    expect(new Set(stored.map((each) => each.text)).size).toBe(stored.length)
    expect(receivedByDesk.length).toBeGreaterThan(0)
    expect(sentByStaff.length).toBeGreaterThan(0)
    const storedTexts = new Set(texts('IN'))
    expect(receivedByDesk.filter((text) => !storedTexts.has(text))).toEqual([])
    const outgoing = texts('OUT')
    expect(sentByStaff.filter((text) => !outgoing.includes(text))).toEqual([])
    const inbox = await request<{ messages: { text: string }[] }>(
      `${simulator.url}/simulator/inbox?channel_key=main&user_id=${userId}`,
    )
    const phone = inbox.response.messages.map((message) => message.text)
    // Interrupted replies are reported as unknown: LINE may have delivered them.
    const unknown = stored.filter((each) => each.error_code === 'reply_unknown').map((each) => each.text)
    expect(phone).toEqual(outgoing.filter((text) => phone.includes(text) || !unknown.includes(text)))
    expect(stored.filter((each) => each.error_code !== null).map((each) => each.text)).toEqual(unknown)
  }
  expect(await server?.end('SIGTERM')).toEqual({ code: 0, signal: null })
  server = undefined
}, 200_000)

/** Resolves when customer and staff of every conversation have `more` additional acknowledged messages. */
function acknowledged(conversations: readonly Promises[], more: number): Promise<void> {
  const counts = () =>
    conversations.flatMap(({ receivedByDesk, sentByStaff }) => [receivedByDesk.length, sentByStaff.length])
  const before = counts()
  return vi.waitFor(
    () => {
      const fewest = Math.min(...counts().map((count, side) => count - (before[side] ?? 0)))
      expect(fewest).toBeGreaterThanOrEqual(more)
    },
    { timeout: TRAFFIC_MS, interval: 10 },
  )
}

/** Resolves when every LINE event is applied and the outbox is empty. */
function settled(): Promise<void> {
  return vi.waitFor(
    async () => {
      const [left] = await query<{ count: number }>(`
        select (select count(*) from line_events where applied_at is null)::int
          + (select count(*) from deliveries where state in ('queued', 'sending'))::int as count`)
      expect(left?.count).toBe(0)
    },
    { timeout: SETTLE_MS, interval: 50 },
  )
}

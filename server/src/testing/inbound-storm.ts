import { setTimeout as pause } from 'node:timers/promises'
import getPort from 'get-port'
import { encryptSecrets } from '../channels/channel-secrets.store.ts'
import { closeDatabase, type DatabaseAddress, type Db, openDatabase } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import { SeededRandom } from '../demo/seeded-random.ts'
import { countWaitingEvents } from '../line/inbox.store.ts'
import { spoolIsEmpty } from './connection-storm.ts'
import { lineEvent, signatureOf } from './line-events.ts'
import { type ServerProcess, serverVariables, startServerProcess } from './server-process.ts'
import { randomLineUserId } from './test-desk.ts'
import { TEST_ENCRYPTION } from './test-encryption.ts'

interface InboundStormOptions {
  /** Empty data directory for the server. */
  dataDir: string
  /** Database of the server, which must have no rows yet. */
  database: { address: DatabaseAddress; ownerAddress: DatabaseAddress }
  /** Number of messages and unsends that customers send, without redeliveries. */
  events: number
  /** Number of times that the server is killed, at regular intervals. */
  kills: number
  /** Seed of the random numbers; the same seed sends the same events and kills the server after the same events. */
  seed: number
}

interface InboundStormReport {
  events: number
  /** Number of acknowledged webhooks, and how many of them were redeliveries. */
  acknowledged: number
  again: number
  /** Number of webhooks without a response because the server was killed; LINE redelivers them. */
  unanswered: number
  lost: string[]
  doubled: string[]
  /** Customers whose messages were stored in another order than LINE sent them. */
  disordered: string[]
  /** Unsent messages that staff can still read. */
  stillRead: string[]
  /** Stored messages that have no text although they should. */
  blank: string[]
}

const CUSTOMERS = 25
/** Maximum number of concurrent webhooks. */
const MAX_CONCURRENT = 8
/** Share of LINE events that are sent twice concurrently, redelivered later, or delayed behind later events. */
const DISTURBED_SHARE = 0.2
/** Maximum number of later events that can overtake a delayed event. */
const MAX_OVERTAKING = 20
const SETTLED_WITHIN_MS = 180_000
const POLL_MS = 50
const SECRET = 'secret'
const ACCOUNT = {
  key: 'main',
  name: 'OA',
  ...encryptSecrets(TEST_ENCRYPTION, 'main', { secret: SECRET, accessToken: 'token' }),
}
/** URL on which nothing listens, so that requests to LINE fail immediately. */
const NO_LINE = 'http://127.0.0.1:9'

type Event = Record<string, unknown>

interface Expected {
  userId: string
  /** LINE's ids of the messages, in the order in which LINE sent them. */
  sent: string[]
  unsent: Set<string>
}

/**
 * Customers write as fast as the server accepts messages. A fifth of the events are duplicated, redelivered or delayed,
 * and the server is killed several times. LINE redelivers every webhook that did not get 200. At the end, the sent
 * messages are compared with what staff can read.
 */
export async function inboundStorm(options: InboundStormOptions): Promise<InboundStormReport> {
  const storm = new InboundStorm(options)
  try {
    return await storm.run()
  } finally {
    await storm.end()
  }
}

class InboundStorm {
  private readonly options: InboundStormOptions
  private readonly random: SeededRandom
  private readonly botUserId = randomLineUserId()
  private readonly customers: Expected[]
  private readonly db: Db
  private readonly report = { acknowledged: 0, again: 0, unanswered: 0 }
  private server: ServerProcess | undefined
  private port = 0

  constructor(options: InboundStormOptions) {
    this.options = options
    this.random = new SeededRandom(options.seed)
    this.db = openDatabase(options.database.address, { poolSize: 2 })
    this.customers = Array.from({ length: CUSTOMERS }, () => ({
      userId: randomLineUserId(),
      sent: [],
      unsent: new Set<string>(),
    }))
  }

  async run(): Promise<InboundStormReport> {
    this.port = await getPort()
    await this.db.insert(channels).values({ ...ACCOUNT, lineBotUserId: this.botUserId })
    await this.serve()
    const calls = this.calls()
    const killAfter = Array.from({ length: this.options.kills }, (_, index) =>
      Math.floor(((index + 1) * calls.length) / (this.options.kills + 1)),
    )
    let next = 0
    let killing: Promise<void> = Promise.resolve()
    const sendCalls = async () => {
      for (let call = calls[next]; call !== undefined; call = calls[next]) {
        next += 1
        if (killAfter.includes(next)) killing = killing.then(() => this.restart())
        await this.bring(call)
      }
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, sendCalls))
    await killing
    await this.settled()
    return this.compare()
  }

  async end(): Promise<void> {
    await this.server?.end('SIGKILL')
    await closeDatabase(this.db)
  }

  private get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  private async serve(): Promise<void> {
    const { dataDir, database } = this.options
    this.server = await startServerProcess(
      serverVariables({ port: this.port, dataDir, database, lineUrl: NO_LINE }),
    )
  }

  private async restart(): Promise<void> {
    await this.server?.end('SIGKILL')
    await this.serve()
  }

  /** Returns webhooks of one to five LINE events in delivery order; some events are in several webhooks. */
  private calls(): Event[][] {
    const { random } = this
    const events = this.events()
    const placed = events.flatMap((event, index) => {
      if (!random.chance(DISTURBED_SHARE)) return { event, at: index }
      const later = index + random.whole(1, MAX_OVERTAKING)
      const again = { ...event, deliveryContext: { isRedelivery: true } }
      return random.weighted([
        [{ event, at: later }, 1],
        [
          [
            { event, at: index },
            { event, at: index },
          ],
          1,
        ],
        [
          [
            { event, at: index },
            { event: again, at: later },
          ],
          1,
        ],
      ])
    })
    const order = placed.toSorted((a, b) => a.at - b.at).map(({ event }) => event)
    const calls: Event[][] = []
    while (order.length > 0) calls.push(order.splice(0, random.whole(1, 5)))
    return calls
  }

  /** Returns the customers' events in LINE's order. All have times within a minute, so that none is treated as late. */
  private events(): Event[] {
    const { random } = this
    const begin = Date.now() - 20_000
    return Array.from({ length: this.options.events }, (_, index) => {
      const customer = random.pick(this.customers)
      const { userId, sent, unsent } = customer
      const timestamp = begin + index * 2
      const taken = random.chance(0.03) && sent.length > 0 ? random.pick(sent) : undefined
      if (taken !== undefined) {
        unsent.add(taken)
        return lineEvent(userId, { type: 'unsend', timestamp, unsend: { messageId: taken } })
      }
      const id = String(9_000_000 + index)
      sent.push(id)
      return lineEvent(userId, {
        type: 'message',
        timestamp,
        replyToken: `reply-${this.options.seed}-${id}`,
        message: { id, ...this.texts(id, sent) },
      })
    })
  }

  private texts(id: string, sent: readonly string[]): Event {
    return this.random.weighted<Event>([
      [{ type: 'text', text: `ข้อความ ${id}` }, 6],
      [{ type: 'text', text: `ตอบ ${id}`, quotedMessageId: this.random.pick(sent) }, 1],
      [{ type: 'image', contentProvider: { type: 'line' } }, 1],
      [{ type: 'sticker', packageId: '1', stickerId: '2', keywords: ['สวัสดี'] }, 1],
      [{ type: 'file', fileName: `${id}.pdf`, fileSize: 10 }, 1],
    ])
  }

  /** Sends a webhook, as LINE does, until the response is 200. */
  private async bring(events: Event[]): Promise<void> {
    let sent = events
    for (;;) {
      if (await this.post(sent)) break
      this.report.unanswered += 1
      sent = events.map((event) => ({ ...event, deliveryContext: { isRedelivery: true } }))
      await pause(POLL_MS)
    }
    this.report.acknowledged += 1
    const isAgain = (event: Event) => (event.deliveryContext as { isRedelivery: boolean }).isRedelivery
    if (sent.some(isAgain)) this.report.again += 1
  }

  private async post(events: Event[]): Promise<boolean> {
    const body = JSON.stringify({ destination: this.botUserId, events })
    try {
      const response = await fetch(`${this.url}/line/webhook/${ACCOUNT.key}`, {
        method: 'POST',
        headers: { 'x-line-signature': signatureOf(SECRET, body) },
        body,
      })
      await response.arrayBuffer()
      return response.status === 200
    } catch {
      return false
    }
  }

  private async settled(): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS
    for (;;) {
      const { pending } = await countWaitingEvents(this.db)
      if (pending === 0 && (await spoolIsEmpty(this.url))) return
      if (performance.now() > deadline) throw new Error(`${pending} events were not applied in time`)
      await pause(POLL_MS)
    }
  }

  private async compare(): Promise<InboundStormReport> {
    const found = {
      lost: [] as string[],
      doubled: [] as string[],
      disordered: [] as string[],
      stillRead: [] as string[],
      blank: [] as string[],
    }
    for (const { userId, sent, unsent } of this.customers) {
      const { rows } = await this.db.$client.query<{ id: string; kind: string; text: string | null }>(
        `select m.line_message_id as id, m.kind, m.text from messages m join tickets t on t.id = m.ticket_id
         join customers c on c.id = t.customer_id where c.line_user_id = $1 order by m.sort_at, m.seq`,
        [userId],
      )
      const stored = rows.map(({ id }) => id)
      found.lost.push(...sent.filter((id) => !stored.includes(id)))
      found.doubled.push(...stored.filter((id, index) => stored.indexOf(id) !== index))
      if (stored.join() !== sent.filter((id) => stored.includes(id)).join()) found.disordered.push(userId)
      found.stillRead.push(
        ...rows.filter(({ id, kind }) => unsent.has(id) !== (kind === 'unsent')).map(({ id }) => id),
      )
      found.blank.push(...rows.filter(({ text }) => !text?.trim()).map(({ id }) => id))
    }
    return { events: this.options.events, ...this.report, ...found }
  }
}

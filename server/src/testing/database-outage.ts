import { setTimeout as pause } from 'node:timers/promises'
import { encryptSecrets } from '../channels/channel-secrets.store.ts'
import { closeDatabase, openDatabase } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import { SeededRandom } from '../demo/seeded-random.ts'
import { countWaitingEvents } from '../line/inbox.store.ts'
import { type ActivationSocket, openActivationSocket } from './activation-socket.ts'
import { spoolIsEmpty } from './connection-storm.ts'
import { signatureOf, textEvent } from './line-events.ts'
import { type ServerProcess, serverVariables, startServerProcess } from './server-process.ts'
import type { StoppableDatabase } from './stoppable-postgres.ts'
import { randomLineUserId } from './test-desk.ts'
import { TEST_ENCRYPTION } from './test-encryption.ts'

interface OutageOptions {
  /** Empty data directory for the server. */
  dataDir: string
  /** Database of the server, which must have no rows yet. */
  database: StoppableDatabase
  /** Time in ms without a fault before and after each outage. */
  calmMs: number
  /** Duration in ms of each outage. */
  awayMs: number
  perSecond: number
  /** Seed of the random numbers; the same seed uses the same customers and kills the server at the same times. */
  seed: number
}

interface OutageReport {
  sent: number
  acknowledged: number
  /** Number of webhooks that were acknowledged during an outage. */
  acknowledgedDuringOutage: number
  /** Failed requests: other responses than 200, refused connections, and missing responses without a killed server. */
  refused: string[]
  /** Number of requests that a kill interrupted before the response; like the proxy, the test retries them. */
  cutOff: number
  /** Sent messages that are not stored. */
  lost: string[]
  doubled: string[]
  /** Customers whose messages were stored in another order than they were sent in. */
  disordered: string[]
  /** Response times in ms during outages. */
  responseMs: { median: number; p99: number; max: number }
  /**
   * Two times in ms for each kill: from the start of the new process until it listened, and how long new connections
   * had to wait for a listening process.
   */
  restarts: { listeningMs: number; silentMs: number }[]
  /** Warnings and errors that the server logged. */
  logged: string[]
}

const CUSTOMERS = 12
const SETTLED_WITHIN_MS = 120_000
const POLL_MS = 50
/** Maximum attempts per request: the value of `proxy_next_upstream_tries` in deploy/oa-desk.nginx.conf. */
const TRIES = 3
/** Minimum number of webhooks that a restarted server must receive before the database is started again. */
const MIN_WEBHOOKS_AFTER_RESTART = 20
const SECRET = 'secret'
const ACCOUNT = {
  key: 'main',
  name: 'OA',
  ...encryptSecrets(TEST_ENCRYPTION, 'main', { secret: SECRET, accessToken: 'token' }),
}
/** URL on which nothing listens, so that requests to LINE fail immediately. */
const NO_LINE = 'http://127.0.0.1:9'

interface Customer {
  userId: string
  sent: string[]
  tail: Promise<void>
}

/**
 * Customers write at a constant rate while the database is stopped twice. The server is killed and immediately
 * restarted three times, on a socket that stays open as with systemd: during each outage, and while it stores the
 * webhooks from disk. LINE redelivers nothing; requests that a kill interrupts are retried immediately, like nginx
 * does. At the end, the sent messages are compared with the stored ones.
 */
export async function databaseOutage(options: OutageOptions): Promise<OutageReport> {
  const outage = new Outage(options)
  try {
    return await outage.run()
  } finally {
    await outage.end()
  }
}

class Outage {
  private readonly options: OutageOptions
  private readonly random: SeededRandom
  private readonly botUserId = randomLineUserId()
  private readonly customers: Customer[]
  private readonly responseMs: number[] = []
  private readonly report = {
    sent: 0,
    acknowledged: 0,
    acknowledgedDuringOutage: 0,
    refused: [] as string[],
    cutOff: 0,
  }
  private readonly restarts: { listeningMs: number; silentMs: number }[] = []
  /** Period from the last kill until the server process has ended; `until` is null while it is ending. */
  private killing: { from: number; until: number | null } = { from: 0, until: 0 }
  private printed = ''
  private server: ServerProcess | undefined
  private socket: ActivationSocket | undefined
  private isAway = false
  private hasEnded = false

  constructor(options: OutageOptions) {
    this.options = options
    this.random = new SeededRandom(options.seed)
    this.customers = Array.from({ length: CUSTOMERS }, () => ({
      userId: randomLineUserId(),
      sent: [],
      tail: Promise.resolve(),
    }))
  }

  async run(): Promise<OutageReport> {
    await this.prepare()
    const traffic = this.traffic()
    await pause(this.options.calmMs)

    await this.outage()
    // Restarts the server while it stores the webhooks from disk.
    await this.until(async () => (await fetch(`${this.url}/readyz`)).status === 200)
    await this.restart()
    await this.until(() => spoolIsEmpty(this.url))
    await pause(this.options.calmMs)

    await this.outage()
    await this.until(() => spoolIsEmpty(this.url))
    await pause(this.options.calmMs)

    this.hasEnded = true
    await traffic
    await this.settled()
    return this.compare()
  }

  async end(): Promise<void> {
    this.hasEnded = true
    await this.server?.end('SIGKILL')
    this.socket?.release()
  }

  private get url(): string {
    return `http://127.0.0.1:${this.socket?.port}`
  }

  private async prepare(): Promise<void> {
    this.socket = openActivationSocket()
    const db = openDatabase(this.options.database.address, { poolSize: 1 })
    await db.insert(channels).values({ ...ACCOUNT, lineBotUserId: this.botUserId })
    await closeDatabase(db)
    await this.serve()
  }

  private async serve(until?: 'listening'): Promise<ServerProcess> {
    const { dataDir, database } = this.options
    const { port = 0, fd } = this.socket ?? {}
    const variables = serverVariables({ port, dataDir, database, lineUrl: NO_LINE })
    this.server = await startServerProcess(variables, {
      ...(fd !== undefined && { socket: fd }),
      onOutput: (text) => {
        this.printed += text
      },
      ...(until && { until }),
    })
    return this.server
  }

  /** Kills the server and immediately starts it again, like a supervisor. */
  private async restart(): Promise<void> {
    const from = performance.now()
    this.killing = { from, until: null }
    await this.server?.end('SIGKILL')
    this.killing.until = performance.now()
    const { listeningMs } = await this.serve('listening')
    this.restarts.push({
      listeningMs: Math.round(listeningMs),
      silentMs: Math.round(performance.now() - from),
    })
  }

  /** Stops the database, and kills the server during the outage, which lasts until the new process accepts webhooks. */
  private async outage(): Promise<void> {
    const { awayMs, database } = this.options
    const seen = this.outagesSeen
    this.isAway = true
    await database.stopDatabase()
    const begun = performance.now()
    await pause(awayMs * this.random.between(0.3, 0.5))
    await this.until(async () => this.outagesSeen > seen)
    await this.restart()
    await this.until(async () => this.outagesSeen > seen + 1)
    const { acknowledgedDuringOutage } = this.report
    await this.until(
      async () =>
        this.report.acknowledgedDuringOutage > acknowledgedDuringOutage + MIN_WEBHOOKS_AFTER_RESTART,
    )
    await pause(Math.max(0, begun + awayMs - performance.now()))
    await database.startDatabase()
    this.isAway = false
  }

  /** Number of outages that server processes have logged so far. */
  private get outagesSeen(): number {
    return this.printed.split('"the database is unavailable"').length - 1
  }

  private async traffic(): Promise<void> {
    const begun = performance.now()
    while (!this.hasEnded) {
      const customer = this.random.pick(this.customers)
      const text = `${this.report.sent}`
      this.report.sent += 1
      // Sends a customer's messages one after another, so that their order is known.
      customer.tail = customer.tail.then(() => this.post(customer, text))
      await pause(
        Math.max(0, begun + (this.report.sent * 1_000) / this.options.perSecond - performance.now()),
      )
    }
    await Promise.all(this.customers.map(({ tail }) => tail))
  }

  private async post(customer: Customer, text: string): Promise<void> {
    const body = JSON.stringify({ destination: this.botUserId, events: [textEvent(customer.userId, text)] })
    const since = performance.now()
    const wasAway = this.isAway
    customer.sent.push(text)
    for (let tries = 1; await this.wasCutOff(text, body, wasAway, since, tries); tries += 1);
  }

  /** Returns true when a kill interrupted the request, which must then be retried. */
  private async wasCutOff(
    text: string,
    body: string,
    wasAway: boolean,
    since: number,
    tries: number,
  ): Promise<boolean> {
    const { report } = this
    const begun = performance.now()
    try {
      const response = await fetch(`${this.url}/line/webhook/${ACCOUNT.key}`, {
        method: 'POST',
        // Each request uses a new connection, because a kept connection may be broken without being noticed.
        headers: { 'x-line-signature': signatureOf(SECRET, body), connection: 'close' },
        body,
      })
      if (wasAway) this.responseMs.push(performance.now() - since)
      const texts = await response.text()
      if (response.status === 200) {
        report.acknowledged += 1
        if (wasAway) report.acknowledgedDuringOutage += 1
      } else report.refused.push(`${text}: ${response.status} ${texts}`)
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      const { from, until } = this.killing
      const isKilled =
        code !== 'ECONNREFUSED' && performance.now() >= from && (until === null || begun <= until)
      if (isKilled) report.cutOff += 1
      if (isKilled && tries < TRIES) return true
      report.refused.push(`${text}: no response (${code})`)
    }
    return false
  }

  private async settled(): Promise<void> {
    const db = openDatabase(this.options.database.address, { poolSize: 1 })
    await this.until(async () => {
      if (!(await spoolIsEmpty(this.url))) return false
      const { pending } = await countWaitingEvents(db)
      return pending === 0
    })
    await closeDatabase(db)
  }

  private async until(isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS
    while (!(await isSo())) {
      if (performance.now() > deadline) throw new Error('the desk did not become idle in time')
      await pause(POLL_MS)
    }
  }

  private async compare(): Promise<OutageReport> {
    const lost: string[] = []
    const doubled: string[] = []
    const disordered: string[] = []
    const db = openDatabase(this.options.database.address, { poolSize: 1 })
    for (const { userId, sent } of this.customers) {
      const { rows } = await db.$client.query<{ text: string }>(
        `select m.text from messages m join tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id
         where c.line_user_id = $1 order by t.opened_at, m.seq`,
        [userId],
      )
      const stored = rows.map(({ text }) => text)
      const once = new Set(stored)
      lost.push(...sent.filter((text) => !once.has(text)))
      doubled.push(...stored.filter((text, index) => stored.indexOf(text) !== index))
      const expected = sent.filter((text) => once.has(text))
      if ([...once].join() !== expected.join()) disordered.push(`${userId}: ${[...once].join(' ')}`)
    }
    await closeDatabase(db)
    const sorted = this.responseMs.toSorted((a, b) => a - b)
    const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
    const responseMs = { median: at(0.5), p99: at(0.99), max: at(1) }
    const { restarts } = this
    return { ...this.report, lost, doubled, disordered, responseMs, restarts, logged: linesOf(this.printed) }
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

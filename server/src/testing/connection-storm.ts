import { randomUUID } from 'node:crypto'
import type { RunningSimulator } from 'line-simulator/simulator.ts'
import pg from 'pg'
import {
  APPLICATION_NAME,
  closeDatabase,
  connectionOptions,
  type DatabaseAddress,
  openDatabase,
} from '../db/client.ts'
import { SeededRandom } from '../demo/seeded-random.ts'
import { openTicketIdOf, signatureOf, textEvent } from './line-events.ts'
import { signInStaff } from './test-desk.ts'

interface StormOptions {
  deskUrl: string
  simulator: RunningSimulator
  /** Database address with a role that may end other connections. */
  ownerAddress: DatabaseAddress
  /** Number of times that all database connections of the server are ended. */
  rounds: number
  /** Seed of the random numbers; the same seed ends connections after the same numbers of messages. */
  seed: number
}

interface StormReport {
  /** Number of ended connections. */
  ended: number
  /** Number of 503 responses, after which clients repeat the request. */
  refused: number
  /** Responses other than success or 503, and requests that got no response. */
  unexpected: string[]
  acknowledged: { fromCustomers: number; fromStaff: number; reads: number }
  /** Acknowledged messages that did not arrive. */
  lost: string[]
  /** Number of replies whose delivery the server reports as unknown. */
  unknown: number
  /** Messages that arrived more than once. */
  doubled: string[]
  /** Conversations whose messages arrived in another order than they were acknowledged in. */
  disordered: string[]
}

const CUSTOMERS = 4
const ROUND_WITHIN_MS = 60_000
const SETTLED_WITHIN_MS = 120_000
const CALL_WITHIN_MS = 40_000
const MOST_MESSAGES_A_ROUND = 12

interface Conversation {
  userId: string
  ticketId: string
  fromCustomer: string[]
  fromStaff: string[]
}

/**
 * Customers write, and staff reply and read, while all database connections of the server are ended repeatedly. Clients
 * retry after 503. At the end, acknowledged messages are compared with stored and received ones.
 */
export async function connectionStorm(options: StormOptions): Promise<StormReport> {
  const owner = new pg.Client({ ...connectionOptions(options.ownerAddress), application_name: 'storm' })
  await owner.connect()
  try {
    const storm = new Storm(options, owner)
    return await storm.run()
  } finally {
    await owner.end()
  }
}

class Storm {
  private readonly options: StormOptions
  private readonly owner: pg.Client
  private readonly report: StormReport = {
    ended: 0,
    refused: 0,
    unexpected: [],
    acknowledged: { fromCustomers: 0, fromStaff: 0, reads: 0 },
    lost: [],
    unknown: 0,
    doubled: [],
    disordered: [],
  }
  private hasEnded = false
  private onAcknowledged = () => {}

  constructor(options: StormOptions, owner: pg.Client) {
    this.options = options
    this.owner = owner
  }

  async run(): Promise<StormReport> {
    const token = await this.signIn()
    const customers = this.options.simulator.world.customers.slice(0, CUSTOMERS)
    const conversations: Conversation[] = []
    for (const { user_id: userId } of customers) conversations.push(await this.open(userId))
    const traffic = Promise.all(
      conversations.flatMap((each) => [this.write(each), this.reply(each, token), this.read(each, token)]),
    )
    const random = new SeededRandom(this.options.seed)
    for (let round = 0; round < this.options.rounds; round += 1) {
      await this.acknowledged(random.whole(1, MOST_MESSAGES_A_ROUND))
      this.report.ended += await this.endConnections()
    }
    // Waits until all clients get responses again after connections were ended for the last time.
    await this.acknowledged(CUSTOMERS * 4)
    this.hasEnded = true
    await traffic
    await this.settled()
    for (const each of conversations) await this.compare(each)
    return this.report
  }

  private async signIn(): Promise<string> {
    const db = openDatabase(this.options.ownerAddress, { poolSize: 1 })
    const { token } = await signInStaff(db)
    await closeDatabase(db)
    return token
  }

  private async open(userId: string): Promise<Conversation> {
    const text = `เปิดเคส ${userId}`
    await this.deliverWebhook(userId, text)
    await this.settled()
    const ticketId = await openTicketIdOf(this.owner, userId)
    if (ticketId === undefined) throw new Error('a first message opened no ticket')
    return { userId, ticketId, fromCustomer: [text], fromStaff: [] }
  }

  /** Sends a message as a customer; like LINE, redelivers the webhook until it gets 200. */
  private async write({ userId, fromCustomer }: Conversation): Promise<void> {
    for (let count = 0; !this.hasEnded; count += 1) {
      const text = `จากลูกค้า ${count} ${randomUUID()}`
      await this.deliverWebhook(userId, text)
      fromCustomer.push(text)
      this.report.acknowledged.fromCustomers += 1
      this.onAcknowledged()
    }
  }

  private async deliverWebhook(userId: string, text: string): Promise<void> {
    const channel = this.options.simulator.world.channels.find((each) => each.key === 'main')
    if (channel === undefined) throw new Error('the simulator has no channel main')
    const events = [textEvent(userId, text)]
    const body = JSON.stringify({ destination: channel.bot_user_id, events })
    await this.call('/line/webhook/main', {
      method: 'POST',
      headers: { 'x-line-signature': signatureOf(channel.channel_secret, body) },
      body,
    })
  }

  /** Sends replies as a staff member; like the composer, repeats unacknowledged messages with the same ids. */
  private async reply({ ticketId, fromStaff }: Conversation, token: string): Promise<void> {
    for (let count = 0; !this.hasEnded; count += 1) {
      const text = `จากพนักงาน ${count} ${randomUUID()}`
      await this.call(`/api/staff/tickets/${ticketId}/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'text', text, client_message_id: text }),
      })
      fromStaff.push(text)
      this.report.acknowledged.fromStaff += 1
      this.onAcknowledged()
    }
  }

  private async read({ ticketId }: Conversation, token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}` }
    while (!this.hasEnded) {
      for (const path of ['/api/staff/tickets', `/api/staff/tickets/${ticketId}/messages`, '/auth/me']) {
        await this.call(path, { headers })
        this.report.acknowledged.reads += 1
      }
    }
  }

  /** Repeats a request while it returns 503. */
  private async call(path: string, init: RequestInit): Promise<void> {
    const deadline = performance.now() + ROUND_WITHIN_MS
    for (;;) {
      let texts: string
      try {
        const response = await fetch(`${this.options.deskUrl}${path}`, {
          ...init,
          signal: AbortSignal.timeout(CALL_WITHIN_MS),
        })
        texts = await response.text()
        if (response.status === 200) return
        if (response.status === 503) this.report.refused += 1
        else this.report.unexpected.push(`${path}: ${response.status} ${texts}`)
      } catch (error) {
        texts = String(error)
        this.report.unexpected.push(`${path}: ${texts}`)
      }
      if (performance.now() > deadline) throw new Error(`${path} did not succeed in time: ${texts}`)
    }
  }

  private async endConnections(): Promise<number> {
    const ended = await this.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [APPLICATION_NAME],
    )
    return ended.length
  }

  /** Resolves when this number of further messages has been acknowledged. */
  private acknowledged(more: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the desk no longer responds')), ROUND_WITHIN_MS)
      let left = more
      this.onAcknowledged = () => {
        left -= 1
        if (left > 0) return
        clearTimeout(timer)
        this.onAcknowledged = () => {}
        resolve()
      }
    })
  }

  /** Waits until no webhook remains on disk, every event is applied and the outbox is empty. */
  private async settled(): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS
    for (;;) {
      const isSpoolEmpty = await spoolIsEmpty(this.options.deskUrl)
      const [left] = await this.query<{ events: number; deliveries: number }>(`
        select (select count(*) from line_events where applied_at is null)::int as events,
          (select count(*) from deliveries where state in ('queued', 'sending'))::int as deliveries`)
      if (isSpoolEmpty && left?.events === 0 && left.deliveries === 0) return
      if (performance.now() > deadline) throw new Error(`not settled in time: ${JSON.stringify(left)}`)
      await this.query('select pg_sleep(0.05)')
    }
  }

  private async compare({ userId, ticketId, fromCustomer, fromStaff }: Conversation): Promise<void> {
    const stored = await this.query<{ direction: string; text: string }>(
      'select direction, text from messages where ticket_id = $1 order by seq',
      [ticketId],
    )
    const storedAs = (direction: string) =>
      stored.filter((each) => each.direction === direction).map((each) => each.text)
    this.compareTexts(`${userId} stored`, fromCustomer, storedAs('IN'))
    this.compareTexts(`${userId} sent`, fromStaff, storedAs('OUT'))
    const { url } = this.options.simulator
    const response = await fetch(`${url}/simulator/inbox?channel_key=main&user_id=${userId}`)
    const inbox = (await response.json()) as { messages: { text?: string }[] }
    // Ignores replies whose delivery the server reports as unknown because its database connection broke.
    const unknown = await this.query<{ text: string }>(
      `select m.text from messages m join deliveries d on d.message_id = m.id
       where m.ticket_id = $1 and d.state = 'failed' and d.error_code = 'reply_unknown'`,
      [ticketId],
    )
    const texts = new Set(unknown.map(({ text }) => text))
    this.report.unknown += texts.size
    this.compareTexts(
      `${userId} received`,
      fromStaff.filter((text) => !texts.has(text)),
      inbox.messages.map((message) => message.text ?? ''),
    )
  }

  private compareTexts(where: string, acknowledged: readonly string[], arrived: readonly string[]): void {
    const known = new Set(arrived)
    const name = (text: string) => `${where}: ${text}`
    this.report.lost.push(...acknowledged.filter((text) => !known.has(text)).map(name))
    const seen = new Set<string>()
    for (const text of arrived) {
      if (seen.has(text)) this.report.doubled.push(name(text))
      seen.add(text)
    }
    const positions = acknowledged.map((text) => arrived.indexOf(text))
    if (positions.some((position, index) => position < (positions[index - 1] ?? 0)))
      this.report.disordered.push(where)
  }

  private async query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T & pg.QueryResultRow>(text, values)).rows
  }
}

/** Returns true when the server reports that no webhook is waiting on disk. */
export async function spoolIsEmpty(deskUrl: string): Promise<boolean> {
  const response = await fetch(`${deskUrl}/readyz`)
  const { webhook_spool } = (await response.json()) as { webhook_spool?: { records: number } }
  return webhook_spool?.records === 0
}

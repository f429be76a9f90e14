import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Simulator } from 'e2e/simulator-client.ts'
import { type RunningSimulator, startSimulator } from '../../line-simulator/src/simulator.ts'
import { closeDatabase, type Db, openDatabase } from '../../server/src/db/client.ts'
import { openTicketIdOf } from '../../server/src/testing/line-events.ts'
import { connectSimulator } from '../../server/src/testing/line-world.ts'
import { type ServerProcess, startServerProcess } from '../../server/src/testing/server-process.ts'
import { signInStaff } from '../../server/src/testing/test-desk.ts'
import { isUnknownDelivery } from '../../shared/src/contract/messages/delivery.ts'
import { startBenchDatabase } from './bench-database.ts'

const CUSTOMERS = 40
const REPLIES = 2_000
const KILLS = 5
/** Longest delay in ms of a retry that the test waits for. A retry with a longer delay is made due immediately. */
const LONG_PAUSE_MS = 20_000
const GIVE_UP_MS = 15 * 60_000

interface Counts {
  sent: number
  unknown: number
  failed: number
  replies: number
  pushes: number
  calls: number
  seconds: number
}

interface Parts {
  database: AsyncDisposable
  db: Db
  simulator: RunningSimulator
  variables: Record<string, string>
  token: string
}

export class OutboundRun {
  private server: ServerProcess | undefined
  private readonly parts: Parts
  private readonly phones: Simulator
  private readonly options: { seed: number; withReplies: boolean }

  private constructor(parts: Parts, options: { seed: number; withReplies: boolean }) {
    this.parts = parts
    this.phones = new Simulator(parts.simulator.url)
    this.options = options
  }

  static async start(options: { seed: number; withReplies: boolean }): Promise<OutboundRun> {
    const database = await startBenchDatabase()
    const db = openDatabase(database.postgres.desk)
    const simulator = await startSimulator({
      dataDir: join(database.dir, 'line'),
      deskUrl: 'http://127.0.0.1:9',
      port: 0,
    })
    await connectSimulator(db, simulator)
    const variables = await database.variables(simulator.url)
    const { token } = await signInStaff(db)
    return new OutboundRun({ database, db, simulator, variables, token }, options)
  }

  async stop(): Promise<void> {
    await this.server?.end('SIGKILL')
    await this.parts.simulator.close()
    await closeDatabase(this.parts.db)
    await this.parts.database[Symbol.asyncDispose]()
  }

  async go(): Promise<{ counts: Counts; faults: string[] }> {
    const began = performance.now()
    await this.startServer()
    const userIds = this.parts.simulator.world.customers.slice(0, CUSTOMERS).map(({ user_id }) => user_id)
    for (const userId of userIds) await this.customerWrites(userId)
    if (!this.options.withReplies) await this.query('delete from reply_tokens')
    await this.addFaults()
    let sent = 0
    const replying = Promise.all(
      userIds.map(async (userId, index) => {
        for (let count = 0; count < REPLIES / CUSTOMERS; count += 1) {
          // The customer writes a new message, which brings a new reply token.
          if (this.options.withReplies && count % 5 === 4) await this.customerWrites(userId)
          await this.reply(userId, `${index}/${count}`)
          sent += 1
        }
      }),
    )
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while (sent < (REPLIES * kill) / (KILLS + 1)) await pause(20)
      await this.server?.end('SIGKILL')
      await this.startServer()
    }
    await replying
    await this.settled()
    const [counts, faults] = await this.compare(userIds)
    return { counts: { ...counts, seconds: Math.round((performance.now() - began) / 1_000) }, faults }
  }

  private async startServer(): Promise<void> {
    this.server = await startServerProcess(this.parts.variables)
    this.parts.simulator.setDeskUrl(this.server.url)
  }

  /** Adds faults. Older faults need higher rates, because the simulator uses them only when no newer fault applies. */
  private async addFaults(): Promise<void> {
    for (const target of ['push', ...(this.options.withReplies ? ['reply'] : [])]) {
      const faults = [
        { mode: '429', rate: 0.05 / 0.6 },
        { mode: '500', rate: 0.1 / 0.7 },
        { mode: 'drop_answer', rate: 0.3 },
      ]
      for (const [index, fault] of faults.entries())
        await this.post(`${this.parts.simulator.url}/simulator/faults`, {
          target,
          ...fault,
          seed: this.options.seed * 10 + index,
        })
    }
  }

  private async customerWrites(userId: string): Promise<void> {
    while ((await this.phones.write('main', userId, 'มีใครอยู่ไหม')).status !== 200) await pause(100)
  }

  /** Sends the reply until it is accepted. All attempts have the same id, so they are idempotent. */
  private async reply(userId: string, text: string): Promise<void> {
    for (;;) {
      try {
        const ticketId = await openTicketIdOf(this.parts.db.$client, userId)
        const url = `${this.server?.url}/api/staff/tickets/${ticketId}/send`
        if (ticketId !== undefined)
          return void (await this.post(url, { type: 'text', text, client_message_id: text }))
      } catch {
        // The server is down; the next iteration sends the reply again.
      }
      await pause(50)
    }
  }

  private async settled(): Promise<void> {
    const until = performance.now() + GIVE_UP_MS
    for (;;) {
      const [left] = await this.query<{ count: number }>(
        `select count(*)::int as count from deliveries where state in ('queued', 'sending')`,
      )
      if (left?.count === 0) return
      if (performance.now() > until) throw new Error(`${left?.count} replies were still pending`)
      await this.query(
        `update deliveries set next_attempt_at = now() where state in ('queued', 'sending')
         and next_attempt_at > now() + interval '1 ms' * $1`,
        [LONG_PAUSE_MS + 12_000],
      )
      await pause(500)
    }
  }

  private async compare(userIds: readonly string[]): Promise<[Omit<Counts, 'seconds'>, string[]]> {
    const faults: string[] = []
    const counts = { sent: 0, unknown: 0, failed: 0, replies: 0, pushes: 0, calls: 0 }
    for (const userId of userIds) {
      const stored = await this.query<{
        text: string
        state: string
        error_code: string | null
        via: string | null
      }>(
        `select m.text, d.state, d.error_code, d.via from messages m join deliveries d on d.message_id = m.id
         join tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id
         where c.line_user_id = $1 order by d.place`,
        [userId],
      )
      const phone = (await this.phones.inbox('main', userId)).map(({ text }) => text ?? '')
      const times = Map.groupBy(phone, (text) => text)
      for (const [text, all] of times) if (all.length > 1) faults.push(`${text} occurs ${all.length} times`)
      for (const { text, state, error_code, via } of stored) {
        if (state === 'sent') counts.sent += 1
        else if (isUnknownDelivery(error_code)) counts.unknown += 1
        else counts.failed += 1
        if (via === 'reply') counts.replies += 1
        if (via === 'push') counts.pushes += 1
        if (state === 'sent' && !times.has(text)) faults.push(`${text} is marked as sent but is on no phone`)
        const isUnknown = state === 'failed' && isUnknownDelivery(error_code)
        if (state !== 'sent' && !isUnknown) faults.push(`${text}: ${state} ${error_code}`)
        if (state !== 'sent' && !isUnknown && times.has(text))
          faults.push(`${text} is on the phone but marked ${state}`)
      }
      const order = stored.map(({ text }) => text).filter((text) => times.has(text))
      const once = [...times.keys()]
      if (order.join() !== once.join())
        faults.push(`${userId} received the replies out of order: ${once.join(' ')}`)
    }
    const [sum] = await this.query<{ calls: number }>('select sum(calls)::int as calls from line_sends')
    counts.calls = sum?.calls ?? 0
    if (counts.sent + counts.unknown + counts.failed !== REPLIES)
      faults.push('replies are missing from the desk')
    return [counts, faults]
  }

  private async query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.parts.db.$client.query<T>(text, values)).rows
  }

  private async post(url: string, body: object): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.parts.token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    await response.arrayBuffer()
  }
}

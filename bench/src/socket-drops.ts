import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { HeadlessConversation } from '../../remote-chat/src/testing/headless-conversation.ts'
import { SeededRandom } from '../../server/src/demo/seeded-random.ts'
import { openTicketIdOf } from '../../server/src/testing/line-events.ts'
import { createApi } from '../../shared/src/api/client.ts'
import { SOCKET_PATH } from '../../shared/src/contract/constants.ts'
import { listMessages } from '../../shared/src/contract/messages/list-messages.call.ts'
import { createBus } from '../../shared/src/realtime/realtime-bus.ts'
import { startStandaloneServer } from './standalone-server.ts'

const CONCURRENCY = 4
/** Minimum and maximum of the simulated time without a connection, in ms. */
const SHORTEST_MS = 1_000
const LONGEST_MS = 3 * 3_600_000
const TRAFFIC_PAUSE_MS = 20
const WITHIN_MS = 30_000

interface DropsOptions {
  drops: number
  seed: number
  customers?: number
  mostMissed?: number
  mostTraffic?: number
}

export interface DropsReport {
  drops: number
  messages: number
  missing: string[]
  doubled: string[]
  disordered: string[]
  /** Sorted times in ms from a reconnect until the conversation contained all messages written so far. */
  completeMs: number[]
}

/** Simulated connection. While cut, it closes or silences its sockets, fails requests and opens no new socket. */
class Line {
  isUp = true
  private readonly sockets = new Set<WebSocket>()
  readonly WebSocket: typeof globalThis.WebSocket

  constructor() {
    const line = this
    this.WebSocket = class extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(line.isUp ? url : 'ws://127.0.0.1:9', protocols)
        line.sockets.add(this)
        this.on('close', () => line.sockets.delete(this))
        this.on('error', () => {})
      }
    } as unknown as typeof globalThis.WebSocket
  }

  /** `isSilent`: the sockets stay open without receiving, as on a phone without network. */
  cut(isSilent: boolean): void {
    this.isUp = false
    for (const socket of this.sockets) {
      if (isSilent) socket.pause()
      else socket.terminate()
    }
  }

  mend(): void {
    for (const socket of this.sockets) socket.terminate()
    this.isUp = true
  }

  readonly fetch: typeof globalThis.fetch = (input, init) =>
    this.isUp ? fetch(input, init) : Promise.reject(new TypeError('the network is unavailable'))
}

export async function dropSockets({
  drops,
  seed,
  customers = 20,
  mostMissed = 250,
  mostTraffic = Number.POSITIVE_INFINITY,
}: DropsOptions): Promise<DropsReport> {
  const server = await startStandaloneServer()
  const dice = new SeededRandom(seed)
  const report: DropsReport = {
    drops: 0,
    messages: 0,
    missing: [],
    doubled: [],
    disordered: [],
    completeMs: [],
  }
  const talks = await Promise.all(Array.from({ length: customers }, (_, number) => openTalk(server, number)))
  let hasEnded = false
  const traffic = talks.map(async (talk) => {
    for (let count = 0; count < mostTraffic && !hasEnded; count += 1) {
      await talk.write()
      await pause(TRAFFIC_PAUSE_MS * customers * dice.between(0.5, 1.5))
    }
  })
  try {
    const clients = Array.from({ length: CONCURRENCY }, async (_, slot) => {
      const own = talks.filter((_talk, index) => index % CONCURRENCY === slot)
      while (report.drops < drops) {
        report.drops += 1
        const absence = SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** dice.next()
        const missed = Math.ceil((absence / LONGEST_MS) * mostMissed)
        report.completeMs.push(await dice.pick(own).drop(absence, missed, dice.chance(0.3)))
      }
    })
    await Promise.all(clients)
    hasEnded = true
    await Promise.all(traffic)
    for (const talk of talks) await talk.compare(report)
  } finally {
    hasEnded = true
    for (const talk of talks) talk.close()
    await server.stop()
  }
  report.completeMs.sort((a, b) => a - b)
  return report
}

async function openTalk(server: Awaited<ReturnType<typeof startStandaloneServer>>, number: number) {
  const userId = `U${randomBytes(16).toString('hex')}`
  const line = new Line()
  /** Number of ms by which the page's clock is ahead of the machine's clock. */
  let ahead = 0
  const written: string[] = []
  // Writes one message at a time, so that messages arrive in the order of writing.
  let round = Promise.resolve()
  const write = (): Promise<void> => {
    round = round.then(async () => {
      const text = `${number}: ${written.length + 1}`
      await server.customerWrites(userId, text)
      written.push(text)
    })
    return round
  }
  await write()
  // Polls, because the response to the webhook may arrive before the message is applied.
  let ticketId: string | undefined
  const end = performance.now() + WITHIN_MS
  while (ticketId === undefined) {
    ticketId = await openTicketIdOf(server.db.$client, userId)
    if (performance.now() > end) throw new Error('the webhook opened no ticket')
    await pause(50)
  }
  const api = createApi({ baseUrl: server.url, token: () => server.token, fetch: line.fetch })
  const bus = createBus({
    url: () => `${server.url.replace('http', 'ws')}${SOCKET_PATH}`,
    token: () => server.token,
    onSessionEnded: () => {},
    WebSocket: line.WebSocket,
    now: () => Date.now() + ahead,
  })
  const page = new HeadlessConversation(ticketId, bus, (id, query, signal) =>
    api.call(listMessages, { params: { id }, query, signal }),
  )
  const texts = () => page.thread()?.messages.map(({ text }) => text ?? '') ?? []
  const has = (wanted: readonly string[]) => {
    const there = new Set(texts())
    return wanted.every((text) => there.has(text))
  }

  return {
    write,
    async drop(absenceMs: number, missed: number, isSilent: boolean): Promise<number> {
      line.cut(isSilent)
      for (let count = 0; count < missed; count += 1) await write()
      ahead += absenceMs
      line.mend()
      // Waits for the status, because the page may get no event when its socket is cut.
      await until(() => bus.getState().status !== 'live')
      // Has the effect of the browser's `online` event, or of the page becoming visible.
      bus.wake()
      await until(() => bus.getState().status === 'live')
      const begun = performance.now()
      const wanted = [...written]
      await until(() => has(wanted))
      return performance.now() - begun
    },
    async compare(report: DropsReport): Promise<void> {
      await round
      await until(() => has(written)).catch(() => undefined)
      const shown = texts()
      report.messages += written.length
      report.missing.push(...written.filter((text) => !shown.includes(text)))
      report.doubled.push(...shown.filter((text, index) => shown.indexOf(text) !== index))
      const order = shown.map((text) => written.indexOf(text))
      report.disordered.push(
        ...shown.filter((_, index) => index > 0 && (order[index] ?? 0) < (order[index - 1] ?? 0)),
      )
    },
    close: () => page.close(),
  }
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + WITHIN_MS
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not within ${WITHIN_MS} ms`)
    await pause(5)
  }
}

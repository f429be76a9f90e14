import { randomBytes, randomUUID } from 'node:crypto'
import { SOCKET_PATH, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from 'shared/contract/constants.ts'
import WebSocket from 'ws'
import { startRelay } from './baseline-relay.ts'
import { openTicketOf } from './open-ticket.ts'
import { startStandaloneServer } from './standalone-server.ts'
import { percentile, summary } from './statistics.ts'

const WARM_UP = 30
const ROUNDS = 300
const SEEN_LIMIT_MS = 10_000

/** Compares the desk with a baseline: a relay that commits one row without checks. Both alternate in one run. */
export async function bench(): Promise<void> {
  const desk = await startStandaloneServer()
  const relay = await startRelay()
  const userId = `U${randomBytes(16).toString('hex')}`
  try {
    await desk.customerWrites(userId, 'เริ่มวัด')
    // Marks all profiles as fetched: otherwise each message would cause a request to LINE, which is unreachable here.
    await desk.asOwner('update customers set profile_fetched_at = now()')
    const ticketId = await openTicketOf(desk.url, desk.token)
    const agent = await openSocket(desk.url.replace('http', 'ws') + SOCKET_PATH, [
      SOCKET_PROTOCOL,
      SOCKET_TOKEN_PREFIX + desk.token,
    ])
    const subscribed = agent.receives('subscribed')
    agent.socket.send(JSON.stringify({ type: 'subscribe_ticket', ticket_id: ticketId }))
    await subscribed
    const plain = await openSocket(relay.url.replace('http', 'ws'), [])

    const [deskTimes, relayTimes]: [number[], number[]] = [[], []]
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const text = randomUUID()
      const viaDesk = await timeToSocket(agent, text, () => desk.customerWrites(userId, text))
      const viaRelay = await timeToSocket(plain, text, async () => {
        await (await fetch(relay.url, { method: 'POST', body: text })).arrayBuffer()
      })
      if (round < WARM_UP) continue
      deskTimes.push(viaDesk)
      relayTimes.push(viaRelay)
    }
    agent.socket.close()
    plain.socket.close()
    console.log(summary('desk, webhook to socket', deskTimes))
    console.log(summary('relay with a commit, POST to socket', relayTimes))
    const ratio = percentile(deskTimes, 0.95) / percentile(relayTimes, 0.95)
    const more = percentile(deskTimes, 0.95) - percentile(relayTimes, 0.95)
    console.log(`ratio of p95: ${ratio.toFixed(1)} (the desk takes ${more.toFixed(1)} ms longer)`)
  } finally {
    await relay.close()
    await desk.stop()
  }
}

interface Ear {
  socket: WebSocket
  receives(text: string): Promise<void>
}

export async function timeToSocket(ear: Ear, text: string, send: () => Promise<void>): Promise<number> {
  let end = 0
  const received = ear.receives(text).then(() => {
    end = performance.now()
  })
  const start = performance.now()
  await send()
  await received
  return end - start
}

async function openSocket(url: string, protocols: string[]): Promise<Ear> {
  const socket = new WebSocket(url, protocols)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    receives: (text) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`not received within ${SEEN_LIMIT_MS} ms`)),
          SEEN_LIMIT_MS,
        )
        const listen = (data: WebSocket.RawData) => {
          if (!data.toString().includes(text)) return
          clearTimeout(timer)
          socket.off('message', listen)
          resolve()
        }
        socket.on('message', listen)
      }),
  }
}

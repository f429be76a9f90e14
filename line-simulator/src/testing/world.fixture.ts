import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { exchangeFaults } from '../line-schemas/exchange-check.ts'
import type { Exchange } from '../observe-calls.ts'
import { type RunningSimulator, type SimulatorOptions, startSimulator } from '../simulator.ts'
import type { WebhookEvent } from '../webhooks/events.ts'

/** A webhook that the desk has received. */
interface ReceivedWebhook {
  path: string
  signature: string
  raw: string
  destination: string
  events: WebhookEvent[]
}

/** Test server in place of the desk. It stores webhooks and responds with `status`, or never when 'silent'. */
interface ListeningDesk {
  url: string
  webhooks: ReceivedWebhook[]
  status: number | 'silent'
}

async function listeningDesk(): Promise<ListeningDesk> {
  const desk: ListeningDesk = { url: '', webhooks: [], status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const signature = String(request.headers['x-line-signature'])
      desk.webhooks.push({ path: request.url ?? '', signature, raw, ...JSON.parse(raw) })
      if (desk.status !== 'silent') response.writeHead(desk.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  desk.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return desk
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'line-simulator-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Returns violations of LINE's schemas in an exchange's request or response. Requests that the simulator rejected may
 * contain anything.
 */
function faultsOf(exchange: Exchange): string[] {
  const { sent, answered } = exchangeFaults(exchange)
  return exchange.status >= 400 ? answered : [...sent, ...answered]
}

/** Starts a simulator for one test on any free port. The test fails when the simulator violates LINE's schemas. */
export async function runningSimulator(options: Partial<SimulatorOptions> = {}): Promise<RunningSimulator> {
  const strayed: string[] = []
  const simulator = await startSimulator({
    observe: (exchange) => strayed.push(...faultsOf(exchange)),
    port: 0,
    dataDir: options.dataDir ?? temporaryFolder(),
    deskUrl: 'http://127.0.0.1:9',
    ...options,
  })
  onTestFinished(async () => {
    await simulator.close()
    expect(strayed).toEqual([])
  })
  return simulator
}

/** Starts a simulator and a test desk. Returns both, with the first channel and the first customer. */
export async function simulatorWithDesk(options: Partial<SimulatorOptions> = {}) {
  const desk = await listeningDesk()
  const simulator = await runningSimulator({ deskUrl: desk.url, ...options })
  const channel = firstOf(simulator.world.channels)
  const customer = firstOf(simulator.world.customers)
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(simulator.url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const sendMessage = async (message: unknown, more: object = {}) => {
    const chat = { channel_key: channel.key, user_id: customer.user_id }
    const response = await call('POST', '/simulator/messages', { ...chat, message, ...more })
    return (await response.json()) as { message_id: string; webhook_event_id: string; status: number }
  }
  const inbox = async () => {
    const query = new URLSearchParams({ channel_key: channel.key, user_id: customer.user_id })
    const response = await call('GET', `/simulator/inbox?${query}`)
    return ((await response.json()) as { messages: Record<string, unknown>[] }).messages
  }
  return { desk, simulator, channel, customer, call, sendMessage, inbox }
}

export function firstOf<T>(list: readonly T[]): T {
  const [first] = list
  if (first === undefined) throw new Error('the list is empty')
  return first
}

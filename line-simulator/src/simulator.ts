import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { SimulatorContext } from './context.ts'
import { webhookEndpoint } from './context.ts'
import { leaveNote, otherInstance, removeNote } from './ledger/instance-lock.ts'
import { Ledger } from './ledger/ledger.ts'
import { LiveHub } from './live/live-hub.ts'
import type { Exchange } from './observe-calls.ts'
import { AccessTokens } from './state/access-tokens.ts'
import { SettingsStore } from './state/channel-settings.ts'
import { ContentStore } from './state/content.store.ts'
import { Faults } from './state/faults.ts'
import { LoginSessions } from './state/login-sessions.ts'
import { MessageTokens } from './state/message-tokens.ts'
import { ReplyTokens } from './state/reply-tokens.ts'
import { WebhookDispatcher } from './webhooks/dispatcher.ts'
import { type Entropy, MessageIds, systemEntropy } from './world/ids.ts'
import { WorldStore } from './world/world.store.ts'
import type { World } from './world/world.ts'

export interface SimulatorOptions {
  dataDir: string
  /** Port to listen on, or 0 for any free port. */
  port: number
  deskUrl: string
  /** Public base URL of the desk's images (`PUBLIC_MEDIA_URL`). The simulator fetches the images from `deskUrl`. */
  publicMediaUrl?: string
  /** Returns the Unix time in ms. Default: the system's clock. */
  now?: () => number
  entropy?: Entropy
  observe?: (exchange: Exchange) => void
}

export interface RunningSimulator {
  url: string
  world: World
  setDeskUrl: (url: string) => void
  close: () => Promise<void>
}

/** Listens on ::1, to which `localhost` may resolve. Returns undefined without IPv6, or if a random port is in use. */
async function listenIpv6(
  app: FastifyInstance,
  port: number,
  mustBeFree: boolean,
): Promise<Server | undefined> {
  const server = createServer((request, response) => app.routing(request, response))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (mustBeFree && error.code === 'EADDRINUSE') reject(error)
      else resolve(undefined)
    })
    server.listen({ port, host: '::1', ipv6Only: true }, () => resolve(server))
  })
}

/** Starts a simulator. Throws when another simulator uses the same folder, and EADDRINUSE when the port is in use. */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const { now = Date.now, entropy = systemEntropy, observe = () => undefined } = options
  const folder = join(options.dataDir, 'simulator')
  let deskUrl = options.deskUrl.replace(/\/+$/, '')
  let publicUrl = 'http://localhost:8090'
  const settings = new SettingsStore()
  const lock = join(folder, 'instance.json')
  const instance = randomUUID()
  const other = await otherInstance(lock)
  if (other) throw new Error(`${folder} is in use by the simulator at ${other}`)
  const worldStore = WorldStore.open(join(folder, 'world.json'), entropy)
  const live = new LiveHub()
  const ledger = new Ledger(join(folder, 'journal.jsonl'), now, (entry) => live.show(entry))
  const faults = new Faults(entropy.fraction)
  const replyTokens = new ReplyTokens(entropy, now)
  const dispatcher = new WebhookDispatcher({
    endpointOf: (key) => webhookEndpoint(context, key),
    redelivers: (key) => settings.of(key).redelivery,
    faults,
    replyTokens,
    observe,
  })
  const context: SimulatorContext = {
    worldStore,
    ledger,
    faults,
    live,
    replyTokens,
    dispatcher,
    settings,
    entropy,
    now,
    observe,
    tokens: new AccessTokens(worldStore.world.token_key, now),
    messageTokens: new MessageTokens(worldStore.world.token_key),
    logins: new LoginSessions(entropy, now),
    content: new ContentStore(join(folder, 'content')),
    messageIds: new MessageIds(now),
    publicMediaUrl: options.publicMediaUrl?.replace(/\/+$/, ''),
    publicUrl: () => publicUrl,
    deskUrl: () => deskUrl,
  }
  const app = await buildApp(context)
  app.get('/simulator/instance', async () => ({ instance }))
  let ipv6: Server | undefined

  async function close(): Promise<void> {
    dispatcher.close()
    live.close()
    ipv6?.closeAllConnections()
    ipv6?.close()
    await app.close()
    ledger.close()
    removeNote(lock, instance)
  }

  try {
    await app.listen({ port: options.port, host: '127.0.0.1' })
    const given = (app.server.address() as AddressInfo).port
    publicUrl = `http://localhost:${given}`
    ipv6 = await listenIpv6(app, given, options.port !== 0)
    leaveNote(lock, { url: `http://127.0.0.1:${given}`, instance })
  } catch (error) {
    await close()
    throw error
  }
  const setDeskUrl = (url: string) => {
    deskUrl = url.replace(/\/+$/, '')
  }
  return { url: publicUrl, world: worldStore.world, setDeskUrl, close }
}

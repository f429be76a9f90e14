import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { SimulatorContext } from './context.ts'
import { webhookEndpoint } from './context.ts'
import type { Exchange } from './exchange.ts'
import { leaveNote, otherInstance, removeNote } from './ledger/instance-lock.ts'
import { Ledger, type LedgerEntry } from './ledger/ledger.ts'
import { LiveHub } from './live/hub.ts'
import { SettingsStore } from './state/channel-settings.ts'
import { ContentStore } from './state/content.store.ts'
import { Faults } from './state/faults.ts'
import { LoginSessions } from './state/login-sessions.ts'
import { MessageTokens } from './state/message-tokens.ts'
import { ReplyTokens } from './state/reply-tokens.ts'
import { AccessTokens } from './tokens.ts'
import { WebhookDispatcher } from './webhooks/dispatcher.ts'
import { type Entropy, MessageIds, systemEntropy } from './world/ids.ts'
import { WorldStore } from './world/world.store.ts'
import type { World } from './world/world.ts'

export interface SimulatorOptions {
  /** State goes to `<dataDir>/simulator`. */
  dataDir: string
  /** Where the desk is reached, like `http://localhost:8080`. */
  deskUrl: string
  /** The public address under which the desk names its pictures (`PUBLIC_MEDIA_URL`); they are fetched at `deskUrl`. */
  publicMediaUrl?: string
  /** Unix time in ms; the system's clock when left out. */
  now?: () => number
  entropy?: Entropy
  /** Is told of each call and each webhook. */
  observe?: (exchange: Exchange) => void
}

export interface Simulator {
  app: FastifyInstance
  world: World
  /** Sends webhooks to a desk at another address from now on. */
  setDeskUrl: (url: string) => void
  /** Listens on this machine alone, 0 for any free port. Rejects with EADDRINUSE when the port is taken. */
  listen: (port: number) => Promise<string>
  close: () => Promise<void>
}

export interface RunningSimulator {
  /** Like `http://localhost:8090`. */
  url: string
  world: World
  setDeskUrl: (url: string) => void
  close: () => Promise<void>
}

/** Tells open phone pages what was written into the ledger. */
function showLive(live: LiveHub, entry: LedgerEntry): void {
  switch (entry.kind) {
    case 'in':
      live.publish(entry.channel, { event: 'message', user_id: entry.user, message: entry.message })
      break
    case 'out':
      if (!entry.shown) break
      for (const message of entry.messages) {
        live.publish(entry.channel, { event: 'message', user_id: entry.user, message })
      }
      break
    case 'status':
      live.publish(entry.channel, {
        event: 'status',
        user_id: entry.user,
        id: entry.id,
        status: entry.status,
      })
      break
    case 'unsend':
      live.publish(entry.channel, { event: 'unsend', user_id: entry.user, id: entry.id })
      break
    case 'read':
      live.publish(entry.channel, { event: 'read', user_id: entry.user, id: entry.id })
      break
    case 'history':
      live.publish(undefined, { event: 'history' })
      break
    case 'follow':
      live.publish(entry.channel, { event: 'follow', user_id: entry.user, following: entry.following })
      break
  }
}

/** Also listens on ::1, which `localhost` may mean. Skipped without IPv6, and when port 0 gave one that is taken there. */
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

/** Makes a simulator that does not listen yet. Throws when another one works in the same folder. */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { now = Date.now, entropy = systemEntropy, observe = () => undefined } = options
  const folder = join(options.dataDir, 'simulator')
  let deskUrl = options.deskUrl.replace(/\/+$/, '')
  let publicUrl = 'http://localhost:8090'
  const settings = new SettingsStore()
  const lock = join(folder, 'instance.json')
  const instance = randomUUID()
  const other = await otherInstance(lock)
  if (other) throw new Error(`${folder} is in use by the simulator at ${other}`)
  const people = WorldStore.open(join(folder, 'world.json'), entropy)
  const ledger = new Ledger(join(folder, 'journal.jsonl'), now)
  const faults = new Faults(entropy.fraction)
  const live = new LiveHub()
  const replyTokens = new ReplyTokens(entropy, now)
  const dispatcher = new WebhookDispatcher({
    endpointOf: (key) => webhookEndpoint(context, key),
    redelivers: (key) => settings.of(key).redelivery,
    faults,
    replyTokens,
    observe,
  })
  const context: SimulatorContext = {
    people,
    ledger,
    faults,
    live,
    replyTokens,
    dispatcher,
    settings,
    entropy,
    now,
    observe,
    tokens: new AccessTokens(people.world.token_key, now),
    messageTokens: new MessageTokens(people.world.token_key),
    logins: new LoginSessions(entropy, now),
    content: new ContentStore(join(folder, 'content')),
    messageIds: new MessageIds(now),
    publicMediaUrl: options.publicMediaUrl?.replace(/\/+$/, ''),
    publicUrl: () => publicUrl,
    deskUrl: () => deskUrl,
  }
  ledger.listen((entry) => showLive(live, entry))
  const app = await buildApp(context)
  app.get('/simulator/instance', async () => ({ instance }))
  let ipv6: Server | undefined

  return {
    app,
    world: people.world,
    setDeskUrl: (url) => {
      deskUrl = url.replace(/\/+$/, '')
    },
    listen: async (port) => {
      await app.listen({ port, host: '127.0.0.1' })
      const given = (app.server.address() as AddressInfo).port
      publicUrl = `http://localhost:${given}`
      ipv6 = await listenIpv6(app, given, port !== 0)
      leaveNote(lock, { url: `http://127.0.0.1:${given}`, instance })
      return publicUrl
    },
    close: async () => {
      dispatcher.close()
      live.close()
      ipv6?.closeAllConnections()
      ipv6?.close()
      await app.close()
      ledger.close()
      removeNote(lock, instance)
    },
  }
}

/** Makes a simulator and listens. */
export async function startSimulator(
  options: SimulatorOptions & { port: number },
): Promise<RunningSimulator> {
  const simulator = await createSimulator(options)
  try {
    const url = await simulator.listen(options.port)
    return { url, world: simulator.world, setDeskUrl: simulator.setDeskUrl, close: simulator.close }
  } catch (error) {
    await simulator.close()
    throw error
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeFaults } from 'line-simulator/line-schemas/exchange-check.ts'
import { type RunningSimulator, startSimulator } from 'line-simulator/simulator.ts'
import { encryptSecrets } from '../channels/channel-secrets.store.ts'
import type { Db } from '../db/client.ts'
import { createTestDesk, type TestDesk, type TestDeskOptions } from './test-desk.ts'
import { TEST_ENCRYPTION } from './test-encryption.ts'

/** Message that the customer received on the phone. */
interface Received {
  id: string
  type: string
  text?: string
  via: 'reply' | 'push'
  retry_key: string | null
}

/** Listening server together with a LINE simulator that knows the server's channels and users. */
export interface LineWorld {
  testDesk: TestDesk
  simulator: RunningSimulator
  deskUrl: string
  customer(index?: number): { user_id: string; display_name: string }
  /** Sends a text as the customer. Resolves with the server's response to the webhook. */
  say(userId: string, text: string, channelKey?: string): Promise<{ status: number }>
  /** Returns the messages that the customer received, in order. */
  inbox(userId: string, channelKey?: string): Promise<Received[]>
  fault(fault: {
    target: string
    mode: string
    rate?: number
    delay_ms?: number
    calls?: number
    seed?: number
  }): Promise<void>
  clearFaults(): Promise<void>
  /** Stops server and simulator. Throws when a request or response between them did not match LINE's schemas. */
  close(): Promise<void>
}

export async function connectSimulator(db: Db, { world }: Pick<RunningSimulator, 'world'>): Promise<void> {
  for (const { key, name, bot_user_id, channel_secret, channel_access_token } of world.channels) {
    const { secret, accessToken } = encryptSecrets(TEST_ENCRYPTION, key, {
      secret: channel_secret,
      accessToken: channel_access_token,
    })
    await db.$client.query(
      `insert into channels (key, name, line_bot_user_id, secret, access_token) values ($1, $2, $3, $4, $5)
       on conflict (key) do update set line_bot_user_id = $3, secret = $4, access_token = $5`,
      [key, name, bot_user_id, secret, accessToken],
    )
  }
}

export async function createLineWorld(options: TestDeskOptions = {}): Promise<LineWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'line-world-'))
  const strayed: string[] = []
  const simulator = await startSimulator({
    dataDir,
    deskUrl: 'http://127.0.0.1:9',
    port: 0,
    observe: (exchange) => {
      const { sent, answered } = exchangeFaults(exchange)
      strayed.push(...sent, ...answered)
    },
  })
  const testDesk = await createTestDesk({
    ...options,
    config: (config) => {
      const { client_id: clientId, channel_secret: clientSecret } = simulator.world.login
      const authorizeUrl = `${simulator.url}/oauth2/v2.1/authorize`
      const atSimulator = {
        ...config,
        login: { ...config.login, clientId, clientSecret, authorizeUrl },
        line: { ...config.line, apiUrl: simulator.url, dataApiUrl: simulator.url },
      }
      return options.config?.(atSimulator) ?? atSimulator
    },
  })
  await connectSimulator(testDesk.context.db, simulator)
  await testDesk.app.listen({ port: 0, host: '127.0.0.1' })
  const deskUrl = `http://127.0.0.1:${(testDesk.app.server.address() as AddressInfo).port}`
  simulator.setDeskUrl(deskUrl)

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${simulator.url}/simulator/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as T
  }

  return {
    testDesk,
    simulator,
    deskUrl,
    customer(index = 0) {
      const customer = simulator.world.customers[index]
      if (customer === undefined) throw new Error(`there is no customer ${index}`)
      return customer
    },
    say: (user_id, text, channel_key = 'main') =>
      call('POST', 'messages', { channel_key, user_id, message: { type: 'text', text } }),
    inbox: async (userId, channelKey = 'main') =>
      (await call<{ messages: Received[] }>('GET', `inbox?channel_key=${channelKey}&user_id=${userId}`))
        .messages,
    fault: (fault) => call('POST', 'faults', fault),
    clearFaults: () => call('DELETE', 'faults'),
    async close() {
      await testDesk.close()
      await simulator.close()
      rmSync(dataDir, { recursive: true, force: true })
      if (strayed.length > 0) throw new Error(`not as LINE documents it:\n${strayed.slice(0, 10).join('\n')}`)
    },
  }
}

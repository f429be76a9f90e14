import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChannelTokens } from '../channels/channel-token.store.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { TEST_ENCRYPTION } from '../testing/test-encryption.ts'
import { createLineClients, type LineChannel } from './line-client.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
})
afterAll(() => testDesk?.close())

test.each<[string, (channel: LineChannel) => Promise<unknown>]>([
  ['a push', (channel) => channel.push('{}', crypto.randomUUID())],
  ['a reply', (channel) => channel.reply('{}')],
  ['a profile request', (channel) => channel.profile('U1')],
])('%s is aborted when LINE does not respond in time', async (_name, call) => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const requestPromise = once(silent, 'request')
  const { db, log } = testDesk.context
  const line = createLineClients({
    tokens: createChannelTokens(db, TEST_ENCRYPTION, log),
    apiUrl: `http://127.0.0.1:${port}`,
    dataApiUrl: 'http://127.0.0.1:9',
    sendTimeoutMs: 2_000,
    briefTimeoutMs: 2_000,
  })
  const channel = await line.forChannel('main')
  const called = call(channel)
  const [request] = await requestPromise
  // The simulated LINE never responds, so only an abort by the client ends the connection.
  const ended = once(request.socket, 'close')
  expect(await called).toMatchObject({ kind: 'retry' })
  await ended
  silent.close()
})

test.each([
  ['no server listens', async () => `http://127.0.0.1:${await closedPort()}`],
  ['the host name cannot be resolved', async () => 'http://line.invalid'],
])('a push is reported as certainly not accepted when %s', async (_name, address) => {
  const { db, log } = testDesk.context
  const apiUrl = await address()
  const tokens = createChannelTokens(db, TEST_ENCRYPTION, log)
  const line = createLineClients({ tokens, apiUrl, dataApiUrl: apiUrl })
  const channel = await line.forChannel('main')
  expect(await channel.push('{}', crypto.randomUUID())).toMatchObject({
    kind: 'retry',
    wasNotProcessed: true,
  })
})

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('when the connection ends without a response, a push is reported as possibly accepted', async () => {
  const dropping = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1')
  await once(dropping, 'listening')
  const { port } = dropping.address() as AddressInfo
  const { db, log } = testDesk.context
  const apiUrl = `http://127.0.0.1:${port}`
  const tokens = createChannelTokens(db, TEST_ENCRYPTION, log)
  const answered: string[] = []
  const onAnswered = (channelKey: string, call: string) => answered.push(`${channelKey} ${call}`)
  const line = createLineClients({ tokens, apiUrl, dataApiUrl: apiUrl, onAnswered })
  const channel = await line.forChannel('main')
  expect(await channel.push('{}', crypto.randomUUID())).toMatchObject({
    kind: 'retry',
    wasNotProcessed: false,
  })
  expect(answered).toEqual([])
  dropping.close()
})

import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRateLimit } from '../http/rate-limit.ts'
import { addSessionCheck } from '../http/session-hook.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'
import { realtimeRoutes } from './socket-routes.ts'

let testDesk: TestDesk
let deskUrl: string
const app = Fastify()
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  addSessionCheck(app, testDesk.context, await addRateLimit(app, 1_000))
  // Sets a ping interval that is long enough for a pong on a busy machine.
  await realtimeRoutes(app, testDesk.context, { heartbeatMs: 500, sessionCheckMs: 500 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  deskUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await app.close()
  await testDesk?.close()
})

async function connect(channelKeys?: string[]) {
  const staffMember = await testDesk.signInAs(channelKeys ? { channelKeys } : {})
  const socket = new TestSocket(deskUrl, staffMember.token)
  await socket.receivesType('hello')
  return { ...staffMember, socket }
}
const change = (text: string, values: unknown[]) => testDesk.context.db.$client.query(text, values)

test('a missed notification about the end of a session closes its socket at the next check', async () => {
  const deleted = await connect()
  await change('delete from sessions where staff_id = $1', [deleted.staffId])
  expect(await deleted.socket.closed).toBe(4401)
  const suspended = await connect()
  await change("update staff set status = 'SUSPENDED' where id = $1", [suspended.staffId])
  expect(await suspended.socket.closed).toBe(4401)
  const expired = await connect()
  await change("update sessions set expires_at = now() - interval '1 s' where staff_id = $1", [
    expired.staffId,
  ])
  expect(await expired.socket.closed).toBe(4401)
})

test('a change of channel rights closes the socket with code 1012', async () => {
  const { socket, staffId } = await connect(['main', 'vip'])
  await change("delete from staff_channels where staff_id = $1 and channel_key = 'vip'", [staffId])
  expect(await socket.closed).toBe(1012)
  const everywhere = await connect()
  await change('update staff set all_channels = false where id = $1', [everywhere.staffId])
  expect(await everywhere.socket.closed).toBe(1012)
})

test('a socket that does not answer pings is terminated, and a socket that answers is kept', async () => {
  const [silent, lively] = [await connect(), await connect()]
  // Stops reading from the socket, like a phone that lost its network.
  silent.socket.socket.pause()
  let pings = 0
  await new Promise<void>((resolve) => {
    lively.socket.socket.on('ping', () => {
      pings += 1
      if (pings === 3) resolve()
    })
  })
  lively.socket.say({ type: 'ping' })
  await lively.socket.receivesType('pong')
  silent.socket.socket.resume()
  expect(await silent.socket.closed).toBe(1006)
  lively.socket.socket.close()
})

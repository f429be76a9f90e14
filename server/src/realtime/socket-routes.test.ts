import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { QUOTA_CHANGED, SOCKET_PING_MS } from 'shared/contract/constants.ts'
import type { ServerEvent } from 'shared/contract/realtime.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { inTransaction } from '../db/client.ts'
import { startNotificationListener } from '../sessions/notification-listener.ts'
import { endSessionsOf, openSession } from '../sessions/session.store.ts'
import { hashToken, newToken } from '../sessions/session-token.ts'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'

let testDesk: TestDesk
let deskUrl: string
let listener: ReturnType<typeof startNotificationListener>
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  await testDesk.app.listen({ port: 0, host: '127.0.0.1' })
  deskUrl = `http://127.0.0.1:${(testDesk.app.server.address() as AddressInfo).port}`
  listener = startNotificationListener(testDesk.context)
  await listener.ready
})
afterAll(async () => {
  listener?.stop()
  await testDesk?.close()
})

async function connect(newStaff?: Parameters<TestDesk['signInAs']>[0]) {
  const signedIn = await testDesk.signInAs(newStaff)
  const socket = new TestSocket(deskUrl, signedIn.token)
  await socket.receivesType('hello')
  return { ...signedIn, socket }
}

/** Requests an upgrade. Returns 101, or the HTTP status when it is refused. */
function knock(
  protocols: string[],
  headers: Record<string, string> = {},
  path = '/ws/chat/',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${deskUrl.replace('http', 'ws')}${path}`, protocols, { headers })
    socket.on('open', () => {
      resolve(101)
      socket.close()
    })
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    socket.on('error', reject)
  })
}

describe('WebSocket upgrade requests', () => {
  test('a new socket with a session receives the frame `hello`, whether or not its path ends with a slash', async () => {
    const { token } = await testDesk.signInAs()
    for (const path of ['/ws/chat/', '/ws/chat']) {
      const socket = new TestSocket(deskUrl, token, path)
      const hello = await socket.receivesType('hello')
      expect(hello).toMatchObject({ data: { ping_ms: SOCKET_PING_MS } })
      expect(socket.socket.protocol).toBe('desk.v1')
      socket.socket.close()
    }
  })

  test('a socket request without a session returns 401', async () => {
    const { token } = await testDesk.signInAs()
    expect(await knock(['desk.v1'])).toBe(401)
    expect(await knock(['desk.v1', 'bearer.nonsense'])).toBe(401)
    expect(await knock(['desk.v1', `bearer.${'x'.repeat(43)}`])).toBe(401)
    expect(await knock([`bearer.${token}`])).toBe(401)
    expect(await knock(['desk.v1'], {}, `/ws/chat/?token=${token}`)).toBe(401)
    expect(await knock(['desk.v1'], { authorization: `Bearer ${token}` })).toBe(401)
    expect(await knock(['desk.v1', `bearer.${token}`])).toBe(101)
  })

  test('a socket request from a page of another origin returns 403', async () => {
    const { token } = await testDesk.signInAs()
    const protocols = ['desk.v1', `bearer.${token}`]
    expect(await knock(protocols, { origin: 'https://evil.example' })).toBe(403)
    expect(await knock(protocols, { origin: 'null' })).toBe(403)
    expect(await knock(protocols, { origin: 'http://localhost:8080' })).toBe(101)
    expect(await knock(protocols, { origin: deskUrl })).toBe(101)
  })
})

describe('subscribing to a ticket', () => {
  test('a subscribed socket receives the messages of the ticket; other sockets do not', async () => {
    const { socket } = await connect()
    const [mine, other] = [await openTicket(testDesk), await openTicket(testDesk)]
    await socket.subscribe(mine.ticketId)
    expect(socket.received.find((event) => event.type === 'subscribed')?.data).toEqual({
      ticket_id: mine.ticketId,
      last_seq: 1,
      last_revision: 1,
      last_version: expect.any(Number),
    })
    await postWebhook(testDesk, [textEvent(other.userId, 'ไม่ใช่ของฉัน')])
    await postWebhook(testDesk, [textEvent(mine.userId, 'ของฉัน')])
    const received = await socket.receivesType('message')
    expect(received).toMatchObject({ data: { ticket_id: mine.ticketId, seq: 2, text: 'ของฉัน' } })
    expect(socket.received.filter((event) => event.type === 'message')).toHaveLength(1)

    socket.say({ type: 'unsubscribe_ticket', ticket_id: mine.ticketId })
    socket.say({ type: 'subscribe_ticket', ticket_id: other.ticketId })
    await socket.receives((event) => event.type === 'subscribed' && event.data.ticket_id === other.ticketId)
    await postWebhook(testDesk, [textEvent(mine.userId, 'ไม่ฟังแล้ว')])
    await socket.receives(
      (event) => event.type === 'ticket_update' && event.data.last_message?.text === 'ไม่ฟังแล้ว',
    )
    expect(socket.received.filter((event) => event.type === 'message')).toHaveLength(1)
    socket.socket.close()
  })

  test('a subscription returns every message after its last_seq, even while messages arrive', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    const sockets = await Promise.all(Array.from({ length: 12 }, async () => (await connect()).socket))
    const traffic = Promise.all(
      Array.from({ length: 60 }, (_, index) => postWebhook(testDesk, [textEvent(userId, `${index}`)])),
    )
    // Subscribes one socket after another while messages arrive.
    await Promise.all(
      sockets.map(async (socket, index) => {
        await socket.receives(
          (event) => event.type === 'ticket_update' && (event.data.last_seq ?? 0) >= index * 4 + 2,
        )
        await socket.subscribe(ticketId)
      }),
    )
    await traffic
    for (const socket of sockets) {
      await socket.receives((event) => event.type === 'ticket_update' && event.data.last_seq === 61)
      const subscribed = socket.received.find((event) => event.type === 'subscribed')
      const from = subscribed?.type === 'subscribed' ? subscribed.data.last_seq : 0
      const seqs = socket.received.flatMap((event) => (event.type === 'message' ? [event.data.seq] : []))
      const expected = Array.from({ length: 61 - from }, (_, index) => from + 1 + index)
      expect(seqs.filter((seq) => seq > from)).toEqual(expected)
      socket.socket.close()
    }
  })

  test('a subscription to a forbidden or missing ticket returns an error', async () => {
    const { socket } = await connect({ channelKeys: ['main'] })
    const { ticketId } = await openTicket(testDesk, { channelKey: 'vip' })
    socket.say({ type: 'subscribe_ticket', ticket_id: ticketId })
    expect(await socket.receives((event) => event.type === 'error')).toEqual({
      type: 'error',
      data: { code: 'forbidden_channel', ticket_id: ticketId },
    })
    const missing = crypto.randomUUID()
    socket.say({ type: 'subscribe_ticket', ticket_id: missing })
    await socket.receives(
      (event) =>
        event.type === 'error' && event.data.ticket_id === missing && event.data.code === 'ticket_not_found',
    )
    socket.socket.close()
  })
})

describe('list updates over sockets', () => {
  test('list updates are sent only for permitted channels', async () => {
    const everyone = await connect()
    const narrowed = await connect({ channelKeys: ['vip'] })
    const main = await openTicket(testDesk)
    const vip = await openTicket(testDesk, { channelKey: 'vip' })
    await everyone.socket.receives(
      (event) => event.type === 'ticket_list_update' && event.data.ticket_id === vip.ticketId,
    )
    await narrowed.socket.receives(
      (event) => event.type === 'ticket_list_update' && event.data.ticket_id === vip.ticketId,
    )
    const ids = (socket: TestSocket) =>
      socket.received.flatMap((event) => (event.type === 'ticket_list_update' ? [event.data.ticket_id] : []))
    expect(ids(everyone.socket)).toEqual([main.ticketId, vip.ticketId])
    expect(ids(narrowed.socket)).toEqual([vip.ticketId])
    const { headers } = everyone
    await testDesk.app.inject({ method: 'POST', url: `/api/staff/tickets/${vip.ticketId}/accept`, headers })
    const update = await narrowed.socket.receives(
      (event) => event.type === 'ticket_update' && event.data.assigned_to?.id === everyone.staffId,
    )
    expect(update.data).not.toHaveProperty('unread_count')
    everyone.socket.socket.close()
    narrowed.socket.socket.close()
  })
})

test('permitted staff are notified when the monthly quota of a channel is used up', async () => {
  const [everyone, narrowed] = [await connect(), await connect({ channelKeys: ['vip'] })]
  for (const channelKey of ['main', 'vip'])
    testDesk.context.bus.publish({ kind: 'ticket_list_update', channelKey, reason: QUOTA_CHANGED })
  const isQuotaOf = (key: string) => (event: ServerEvent) =>
    event.type === 'ticket_list_update' &&
    event.data.reason === QUOTA_CHANGED &&
    event.data.channel_key === key
  for (const { socket } of [everyone, narrowed]) await socket.receives(isQuotaOf('vip'))
  expect(everyone.socket.received.some(isQuotaOf('main'))).toBe(true)
  expect(narrowed.socket.received.some(isQuotaOf('main'))).toBe(false)
  for (const { socket } of [everyone, narrowed]) socket.socket.close()
})

describe('sockets at the end of a session', () => {
  test('ending a session closes only the sockets of its staff member, with code 4401', async () => {
    const [gone, stays] = [await connect(), await connect()]
    await inTransaction(testDesk.context.db, async (tx) => {
      await endSessionsOf(tx, gone.staffId)
    })
    expect(await gone.socket.closed).toBe(4401)
    stays.socket.say({ type: 'ping' })
    await stays.socket.receivesType('pong')
    stays.socket.socket.close()
    expect(await knock(['desk.v1', `bearer.${gone.token}`])).toBe(401)
  })
})

describe('handling of client frames', () => {
  test('the answer to a ping contains the time of the ping and of the server', async () => {
    const { socket } = await connect()
    socket.say({ type: 'ping', at: 12.5 })
    expect(await socket.receivesType('pong')).toEqual({
      type: 'pong',
      data: { at: 12.5, server_time: expect.stringMatching(/^\d{4}-.+Z$/) },
    })
    socket.socket.close()
  })

  test.each([
    '',
    'nonsense',
    '[]',
    'null',
    '{"type":"shout"}',
    '{"type":"subscribe_ticket","ticket_id":"1"}',
    '{"type":"ping","at":"x"}',
  ])('an invalid client frame gets an error and keeps the socket open: %j', async (frame) => {
    const { socket } = await connect()
    socket.say(frame)
    expect(await socket.receivesType('error')).toEqual({ type: 'error', data: { code: 'invalid_request' } })
    socket.say({ type: 'ping' })
    await socket.receivesType('pong')
    socket.socket.close()
  })

  test('a frame over the size limit closes the socket with code 1009, and too many frames with 1008', async () => {
    const large = await connect()
    large.socket.say(`{"type":"ping","x":"${'x'.repeat(20_000)}"}`)
    expect(await large.socket.closed).toBe(1009)
    const many = await connect()
    for (let count = 0; count < 400; count += 1) many.socket.say({ type: 'ping' })
    expect(await many.socket.closed).toBe(1008)
    const pongs = many.socket.received.filter((event) => event.type === 'pong').length
    expect(pongs).toBeGreaterThanOrEqual(10)
    expect(pongs).toBeLessThan(100)
  })

  test('a message in too many fragments closes the socket with code 1008', async () => {
    const { socket } = await connect()
    for (let count = 0; count < 200; count += 1) socket.socket.send('', { fin: false })
    expect(await socket.closed).toBe(1008)
  })

  test('a staff member may have 30 sockets over all sessions, even when all are opened together', async () => {
    const { staffId, token } = await testDesk.signInAs()
    const tokens = [token, newToken()]
    const second = { tokenHash: hashToken(tokens[1] ?? ''), staffId, now: new Date(), hours: 1 }
    await openSession(testDesk.context.db, second)
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const { socket, closed } = new TestSocket(deskUrl, tokens[index % 2] ?? '')
        const greeted = new Promise<boolean>((resolve) => socket.once('message', () => resolve(true)))
        return { socket, isOpen: await Promise.race([greeted, closed.then(() => false)]) }
      }),
    )
    expect(outcomes.filter(({ isOpen }) => isOpen)).toHaveLength(30)
    for (const { socket } of outcomes) socket.terminate()
  })

  test('a socket may have 30 subscriptions', async () => {
    const { socket } = await connect()
    for (let count = 0; count < 31; count += 1) {
      const { ticketId } = await openTicket(testDesk)
      socket.say({ type: 'subscribe_ticket', ticket_id: ticketId })
    }
    expect(await socket.receivesType('error')).toMatchObject({ data: { code: 'rate_limited' } })
    expect(socket.received.filter((event) => event.type === 'subscribed')).toHaveLength(30)
    socket.socket.close()
  })
})

test('every socket, regardless of rights, is notified when the database becomes unavailable or available', async () => {
  const own = await createTestDesk()
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = own.app.server.address() as AddressInfo
  const staffMembers = await Promise.all([own.signInAs(), own.signInAs({ channelKeys: [] })])
  const sockets = staffMembers.map(({ token }) => new TestSocket(`http://127.0.0.1:${port}`, token))
  await Promise.all(sockets.map((socket) => socket.receivesType('hello')))
  const database = (state: string) =>
    Promise.all(
      sockets.map((socket) =>
        socket.receives(({ type, data }) => type === 'database' && data.state === state),
      ),
    )
  await own.database.stopDatabase()
  await database('away')
  await own.database.startDatabase()
  await database('ready')
  for (const { received } of sockets) {
    expect(received.flatMap((event) => (event.type === 'database' ? event.data.state : []))).toEqual([
      'away',
      'ready',
    ])
  }
  await own.close()
})

test('a refused upgrade request and one to another path leave no connection open', async () => {
  const own = await createTestDesk()
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = own.app.server.address() as AddressInfo
  const ends: Promise<unknown>[] = []
  for (const path of ['/ws/chat/', '/ws/chat/x', '/api/nothing', '/login', '/healthz', '/%zz']) {
    const socket = createConnection(port, '127.0.0.1')
    ends.push(once(socket, 'close'))
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: desk\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    const [response] = await once(socket, 'data')
    expect(String(response)).toMatch(/^HTTP\/1\.1 (200|400|401|404|503) /)
    // Without `connection: close`, a proxy would reuse the connection for its next request, which would then fail.
    if (path === '/ws/chat/') expect(String(response)).toMatch(/^connection: close\r$/im)
  }
  // Waits for all connections: the test would not end if a refused upgrade had left its connection open.
  await own.close()
  await Promise.all(ends)
})

// The timeout is below the 30 s after which the WebSocket library itself closes an unresponsive socket.
test('an unresponsive socket does not block the shutdown', {
  timeout: 28_000,
}, async () => {
  const own = await createTestDesk()
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = own.app.server.address() as AddressInfo
  const { token } = await own.signInAs()
  const deaf = new TestSocket(`http://127.0.0.1:${port}`, token)
  await deaf.receivesType('hello')
  deaf.socket.pause()
  await own.close()
  deaf.socket.terminate()
})

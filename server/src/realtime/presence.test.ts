import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { ServerEvent } from 'shared/contract/realtime.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { createLocalBus } from '../event-bus.ts'
import { addRateLimit } from '../http/rate-limit.ts'
import { addSessionCheck } from '../http/session-hook.ts'
import type { ServerContext } from '../server-context.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { startNotificationListener } from '../sessions/notification-listener.ts'
import { openTicket } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'
import { Presence } from './presence.ts'
import { realtimeRoutes } from './socket-routes.ts'
import { Client, Sockets } from './sockets.ts'

let testDesk: TestDesk
/** URLs of two server processes on one database, and of a process with a short ping interval. */
const urls = { one: '', two: '', quick: '' }
const ends: (() => unknown)[] = []

async function listen(app: ReturnType<typeof Fastify>): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  const other: ServerContext = {
    ...testDesk.context,
    bus: createLocalBus((error) => {
      throw error
    }),
  }
  const listeners = [startNotificationListener(testDesk.context), startNotificationListener(other)]
  await Promise.all(listeners.map((each) => each.ready))
  const second = await buildApp(other, { maxEventLoopDelayMs: 0 })
  const quick = Fastify()
  addSessionCheck(quick, testDesk.context, await addRateLimit(quick, 1_000))
  await realtimeRoutes(quick, testDesk.context, { heartbeatMs: 500 })
  urls.one = await listen(testDesk.app as never)
  urls.two = await listen(second as never)
  urls.quick = await listen(quick)
  ends.push(
    ...listeners.map((each) => () => each.stop()),
    () => second.close(),
    () => quick.close(),
  )
})
afterAll(async () => {
  for (const end of ends) await end()
  await testDesk?.close()
})

async function connect(
  name: string,
  { url = urls.one, channelKeys }: { url?: string; channelKeys?: string[] } = {},
) {
  const staffMember = await testDesk.signInAs({ displayName: name, ...(channelKeys ? { channelKeys } : {}) })
  const socket = new TestSocket(url, staffMember.token)
  await socket.receivesType('hello')
  return { ...staffMember, socket }
}

/** Returns the viewers' names last sent to the socket for the ticket; names of viewers who type are marked. */
function seenIn({ socket }: { socket: TestSocket }, ticketId: string): string[] {
  const last = socket.received.findLast(
    (event) => event.type === 'presence' && event.data.ticket_id === ticketId,
  )
  if (last?.type !== 'presence') return []
  return last.data.viewers.map(({ display_name, typing }) => `${display_name}${typing ? ' …' : ''}`).sort()
}
const view = ({ socket }: { socket: TestSocket }, ticket_id: string | null) =>
  socket.say({ type: 'viewing', ticket_id })
const soon = { timeout: 10_000 }

describe('presence of viewers', () => {
  test('staff with a right to the channel see viewers arrive and leave on every server process', async () => {
    const { ticketId } = await openTicket(testDesk)
    const [somchai, malee, stranger] = [
      await connect('สมชาย'),
      await connect('มาลี', { url: urls.two }),
      await connect('คนนอก', { channelKeys: ['vip'] }),
    ]
    view(somchai, ticketId)
    await expect.poll(() => seenIn(malee, ticketId), soon).toEqual(['สมชาย'])
    view(malee, ticketId)
    for (const each of [somchai, malee])
      await expect.poll(() => seenIn(each, ticketId), soon).toEqual(['มาลี', 'สมชาย'])

    // Checks that a socket that connects later immediately receives the viewers of both processes.
    for (const url of [urls.one, urls.two]) {
      const late = await connect('มาทีหลัง', { url })
      await expect.poll(() => seenIn(late, ticketId), soon).toEqual(['มาลี', 'สมชาย'])
      late.socket.socket.close()
    }
    view(somchai, null)
    for (const each of [somchai, malee])
      await expect.poll(() => seenIn(each, ticketId), soon).toEqual(['มาลี'])
    malee.socket.socket.close()
    await expect.poll(() => seenIn(somchai, ticketId), soon).toEqual([])

    // Sends two frames, which are handled in order: the response to the second shows that the first was refused.
    view(stranger, ticketId)
    await stranger.socket.receives(
      (event) => event.type === 'error' && event.data.code === 'forbidden_channel',
    )
    expect(seenIn(somchai, ticketId)).toEqual([])
    expect(stranger.socket.received.filter(({ type }) => type === 'presence')).toEqual([])
    for (const each of [somchai, stranger]) each.socket.socket.close()
  })

  test('a new viewer is published within a second', async () => {
    const { ticketId } = await openTicket(testDesk)
    const [somchai, malee] = [await connect('สมชาย'), await connect('มาลี', { url: urls.two })]
    // Measures several times and keeps the shortest time, because the machine may be busy.
    let quickest = Number.POSITIVE_INFINITY
    for (let time = 0; time < 5 && quickest >= 1_000; time += 1) {
      const begun = performance.now()
      view(somchai, ticketId)
      await expect.poll(() => seenIn(malee, ticketId), { ...soon, interval: 10 }).toEqual(['สมชาย'])
      quickest = Math.min(quickest, performance.now() - begun)
      view(somchai, null)
      await expect.poll(() => seenIn(malee, ticketId), { ...soon, interval: 10 }).toEqual([])
    }
    expect(quickest).toBeLessThan(1_000)
    for (const each of [somchai, malee]) each.socket.socket.close()
  })

  test('a lost connection is detected by pings, and its viewer is removed', async () => {
    const { ticketId } = await openTicket(testDesk)
    const [dead, alive] = [
      await connect('สมชาย', { url: urls.quick }),
      await connect('มาลี', { url: urls.quick }),
    ]
    view(dead, ticketId)
    await expect.poll(() => seenIn(alive, ticketId), soon).toEqual(['สมชาย'])
    // Stops reading from the socket, like a phone that lost its network.
    dead.socket.socket.pause()
    await expect.poll(() => seenIn(alive, ticketId), soon).toEqual([])
    dead.socket.socket.terminate()
    alive.socket.socket.close()
  })

  test('a viewer with a lost connection is removed immediately when the session ends', async () => {
    const { ticketId } = await openTicket(testDesk)
    const [dead, alive] = [await connect('สมชาย'), await connect('มาลี')]
    view(dead, ticketId)
    await expect.poll(() => seenIn(alive, ticketId), soon).toEqual(['สมชาย'])
    dead.socket.socket.pause()
    testDesk.context.bus.publish({ kind: 'session_ended', staffId: dead.staffId })
    await expect.poll(() => seenIn(alive, ticketId), soon).toEqual([])
    dead.socket.socket.terminate()
    alive.socket.socket.close()
  })

  test('typing of a staff member is shown to other staff until the reply is sent', async () => {
    const { ticketId } = await openTicket(testDesk)
    const [somchai, malee] = [await connect('สมชาย'), await connect('มาลี', { url: urls.two })]
    view(somchai, ticketId)
    await expect.poll(() => seenIn(malee, ticketId), soon).toEqual(['สมชาย'])
    somchai.socket.say({ type: 'typing', ticket_id: ticketId })
    await expect.poll(() => seenIn(malee, ticketId), soon).toEqual(['สมชาย …'])
    const { headers } = somchai
    const url = `/api/staff/tickets/${ticketId}/send`
    await testDesk.app.inject({
      method: 'POST',
      url,
      headers,
      payload: { type: 'text', text: 'รับเรื่องแล้วค่ะ' },
    })
    await expect.poll(() => seenIn(malee, ticketId), soon).toEqual(['สมชาย'])
    for (const each of [somchai, malee]) each.socket.socket.close()
  })
})

test('reading a ticket notifies only the sockets of the staff member who read it', async () => {
  const { ticketId } = await openTicket(testDesk)
  const [somchai, malee] = [await connect('สมชาย'), await connect('มาลี')]
  const phone = new TestSocket(urls.two, somchai.token)
  await phone.receivesType('hello')
  const { headers } = somchai
  await testDesk.app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${ticketId}/read`,
    headers,
    payload: { seq: 1 },
  })
  for (const socket of [somchai.socket, phone])
    expect((await socket.receivesType('ticket_read')).data).toEqual({ ticket_id: ticketId, seq: 1 })
  await malee.socket.subscribe(ticketId)
  expect(malee.socket.received.some(({ type }) => type === 'ticket_read')).toBe(false)
  for (const socket of [somchai.socket, phone, malee.socket]) socket.socket.close()
})

describe('presence of viewers over time', () => {
  const TICKET = { ticketId: 't1', channelKey: 'main' }
  const staffMember = (id: string) => ({
    id,
    line_user_id: id,
    display_name: id,
    full_name: null,
    username: null,
    avatar_url: null,
  })

  function start() {
    vi.useFakeTimers()
    const sockets = new Sockets(testDesk.context.mediaAddresses)
    const clientOf = (id: string) => {
      const received: ServerEvent[] = []
      const socket = {
        readyState: 1,
        bufferedAmount: 0,
        send: (text: string) => received.push(JSON.parse(text)),
      }
      const signedIn = {
        staff: { id, lineUserId: id, displayName: id, pictureUrl: null },
        scope: ChannelScope.granted({ allChannels: true, channelKeys: [] }),
      }
      const client = new Client(socket as never, signedIn as never)
      sockets.add(client)
      return { client, received }
    }
    const texts: unknown[] = []
    const context = { bus: { id: 'here' }, db: { execute: async () => texts.push(1) } }
    const presence = new Presence(context as never, sockets, () => Date.now())
    const shownViewers = (received: ServerEvent[]) => {
      const last = received.at(-1)
      return last?.type === 'presence'
        ? last.data.viewers.map(({ id, typing }) => ({ id, typing }))
        : undefined
    }
    return { presence, clientOf, shownViewers, texts }
  }
  afterAll(() => void vi.useRealTimers())

  test('the typing indicator ends 10 s after the last typing frame', () => {
    const { presence, clientOf, shownViewers } = start()
    const [a, b] = [clientOf('a'), clientOf('b')]
    presence.view(a.client, TICKET)
    presence.type(a.client, 't1')
    presence.type(b.client, 't1')
    vi.advanceTimersByTime(300)
    expect(shownViewers(b.received)).toEqual([{ id: 'a', typing: true }])
    vi.advanceTimersByTime(8_000)
    presence.type(a.client, 't1')
    vi.advanceTimersByTime(9_000)
    expect(shownViewers(b.received)).toEqual([{ id: 'a', typing: true }])
    vi.advanceTimersByTime(2_500)
    expect(shownViewers(b.received)).toEqual([{ id: 'a', typing: false }])
    presence.close()
  })

  test('the typing indicator ends immediately when the ticket is closed, and is kept on other changes', () => {
    const { presence, clientOf, shownViewers } = start()
    const { client, received } = clientOf('a')
    presence.view(client, TICKET)
    presence.type(client, 't1')
    const change = (status: 'OPEN' | 'CLOSED') =>
      presence.handle({
        ...{ kind: 'ticket', channelKey: 'main', ticketId: 't1' },
        events: [{ type: 'ticket_update', data: { id: 't1', channel_key: 'main', status } as never }],
      })
    change('OPEN')
    vi.advanceTimersByTime(300)
    expect(shownViewers(received)).toEqual([{ id: 'a', typing: true }])
    change('CLOSED')
    vi.advanceTimersByTime(300)
    expect(shownViewers(received)).toEqual([{ id: 'a', typing: false }])
    presence.close()
  })

  test('several sockets of one staff member are one viewer, who remains when one of them leaves', () => {
    const { presence, clientOf, shownViewers } = start()
    const [first, other, second] = [clientOf('a'), clientOf('b'), clientOf('a')]
    const later = Array.from({ length: 10 }, () => clientOf('a'))
    for (const { client } of [first, other, second]) presence.view(client, TICKET)
    vi.advanceTimersByTime(300)
    expect(shownViewers(other.received)).toHaveLength(2)
    for (const { client } of later) {
      presence.view(client, TICKET)
      vi.advanceTimersByTime(300)
    }
    presence.view(first.client, null)
    vi.advanceTimersByTime(300)
    expect(other.received).toHaveLength(1)
    presence.close()
  })

  test('viewers of a silent server process are removed, and the viewers of this process are published again', () => {
    const { presence, clientOf, shownViewers, texts } = start()
    const { client, received } = clientOf('a')
    const viewers = [{ staffMember: staffMember('x'), views: [{ ...TICKET, typing: false }] }]
    presence.handle({ kind: 'viewers', server: 'elsewhere', viewers })
    vi.advanceTimersByTime(300)
    expect(shownViewers(received)).toEqual([{ id: 'x', typing: false }])
    vi.advanceTimersByTime(6_000)
    presence.handle({ kind: 'viewers', server: 'elsewhere', viewers })
    vi.advanceTimersByTime(6_000)
    expect(shownViewers(received)).toEqual([{ id: 'x', typing: false }])
    expect(received).toHaveLength(1)
    vi.advanceTimersByTime(4_000)
    expect(shownViewers(received)).toEqual([])
    expect(texts).toEqual([])
    presence.view(client, TICKET)
    vi.advanceTimersByTime(10_000)
    expect(texts.length).toBeGreaterThanOrEqual(3)
    presence.close()
  })
})

import type { AddressInfo } from 'node:net'
import { listMentions } from 'shared/contract/notes/mentions.call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { createLocalBus } from '../event-bus.ts'
import { startNotificationListener } from '../sessions/notification-listener.ts'
import { openTicket } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'
import { handleMentions, MENTION_CHANNEL } from './mention.store.ts'

let testDesk: TestDesk
const stops: (() => unknown)[] = []
const urls: string[] = []

/** Creates two server processes that share one database. */
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip', 'OA VIP')
  for (const which of ['one', 'other']) {
    const bus = createLocalBus((error) => {
      throw error
    })
    const context = which === 'one' ? testDesk.context : { ...testDesk.context, bus }
    const app = which === 'one' ? testDesk.app : await buildApp(context, { maxEventLoopDelayMs: 0 })
    await app.listen({ port: 0, host: '127.0.0.1' })
    urls.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
    const listener = startNotificationListener(context, new Map([[MENTION_CHANNEL, handleMentions(context)]]))
    await listener.ready
    stops.push(() => listener.stop())
    if (which === 'other') stops.push(() => app.close())
  }
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await testDesk?.close()
})

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { headers }: TestStaff,
  payload?: object,
) => testDesk.app.inject({ method, url: `/api/staff${url}`, headers, ...(payload ? { payload } : {}) })
let clientIds = 0
async function note(ticketId: string, by: TestStaff, named: TestStaff[], text = 'ช่วยดูให้หน่อย') {
  clientIds += 1
  const response = await call('POST', `/tickets/${ticketId}/notes`, by, {
    text,
    client_id: `m${clientIds}`,
    mentions: named.map(({ staffId }) => staffId),
  })
  expect(response.statusCode).toBe(200)
  return response.json() as { id: string; note: { mentions: { id: string }[] } }
}
const unseenBy = async (staffMember: TestStaff) =>
  listMentions.response.parse((await call('GET', '/mentions', staffMember)).json())

test('a mention notifies only the mentioned staff member, on every server, and stays listed afterwards', async () => {
  const [writer, named, other] = [
    await testDesk.signInAs({ displayName: 'เอ' }),
    await testDesk.signInAs(),
    await testDesk.signInAs(),
  ]
  const { ticketId } = await openTicket(testDesk)
  const sockets = urls.map((url) => new TestSocket(url, named.token))
  const elsewhere = new TestSocket(urls[0] ?? '', other.token)
  for (const socket of [...sockets, elsewhere]) await socket.receivesType('hello')
  const { id } = await note(ticketId, writer, [named], 'คุณบี ช่วยเช็กยอดให้หน่อยค่ะ')
  const mention = {
    id,
    ticket_id: ticketId,
    channel_key: 'main',
    text: 'คุณบี ช่วยเช็กยอดให้หน่อยค่ะ',
    after_seq: 1,
    staff: expect.objectContaining({ id: writer.staffId, display_name: 'เอ' }),
  }
  for (const socket of sockets)
    expect(await socket.receivesType('mention')).toMatchObject({ type: 'mention', data: mention })
  // Waits for a pong, so that all earlier events have arrived, and checks that none is a mention.
  elsewhere.say({ type: 'ping' })
  await elsewhere.receivesType('pong')
  expect(elsewhere.received.map(({ type }) => type)).not.toContain('mention')
  for (const socket of [...sockets, elsewhere]) socket.socket.close()

  expect(await unseenBy(named)).toMatchObject({ total: 1, items: [mention] })
  expect(await unseenBy(other)).toEqual({ total: 0, items: [] })
})

test('a mention is removed when it is seen, its note is deleted, or the note no longer contains it', async () => {
  const [writer, named] = [await testDesk.signInAs(), await testDesk.signInAs()]
  const tickets = [await openTicket(testDesk), await openTicket(testDesk), await openTicket(testDesk)]
  const [first = '', second = '', third = ''] = tickets.map(({ ticketId }) => ticketId)
  await note(first, writer, [named])
  const removed = await note(second, writer, [named])
  const changed = await note(third, writer, [named])
  const ticketsOf = async () => (await unseenBy(named)).items.map(({ ticket_id }) => ticket_id)
  expect(await ticketsOf()).toEqual([third, second, first])
  await call('DELETE', `/notes/${removed.id}`, writer)
  expect(await ticketsOf()).toEqual([third, first])
  await call('POST', '/mentions/seen', named, { ticket_id: first })
  expect(await ticketsOf()).toEqual([third])
  await call('PUT', `/notes/${changed.id}`, writer, { text: 'ไม่เป็นไรแล้ว', mentions: [] })
  expect(await ticketsOf()).toEqual([])
  await note(first, writer, [named])
  await note(second, writer, [named])
  expect((await unseenBy(named)).total).toBe(2)
  await call('POST', '/mentions/seen', writer, {})
  expect((await unseenBy(named)).total).toBe(2)
  await call('POST', '/mentions/seen', named, {})
  expect((await unseenBy(named)).total).toBe(0)
})

test('deleting or changing a note notifies staff with an unseen mention, on every server', async () => {
  const [writer, named, other, seen] = [
    await testDesk.signInAs(),
    await testDesk.signInAs(),
    await testDesk.signInAs(),
    await testDesk.signInAs(),
  ]
  const { ticketId } = await openTicket(testDesk)
  const removed = await note(ticketId, writer, [named, seen])
  const changed = await note(ticketId, writer, [named, other, seen])
  await call('POST', '/mentions/seen', seen, {})
  const sockets = urls.map((url) => new TestSocket(url, named.token))
  const [others, seers] = [other, seen].map(({ token }) => new TestSocket(urls[0] ?? '', token))
  if (others === undefined || seers === undefined) throw new Error('two sockets were opened')
  const all = [...sockets, others, seers]
  for (const socket of all) await socket.receivesType('hello')
  const updates = ({ received }: TestSocket) =>
    received.filter(({ type }) => type === 'mentions_update').length

  await call('DELETE', `/notes/${removed.id}`, writer)
  for (const socket of sockets)
    expect(await socket.receivesType('mentions_update')).toMatchObject({ data: { channel_key: 'main' } })
  const mentions = [other.staffId]
  await call('PUT', `/notes/${changed.id}`, writer, { text: 'ไม่เป็นไรแล้ว', mentions })
  for (const socket of sockets) await expect.poll(() => updates(socket)).toBe(2)
  // Checks that this staff member, who is still mentioned, receives the changed text.
  await others.receivesType('mentions_update')
  seers.say({ type: 'ping' })
  await seers.receivesType('pong')
  expect([updates(others), updates(seers)]).toEqual([1, 0])
  for (const socket of all) socket.socket.close()
})

test('only the listed mentions are marked as seen, not those that arrive meanwhile', async () => {
  const [writer, named] = [await testDesk.signInAs(), await testDesk.signInAs()]
  const { ticketId } = await openTicket(testDesk)
  await note(ticketId, writer, [named])
  const listed = (await unseenBy(named)).items.map(({ id }) => id)
  const later = await note(ticketId, writer, [named])
  await call('POST', '/mentions/seen', named, { note_ids: listed })
  expect((await unseenBy(named)).items.map(({ id }) => id)).toEqual([later.id])
})

test('a note cannot mention its writer, suspended staff or staff without access to the channel', async () => {
  const writer = await testDesk.signInAs()
  const [stranger, suspended] = [await testDesk.signInAs({ channelKeys: ['vip'] }), await testDesk.signInAs()]
  await testDesk.context.db.$client.query(`update staff set status = 'SUSPENDED' where id = $1`, [
    suspended.staffId,
  ])
  const { ticketId } = await openTicket(testDesk)
  const missing = { ...writer, staffId: '00000000-0000-4000-8000-000000000000' }
  const made = await note(ticketId, writer, [writer, stranger, suspended, missing])
  expect(made.note.mentions).toEqual([])
  expect((await unseenBy(stranger)).items).toEqual([])
})

test('mentions in a channel are not returned once the right to the channel is revoked', async () => {
  const [writer, named] = [await testDesk.signInAs(), await testDesk.signInAs({ channelKeys: ['main'] })]
  const { ticketId } = await openTicket(testDesk)
  await note(ticketId, writer, [named])
  expect((await unseenBy(named)).total).toBe(1)
  await testDesk.context.db.$client.query('update staff_channels set channel_key = $2 where staff_id = $1', [
    named.staffId,
    'vip',
  ])
  expect(await unseenBy(named)).toEqual({ items: [], total: 0 })
})

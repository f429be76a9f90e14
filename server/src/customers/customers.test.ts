import type { AddressInfo } from 'node:net'
import { MAX_CUSTOMER_NOTES, MAX_CUSTOMER_TAGS } from 'shared/contract/constants.ts'
import { CustomerCardSchema } from 'shared/contract/customers/customer-card.ts'
import { listCustomerTickets } from 'shared/contract/customers/list-customer-tickets.call.ts'
import { getTicket } from 'shared/contract/tickets/get-ticket.call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { EVENT_CHANNEL, publishNotice } from '../cluster-events.ts'
import { createLocalBus } from '../event-bus.ts'
import { startNotificationListener } from '../sessions/notification-listener.ts'
import { openTicket } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('promo', 'OA โปรโมชัน')
})
afterAll(() => testDesk?.close())

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { headers }: TestStaff,
  payload?: object,
) => testDesk.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) })

/** Creates a customer with a message and the ticket that the message opened. */
async function newCustomer(more: Parameters<typeof openTicket>[1] = {}) {
  const opened = await openTicket(testDesk, more)
  const { rows } = await testDesk.context.db.$client.query<{ id: string }>(
    'select customer_id as id from tickets where id = $1',
    [opened.ticketId],
  )
  return { ...opened, id: rows[0]?.id ?? '' }
}
const cardOf = async (id: string, staffMember: TestStaff) =>
  CustomerCardSchema.parse((await call('GET', `/staff/customers/${id}`, staffMember)).json())
const tag = (id: string, staffMember: TestStaff, name: string) =>
  call('POST', `/staff/customers/${id}/tags`, staffMember, { name })
const namesOf = (response: { json(): unknown }) =>
  CustomerCardSchema.parse(response.json()).tags.map(({ name }) => name)
let clientIds = 0
const note = (id: string, staffMember: TestStaff, text: string, client_id = `n${++clientIds}`) =>
  call('POST', `/staff/customers/${id}/notes`, staffMember, { text, client_id })

describe('a customer', () => {
  test('a customer includes the other visible channels in which the LINE user writes', async () => {
    const userId = randomLineUserId()
    const here = await newCustomer({ userId })
    const there = await newCustomer({ userId, channelKey: 'promo' })
    const [all, one] = [await testDesk.signInAs(), await testDesk.signInAs({ channelKeys: ['main'] })]
    expect(await cardOf(here.id, all)).toMatchObject({
      line_user_id: userId,
      is_vip: false,
      channel: { key: 'main', name: 'OA หลัก' },
      tags: [],
      notes: [],
      elsewhere: [
        {
          customer_id: there.id,
          channel: { key: 'promo', name: 'OA โปรโมชัน' },
          ticket_id: there.ticketId,
          is_open: true,
        },
      ],
    })
    expect((await cardOf(here.id, one)).elsewhere).toEqual([])
  })

  test('customer calls return forbidden_channel for another channel, and not_found for an unknown id', async () => {
    const { id } = await newCustomer({ channelKey: 'promo' })
    const staffMember = await testDesk.signInAs({ channelKeys: ['main'] })
    const calls: Parameters<typeof call>[] = [
      ['GET', `/staff/customers/${id}`, staffMember],
      ['GET', `/staff/customers/${id}/tickets`, staffMember],
      ['GET', '/staff/tags?channel_key=promo', staffMember],
      ['POST', `/staff/customers/${id}/tags`, staffMember, { name: 'ก' }],
      ['DELETE', `/staff/customers/${id}/tags/${id}`, staffMember],
      ['POST', `/staff/customers/${id}/notes`, staffMember, { text: 'ก', client_id: 'x' }],
      ['PUT', `/staff/customers/${id}/notes/${id}`, staffMember, { text: 'ก', version: 1 }],
      ['DELETE', `/staff/customers/${id}/notes/${id}`, staffMember],
    ]
    for (const each of calls)
      expect((await call(...each)).json()).toMatchObject({ code: 'forbidden_channel' })
    const missingId = '00000000-0000-4000-8000-000000000000'
    expect((await call('GET', `/staff/customers/${missingId}`, staffMember)).json()).toMatchObject({
      code: 'not_found',
    })
  })
})

describe("a customer's tickets", () => {
  test("returns a customer's tickets in pages, newest first, or only those before a given ticket", async () => {
    const staffMember = await testDesk.signInAs()
    const userId = randomLineUserId()
    const ids: string[] = []
    for (let tickets = 0; tickets < 4; tickets += 1) {
      const { ticketId } = await newCustomer({ userId })
      if (tickets < 3) await call('POST', `/staff/tickets/${ticketId}/close`, staffMember)
      ids.unshift(ticketId)
    }
    const { id } = await newCustomer({ userId })
    const page = async (query: string) =>
      listCustomerTickets.response.parse(
        (await call('GET', `/staff/customers/${id}/tickets?${query}`, staffMember)).json(),
      )
    const [first, second] = [await page('limit=3'), await page(`limit=3&before=${ids[2]}`)]
    expect(first.items.map((ticket) => ticket.id)).toEqual(ids.slice(0, 3))
    expect(first.has_more).toBe(true)
    expect(first.items[1]).toMatchObject({ status: 'CLOSED', closed_by: { id: staffMember.staffId } })
    expect(second).toMatchObject({ items: [{ id: ids[3] }], has_more: false })
    const other = await newCustomer()
    expect(await page(`before=${other.ticketId}`)).toEqual({ items: [], has_more: false })
  })
})

describe('tags of a customer', () => {
  test('reuses tags for names that look equal, and deletes a tag with its last customer', async () => {
    const staffMember = await testDesk.signInAs()
    const [one, other] = [await newCustomer(), await newCustomer()]
    await tag(one.id, staffMember, ' โอนบ่อย ')
    await tag(one.id, staffMember, 'Gold')
    expect(namesOf(await tag(one.id, staffMember, 'GOLD'))).toEqual(['โอนบ่อย', 'Gold'])
    expect(namesOf(await tag(other.id, staffMember, 'gold'))).toEqual(['Gold'])
    const list = async () => (await call('GET', '/staff/tags?channel_key=main', staffMember)).json().items
    expect(await list()).toMatchObject([{ name: 'Gold' }, { name: 'โอนบ่อย' }])
    const [gold, often] = await list()
    const off = (id: string, tagId: string) =>
      call('DELETE', `/staff/customers/${id}/tags/${tagId}`, staffMember)
    await off(one.id, gold.id)
    expect(namesOf(await off(one.id, gold.id))).toEqual(['โอนบ่อย'])
    expect((await cardOf(other.id, staffMember)).tags).toEqual([gold])
    await off(one.id, often.id)
    expect(await list()).toMatchObject([{ name: 'Gold' }])
    await off(other.id, gold.id)
    expect(await list()).toEqual([])
  })

  test('refuses tags with an invisible or too long name, and too many tags', async () => {
    const staffMember = await testDesk.signInAs()
    const { id } = await newCustomer()
    for (const name of [
      '',
      '  ',
      '\u200b\u200d',
      'ก'.repeat(31),
      'a\0b',
      'a\u202eb',
      'ก\u200b',
      '--',
      '\u0e49',
    ])
      expect((await tag(id, staffMember, name)).statusCode).toBe(400)
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
    for (const name of [family, '\u{1f1f9}\u{1f1ed}']) {
      const [{ id: tagId } = { id: '' }] = CustomerCardSchema.parse(
        (await tag(id, staffMember, name)).json(),
      ).tags
      await call('DELETE', `/staff/customers/${id}/tags/${tagId}`, staffMember)
    }
    const list = await call('GET', '/staff/tags?channel_key=ma%00in', staffMember)
    expect(list.statusCode).toBe(400)
    for (let n = 0; n < MAX_CUSTOMER_TAGS; n += 1) await tag(id, staffMember, `แท็ก ${n}`)
    expect((await tag(id, staffMember, 'อีกหนึ่ง')).json()).toMatchObject({ code: 'customer_full' })
    expect((await tag(id, staffMember, 'แท็ก 3')).statusCode).toBe(200)
  })

  test('creates one tag for concurrent requests with the same name', async () => {
    const staffMember = await testDesk.signInAs()
    const customers = await Promise.all([newCustomer(), newCustomer(), newCustomer()])
    const responses = await Promise.all(customers.map(({ id }) => tag(id, staffMember, 'พร้อมกัน')))
    const ids = responses.map((response) => CustomerCardSchema.parse(response.json()).tags[0]?.id)
    expect(new Set(ids).size).toBe(1)
  })
})

test('adding a tag does not lock the customer while it waits for the lock of the tags', async () => {
  const staffMember = await testDesk.signInAs()
  const { id } = await newCustomer()
  const { $client } = testDesk.context.db
  const other = await $client.connect()
  try {
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(hashtextextended('tags of channel main', 0))`)
    const tagged = tag(id, staffMember, 'รอคิว')
    await expect
      .poll(async () => {
        const { rows } = await $client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        )
        return rows.length
      })
      .toBe(1)
    await other.query(`select id from customers where id = $1 for no key update nowait`, [id])
    await other.query('commit')
    expect(namesOf(await tagged)).toEqual(['รอคิว'])
  } finally {
    other.release()
  }
})

describe('notes about a customer', () => {
  test('a customer note is stored once, edited only in its current version, and deleted only by author or manager', async () => {
    const [writer, otherAgent] = [
      await testDesk.signInAs({ displayName: 'เอ' }),
      await testDesk.signInAs({ displayName: 'บี' }),
    ]
    const manager = await testDesk.signInAs({ role: 'BUSINESS' })
    const { id } = await newCustomer()
    await note(id, writer, ' ชอบให้โทรกลับ ', 'same')
    await note(id, writer, 'ชอบให้โทรกลับ', 'same')
    const [written] = (await cardOf(id, otherAgent)).notes
    expect(written).toMatchObject({
      text: 'ชอบให้โทรกลับ',
      staff: { display_name: 'เอ' },
      version: 1,
      edited_by: null,
      can_remove: false,
    })
    const change = (staffMember: TestStaff, text: string, version: number) =>
      call('PUT', `/staff/customers/${id}/notes/${written?.id}`, staffMember, { text, version })
    expect(CustomerCardSchema.parse((await change(otherAgent, 'โทรหลังหกโมง', 1)).json()).notes).toMatchObject(
      [{ text: 'โทรหลังหกโมง', version: 2, staff: { display_name: 'เอ' }, edited_by: { display_name: 'บี' } }],
    )
    expect((await change(writer, 'ไม่ต้องโทร', 1)).json()).toMatchObject({ code: 'conflict' })
    // An empty text would delete the note, which only its author and managers may do.
    for (const empty of ['', ' \n ', '\u200b', '\u3164\u2060 \u2800', '\u0e49'])
      expect((await change(otherAgent, empty, 2)).json()).toMatchObject({ code: 'invalid_request' })
    expect((await cardOf(id, writer)).notes).toMatchObject([{ text: 'โทรหลังหกโมง', can_remove: true }])

    const remove = (staffMember: TestStaff) =>
      call('DELETE', `/staff/customers/${id}/notes/${written?.id}`, staffMember)
    expect((await remove(otherAgent)).json()).toMatchObject({ code: 'forbidden' })
    expect((await remove(manager)).json()).toMatchObject({ notes: [] })
    expect((await remove(writer)).statusCode).toBe(200)
    expect((await change(writer, 'อีกครั้ง', 3)).json()).toMatchObject({ code: 'not_found' })
    const { rows } = await testDesk.context.db.$client.query(
      'select text from customer_notes where id = $1',
      [written?.id],
    )
    expect(rows).toEqual([{ text: null }])
  })

  test('the limit of customer notes does not count deleted notes', async () => {
    const staffMember = await testDesk.signInAs()
    const { id } = await newCustomer()
    await testDesk.context.db.$client.query(
      `insert into customer_notes (customer_id, staff_id, client_id, text, created_at)
       select $1, $2, n::text, 'โน้ต', now() from generate_series(1, $3::int) n`,
      [id, staffMember.staffId, MAX_CUSTOMER_NOTES],
    )
    expect((await note(id, staffMember, 'เกิน')).json()).toMatchObject({ code: 'customer_full' })
    const [first] = (await cardOf(id, staffMember)).notes
    await call('DELETE', `/staff/customers/${id}/notes/${first?.id}`, staffMember)
    expect((await note(id, staffMember, 'พอดี')).statusCode).toBe(200)
  })
})

describe('VIP mark', () => {
  test('only managers set the VIP mark, which updates the open ticket', async () => {
    const [manager, agent] = [await testDesk.signInAs({ role: 'BUSINESS' }), await testDesk.signInAs()]
    const { id, ticketId } = await newCustomer()
    const set = (staffMember: TestStaff, is_vip: boolean) =>
      call('POST', `/business/customers/${id}/vip`, staffMember, { is_vip })
    const ticket = async () =>
      getTicket.response.parse((await call('GET', `/staff/tickets/${ticketId}`, agent)).json())
    expect((await set(agent, true)).statusCode).toBe(403)
    const before = await ticket()
    expect((await set(manager, true)).json()).toMatchObject({ id, is_vip: true })
    expect(await ticket()).toMatchObject({
      priority: 'VIP',
      profile: { is_vip: true },
      version: before.version + 1,
    })
    await set(manager, true)
    expect((await ticket()).version).toBe(before.version + 1)
    await set(manager, false)
    expect(await ticket()).toMatchObject({ priority: 'NORMAL', profile: { is_vip: false } })
    const { rows } = await testDesk.context.db.$client.query(
      `select data from ticket_events where ticket_id = $1 and kind = 'vip_changed' order by id`,
      [ticketId],
    )
    expect(rows).toEqual([{ data: { is_vip: true } }, { data: { is_vip: false } }])
  })

  test('records the VIP mark on the newest ticket when no ticket is open', async () => {
    const manager = await testDesk.signInAs({ role: 'BUSINESS' })
    const userId = randomLineUserId()
    const first = await newCustomer({ userId })
    await call('POST', `/staff/tickets/${first.ticketId}/close`, manager)
    const { id, ticketId } = await newCustomer({ userId })
    await call('POST', `/staff/tickets/${ticketId}/close`, manager)
    await call('POST', `/business/customers/${id}/vip`, manager, { is_vip: true })
    const { rows } = await testDesk.context.db.$client.query(
      `select ticket_id, staff_id from ticket_events where kind = 'vip_changed' and ticket_id = any($1)`,
      [[first.ticketId, ticketId]],
    )
    expect(rows).toEqual([{ ticket_id: ticketId, staff_id: manager.staffId }])
  })

  test('refuses a VIP mark in a channel without access', async () => {
    const manager = await testDesk.signInAs({ role: 'BUSINESS', channelKeys: ['main'] })
    const { id } = await newCustomer({ channelKey: 'promo' })
    const response = await call('POST', `/business/customers/${id}/vip`, manager, { is_vip: true })
    expect(response.json()).toMatchObject({ code: 'forbidden_channel' })
  })
})

test('publishes customer changes on every server to staff with access to the channel', async () => {
  const bus = createLocalBus((error) => {
    throw error
  })
  const other = { ...testDesk.context, bus }
  const app = await buildApp(other, { maxEventLoopDelayMs: 0 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const listener = startNotificationListener(
    other,
    new Map([[EVENT_CHANNEL, (notice: string) => publishNotice(other, notice)]]),
  )
  try {
    await listener.ready
    const [writer, reader, stranger] = [
      await testDesk.signInAs(),
      await testDesk.signInAs({ channelKeys: ['main'] }),
      await testDesk.signInAs({ channelKeys: ['promo'] }),
    ]
    const { id, ticketId } = await newCustomer()
    const sockets = [new TestSocket(url, reader.token), new TestSocket(url, stranger.token)] as const
    for (const socket of sockets) await socket.receivesType('hello')
    await tag(id, writer, 'บอกต่อ')
    expect(await sockets[0].receivesType('customer_update')).toEqual({
      type: 'customer_update',
      data: { customer_id: id, channel_key: 'main' },
    })
    sockets[1].say({ type: 'ping' })
    await sockets[1].receivesType('pong')
    expect(sockets[1].received.map(({ type }) => type)).not.toContain('customer_update')
    // Adds a tag that the customer already has, which publishes nothing.
    await tag(id, writer, 'บอกต่อ')
    await note(id, writer, 'โน้ต')
    await sockets[0].receives(
      (event) =>
        event.type === 'customer_update' &&
        sockets[0].received.filter(({ type }) => type === 'customer_update').length === 2,
    )
    // Sets the VIP mark, which changes the ticket and so is published to the ticket's viewers.
    const manager = await testDesk.signInAs({ role: 'BUSINESS' })
    await call('POST', `/business/customers/${id}/vip`, manager, { is_vip: true })
    const received = await sockets[0].receivesType('ticket_update')
    expect(received).toMatchObject({ data: { id: ticketId, priority: 'VIP', profile: { is_vip: true } } })
    for (const { socket } of sockets) socket.close()
  } finally {
    await listener.stop()
    await app.close()
  }
})

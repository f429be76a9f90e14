import { listMessages } from 'shared/contract/messages/list-messages.call.ts'
import { type Message, MessageSchema } from 'shared/contract/messages/message.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskEvent } from '../event-bus.ts'
import { lineEvent, openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let testDesk: TestDesk
let me: Awaited<ReturnType<TestDesk['signInAs']>>
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  me = await testDesk.signInAs({ displayName: 'พิมพ์ชนก ศรีสุข' })
})
afterAll(() => testDesk?.close())

const send = (ticketId: string, payload: object, { headers } = me) =>
  testDesk.app.inject({ method: 'POST', url: `/api/staff/tickets/${ticketId}/send`, headers, payload })
const close = (ticketId: string) =>
  testDesk.app.inject({ method: 'POST', url: `/api/staff/tickets/${ticketId}/close`, headers: me.headers })
async function list(ticketId: string, query = ''): Promise<Message[]> {
  const url = `/api/staff/tickets/${ticketId}/messages${query}`
  const response = await testDesk.app.inject({ url, headers: me.headers })
  return listMessages.response.parse(response.json()).items
}

describe('sending messages', () => {
  test('sending an image link that is not http(s) returns 400 with the reason', async () => {
    const { ticketId } = await openTicket(testDesk)
    const refused = await send(ticketId, { type: 'image', image_url: 'ftp://example.com/a.png' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      code: 'invalid_request',
      fields: [{ field: 'body.image_url', problem: expect.stringContaining('invalid image link') }],
    })
    expect(await list(ticketId)).toHaveLength(1)
  })

  test('sending stores the message, queues its delivery and publishes the message and the ticket', async () => {
    const { ticketId } = await openTicket(testDesk)
    const events: DeskEvent[] = []
    const stop = testDesk.context.bus.subscribe((event) => events.push(event))
    const response = await send(ticketId, { type: 'text', text: ' สวัสดีค่ะ \n' })
    stop()
    expect(response.statusCode).toBe(200)
    const message = MessageSchema.parse(response.json())
    expect(message).toMatchObject({
      ticket_id: ticketId,
      direction: 'OUT',
      message_type: 'text',
      text: ' สวัสดีค่ะ \n',
      seq: 2,
      sender: { id: me.staffId, display_name: 'พิมพ์ชนก ศรีสุข' },
      delivery: 'queued',
      delivery_error: null,
      via: null,
    })
    expect(events).toEqual([
      {
        kind: 'ticket',
        channelKey: 'main',
        ticketId,
        events: [
          { type: 'message', data: message },
          {
            type: 'ticket_update',
            data: expect.objectContaining({
              id: ticketId,
              last_out_seq: 2,
              waiting_since: null,
              needs_reply: false,
            }),
          },
        ],
      },
      { kind: 'outbox', ticketId },
    ])
    expect(await list(ticketId)).toEqual([expect.objectContaining({ seq: 1, direction: 'IN' }), message])
  })

  test('a staff member can send an image by its link', async () => {
    const { ticketId } = await openTicket(testDesk)
    const response = await send(ticketId, { type: 'image', image_url: 'https://example.com/a.png' })
    expect(response.json()).toMatchObject({
      message_type: 'image',
      image_url: 'https://example.com/a.png',
      text: null,
    })
  })

  test('one message is stored per client_message_id, even for 20 concurrent requests or after the ticket is closed', async () => {
    const { ticketId } = await openTicket(testDesk)
    const body = { type: 'text', text: 'ครั้งเดียว', client_message_id: 'abc' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(ticketId, body)))
    await close(ticketId)
    responses.push(await send(ticketId, body))
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]))
    expect((await list(ticketId)).map((message) => message.seq)).toEqual([1, 2])
  })

  test('reusing a client_message_id in another ticket stores another message', async () => {
    const [one, two] = [await openTicket(testDesk), await openTicket(testDesk)]
    const body = { type: 'text', text: 'x', client_message_id: 'same' }
    const [a, b] = [await send(one.ticketId, body), await send(two.ticketId, body)]
    expect(a.json().id).not.toBe(b.json().id)
  })

  test('concurrent messages of a customer and staff get consecutive message numbers (seq)', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? send(ticketId, { type: 'text', text: `${index}` })
          : postWebhook(testDesk, [textEvent(userId, `${index}`)]),
      ),
    )
    expect((await list(ticketId)).map((message) => message.seq)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    )
  })

  test('sending a message to a closed, forbidden or missing ticket is rejected', async () => {
    const { ticketId } = await openTicket(testDesk, { channelKey: 'vip' })
    const stranger = await testDesk.signInAs({ channelKeys: ['main'] })
    const foreign = await send(ticketId, { type: 'text', text: 'x' }, stranger)
    expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'forbidden_channel'])
    await close(ticketId)
    const closed = await send(ticketId, { type: 'text', text: 'x' })
    expect([closed.statusCode, closed.json().code]).toEqual([409, 'ticket_closed'])
    const missing = await send(crypto.randomUUID(), { type: 'text', text: 'x' })
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'ticket_not_found'])
  })

  test.each([
    ['an empty text', { type: 'text', text: '' }],
    ['a blank text', { type: 'text', text: ' \n\t ' }],
    ['a text of invisible characters', { type: 'text', text: '\u200B\u2060\uFEFF' }],
    ['a NUL', { type: 'text', text: 'a\0b' }],
    ['half a surrogate pair', { type: 'text', text: 'a\ud83d' }],
    ['a NUL in a link', { type: 'image', image_url: 'https://example.com/\0' }],
    ['a NUL in client_message_id', { type: 'text', text: 'a', client_message_id: '\0' }],
    ['a link that is not http(s)', { type: 'image', image_url: 'ftp://example.com/a.png' }],
    ['an unknown type', { type: 'video', video_url: 'https://example.com' }],
    ['no type', { text: 'x' }],
  ])('sending %s returns 400 with the field name', async (_name, body) => {
    const { ticketId } = await openTicket(testDesk)
    const response = await send(ticketId, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'invalid_request',
      fields: [{ field: expect.stringMatching(/^body/) }],
    })
    expect(await list(ticketId)).toHaveLength(1)
  })
})

test('a message text over the limit of LINE is rejected with its length as LINE counts', async () => {
  const { ticketId } = await openTicket(testDesk)
  const response = await send(ticketId, { type: 'text', text: `${'ก'.repeat(4_999)}🍎` })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({
    code: 'text_too_long',
    message: 'ข้อความยาว 5,001 ตัวอักษร เกิน 5,000 ตัวอักษรที่ LINE รับได้',
    length: 5_001,
    limit: 5_000,
  })
  expect(await list(ticketId)).toHaveLength(1)
})

describe('reading messages', () => {
  test('reading messages returns the newest page, and other pages by after_seq and before_seq', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    await postWebhook(
      testDesk,
      Array.from({ length: 9 }, (_, index) => textEvent(userId, `${index}`)),
    )
    const seqs = async (query: string) => (await list(ticketId, query)).map((message) => message.seq)
    expect(await seqs('?limit=3')).toEqual([8, 9, 10])
    expect(await seqs('?after_seq=7')).toEqual([8, 9, 10])
    expect(await seqs('?after_seq=0&limit=2')).toEqual([1, 2])
    expect(await seqs('?before_seq=4&limit=2')).toEqual([2, 3])
    expect(await seqs('?after_seq=2&before_seq=5')).toEqual([3, 4])
    expect(await seqs('?after_seq=99999999999')).toEqual([])
  })

  test('reading after a revision returns new and changed messages, oldest change first, and has_more', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    const unsent = textEvent(userId, 'b')
    await postWebhook(testDesk, [textEvent(userId, 'a'), unsent, textEvent(userId, 'c')])
    const known = Math.max(...(await list(ticketId)).map((message) => message.revision))
    expect(known).toBe(4)
    await send(ticketId, { type: 'text', text: 'd' })
    const { id: messageId } = unsent.message as { id: string }
    await postWebhook(testDesk, [lineEvent(userId, { type: 'unsend', unsend: { messageId } })])
    const since = async (revision: number, limit = 50) => {
      const query = `?after_revision=${revision}&limit=${limit}`
      const url = `/api/staff/tickets/${ticketId}/messages${query}`
      return listMessages.response.parse((await testDesk.app.inject({ url, headers: me.headers })).json())
    }
    const all = await since(known)
    expect(all.items.map(({ seq, revision }) => [seq, revision])).toEqual([
      [5, 5],
      [3, 6],
    ])
    expect(all.has_more).toBe(false)
    const first = await since(known, 1)
    expect([first.items.map(({ seq }) => seq), first.has_more]).toEqual([[5], true])
    expect((await since(6)).items).toEqual([])
    const url = `/api/staff/tickets/${ticketId}`
    expect((await testDesk.app.inject({ url, headers: me.headers })).json()).toMatchObject({ revision: 6 })
  })

  test('a message without a revision uses its seq as revision', async () => {
    const { ticketId, userId } = await openTicket(testDesk)
    await postWebhook(testDesk, [textEvent(userId, 'b')])
    for (const table of ['messages', 'tickets'])
      await testDesk.context.db.$client.query(
        `update ${table} set revision = 0 where ${table === 'tickets' ? 'id' : 'ticket_id'} = $1`,
        [ticketId],
      )
    await postWebhook(testDesk, [textEvent(userId, 'c')])
    expect((await list(ticketId, '?after_revision=1')).map(({ seq, revision }) => [seq, revision])).toEqual([
      [2, 2],
      [3, 3],
    ])
  })

  test('reading messages returns 403 without a right to the channel', async () => {
    const { ticketId } = await openTicket(testDesk)
    const stranger = await testDesk.signInAs({ channelKeys: ['vip'] })
    const url = `/api/staff/tickets/${ticketId}/messages`
    const response = await testDesk.app.inject({ url, headers: stranger.headers })
    expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden_channel'])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyMessage, anyTicket } from '../testing/arbitraries.ts'
import { ClientFrameSchema, decodeServerEvent, ServerEventSchema } from './realtime.ts'

const id = '7f3a91c2-5c1e-4f0a-9b7d-2f6e8a1c3d5b'

describe('events of our server', () => {
  test('decodes every message event without changes', () => {
    fc.assert(
      fc.property(anyMessage, (data) => {
        const event = { type: 'message', data } as const
        expect(ServerEventSchema.parse(event)).toEqual(event)
        expect(decodeServerEvent(JSON.parse(JSON.stringify(event)))).toEqual(event)
      }),
    )
  })
  test('a `ticket_update` event of our server is decoded without changes', () => {
    fc.assert(
      fc.property(anyTicket, ({ unread_count: _, ...data }) => {
        const event = { type: 'ticket_update', data } as const
        expect(ServerEventSchema.parse(event)).toEqual(event)
        expect(decodeServerEvent(JSON.parse(JSON.stringify(event)))).toEqual(event)
      }),
    )
  })
  test.each([
    { type: 'hello', data: { server_time: '2026-11-21T09:00:00Z', ping_ms: 5000 } },
    { type: 'subscribed', data: { ticket_id: id, last_seq: 3 } },
    { type: 'pong', data: { at: 5 } },
    { type: 'presence', data: { ticket_id: id, viewers: [] } },
    { type: 'ticket_list_update', data: { reason: 'opened', ticket_id: id, channel_key: 'main' } },
    { type: 'error', data: { code: 'too_many', ticket_id: id } },
  ])('the event $type of our server is decoded without changes', (event) =>
    expect(decodeServerEvent(event)).toEqual(event),
  )
})

describe('events of other servers', () => {
  test('decodes a bare or wrapped message event with alternative field names', () => {
    const data = {
      id: 1,
      ticket_id: id,
      direction: 'out',
      message_type: 'IMAGE',
      media_url: 'https://x/1.png',
    }
    for (const value of [data, { message: data }])
      expect(decodeServerEvent({ type: 'message', data: value })).toMatchObject({
        type: 'message',
        data: { id: '1', direction: 'OUT', message_type: 'image', text: 'https://x/1.png', seq: 0 },
      })
  })
  test('decodes a partial `ticket_update` event', () => {
    expect(
      decodeServerEvent({ type: 'ticket_update', data: { id, status: 'CLOSED', owner: 'U1', odd: 1 } }),
    ).toEqual({
      type: 'ticket_update',
      data: expect.objectContaining({ id, version: 0, status: 'CLOSED' }),
    })
  })
  test('a `ticket_update` event drops an invalid field and contains the other fields', () => {
    expect(
      decodeServerEvent({ type: 'ticket_update', data: { id, subject: 'อื่นๆ', waiting_since: 'x' } }),
    ).toEqual({
      type: 'ticket_update',
      data: { id, version: 0, subject: 'อื่นๆ' },
    })
  })
  test.each([
    { type: 'ticket_list_update' },
    { type: 'ticket_list_update', data: null },
    { type: 'ticket_list_update', data: {} },
  ])('decodes the event %j as an update of the ticket list', (event) =>
    expect(decodeServerEvent(event)).toMatchObject({ type: 'ticket_list_update' }),
  )
  test('decodes a pong without data', () =>
    expect(decodeServerEvent({ type: 'pong' })).toEqual({ type: 'pong', data: { at: null } }))
})

test.each([
  null,
  1,
  'x',
  [],
  {},
  { type: 'odd', data: {} },
  { type: 'message', data: {} },
  { type: 'ticket_update' },
])('does not decode %j as an event', (value) => expect(decodeServerEvent(value)).toBeNull())

test('decoding an event never throws, for any data', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('message', 'ticket_update', 'hello', 'presence', 'ticket_list_update'),
      fc.jsonValue(),
      (type, data) => {
        decodeServerEvent({ type, data })
      },
    ),
  )
})

test('validates the socket frames that a browser sends', () => {
  expect(ClientFrameSchema.safeParse({ type: 'subscribe_ticket', ticket_id: id }).success).toBe(true)
  expect(ClientFrameSchema.safeParse({ type: 'unsubscribe_ticket', ticket_id: id }).success).toBe(true)
  expect(ClientFrameSchema.safeParse({ type: 'ping' }).success).toBe(true)
  expect(ClientFrameSchema.safeParse({ type: 'subscribe_ticket', ticket_id: 'x' }).success).toBe(false)
})

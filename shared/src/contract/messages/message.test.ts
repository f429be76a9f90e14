import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyMessage } from '../../testing/arbitraries.ts'
import { TEXT_MAX_UTF16 } from '../constants.ts'
import { listMessages } from './list-messages.call.ts'
import { decodeMessage, decodeMessageResponse } from './message.ts'
import { sendMessage } from './send-message.call.ts'

const decode = (raw: Record<string, unknown>) => decodeMessage.parse({ id: 'm1', ticket_id: 't1', ...raw })

test('decodes a message of our server without changes', () => {
  fc.assert(
    fc.property(anyMessage, (message) => {
      expect(decodeMessage.parse(JSON.parse(JSON.stringify(message)))).toEqual(message)
    }),
  )
})

describe('message text', () => {
  test.each([
    [{ text: 'สวัสดี', image_url: 'https://x/1.png' }, 'สวัสดี'],
    [{ image_url: 'https://x/1.png', media_url: 'https://x/2.png' }, 'https://x/1.png'],
    [{ text: '', media_url: 'https://x/2.png' }, 'https://x/2.png'],
    [{ text: null }, null],
    [{}, null],
  ])('the text of a message is read from %j', (raw, text) => expect(decode(raw).text).toBe(text))
})

test.each([
  [{}, 'text'],
  [{ message_type: 'TEXT' }, 'text'],
  [{ message_type: 'Image' }, 'image'],
  [{ type: 'Sticker' }, 'sticker'],
  [{ message_type: '' }, 'text'],
])('reads the message type of %j as %s', (raw, type) => expect(decode(raw).message_type).toBe(type))

test.each([
  ['OUT', 'OUT'],
  ['out', 'OUT'],
  ['IN', 'IN'],
  [undefined, 'IN'],
  ['odd', 'IN'],
])('reads the message direction %s as %s', (word, direction) =>
  expect(decode({ direction: word }).direction).toBe(direction),
)

describe('sender of a message', () => {
  test.each([
    [{ sender: { id: 'a', display_name: 'กิตติ' } }, { id: 'a', display_name: 'กิตติ' }],
    [{ sender: 'U1' }, { id: 'U1' }],
    [
      { sender_name: 'กิตติ', sender_avatar: 'https://x/a.png' },
      { display_name: 'กิตติ', avatar_url: 'https://x/a.png' },
    ],
    [{ sender_display_name: 'กิตติ', sender_avatar_url: 'https://x/a.png' }, { avatar_url: 'https://x/a.png' }],
    [
      { agent_name: 'กิตติ', sender_line_user_id: 'U1' },
      { id: 'U1', display_name: 'กิตติ' },
    ],
  ])('the sender of a message is read from %j', (raw, sender) =>
    expect(decode(raw).sender).toMatchObject(sender),
  )
  test('the sender of a message is null when missing', () => expect(decode({}).sender).toBeNull())
})

test('`created_at` and `event_time` of a message are fallbacks for each other', () => {
  const at = '2026-11-21T09:00:00.000Z'
  expect(decode({ created_at: at })).toMatchObject({ event_time: at, created_at: at })
  expect(decode({ event_time: at })).toMatchObject({ event_time: at, created_at: at })
})

test('rejects a message without an id, and accepts `client_message_id` as its id', () => {
  expect(decodeMessage.safeParse({ text: 'x' }).success).toBe(false)
  expect(decodeMessage.parse({ client_message_id: 'c1' }).id).toBe('c1')
  expect(decodeMessage.parse({ message_id: 12 }).id).toBe('12')
})

describe('responses with messages', () => {
  test.each([{ id: 'm1', message: 'ok' }, { message: { id: 'm1' } }, { item: { id: 'm1' } }, { id: 'm1' }])(
    'reads the message in the response %j',
    (response) => expect(decodeMessageResponse.parse(response).id).toBe('m1'),
  )
  test.each([[[{ id: 'm1' }]], [{ items: [{ id: 'm1' }] }]])(
    'reads a list of messages from the response %j',
    (response) => expect(listMessages.decode.parse(response).items).toMatchObject([{ id: 'm1' }]),
  )
})

describe('messages to send', () => {
  const body = sendMessage.body
  test.each([
    { type: 'text', text: 'ก' },
    { type: 'text', text: 'ก'.repeat(TEXT_MAX_UTF16), client_message_id: 'c' },
    { type: 'image', image_url: 'https://x/1.png' },
    { type: 'image', image_url: 'http://x/1.png' },
    { type: 'image', image_url: 'HTTPS://x/ภาพ.png' },
    { type: 'image', image_url: `https://x/${'a'.repeat(1_990)}` },
    { type: 'text', text: `${'ที่'.repeat(1_665)}a👍🏽` },
  ])('a valid message to send is accepted', (value) => expect(body.safeParse(value).success).toBe(true))
  test.each([
    { type: 'text', text: '' },
    { type: 'text', text: ' \n\t　' },
    { type: 'text', text: 'ก'.repeat(TEXT_MAX_UTF16 + 1) },
    { type: 'image', image_url: 'ftp://x/1.png' },
    { type: 'image', image_url: 'http://' },
    { type: 'image', image_url: 'https://x/1 2.png' },
    { type: 'image', image_url: 'javascript:alert(1)//https://x' },
    { type: 'image', image_url: '' },
    { type: 'image', image_url: `https://x/${'a'.repeat(1_991)}` },
    // A URL that is short as written, but too long after percent-encoding.
    { type: 'image', image_url: `https://x/${'ภ'.repeat(300)}` },
    { type: 'text', text: `${'ที่'.repeat(1_666)}👍🏽` },
    { type: 'video', text: 'x' },
    { text: 'x' },
  ])('an invalid message to send is rejected', (value) => expect(body.safeParse(value).success).toBe(false))
})

import { LineBotClient, validateSignature } from '@line/bot-sdk'
import { describe, expect, test } from 'vitest'
import { firstOf, simulatorWithDesk } from '../testing/world.fixture.ts'
import { signWebhook } from './dispatcher.ts'

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/

describe('webhooks', () => {
  test('a webhook has a signed text with all fields that LINE adds', async () => {
    const { desk, channel, customer, sendMessage } = await simulatorWithDesk({ now: () => 1_790_000_000_000 })
    const response = await sendMessage({ type: 'text', text: 'ฝากเงินไม่เข้าค่ะ 🍎' })
    const webhook = firstOf(desk.webhooks)
    expect(webhook.path).toBe('/line/webhook/main')
    expect(validateSignature(webhook.raw, channel.channel_secret, webhook.signature)).toBe(true)
    expect(webhook.destination).toBe(channel.bot_user_id)
    expect(webhook.events).toEqual([
      {
        type: 'message',
        mode: 'active',
        timestamp: 1_790_000_000_000,
        source: { type: 'user', userId: customer.user_id },
        webhookEventId: expect.stringMatching(ULID),
        deliveryContext: { isRedelivery: false },
        replyToken: expect.stringMatching(/^[0-9a-f]{32}$/),
        message: {
          type: 'text',
          id: expect.stringMatching(/^\d{18}$/),
          text: 'ฝากเงินไม่เข้าค่ะ 🍎',
          quoteToken: expect.any(String),
          markAsReadToken: expect.any(String),
        },
      },
    ])
    expect(response).toEqual({
      message_id: firstOf(webhook.events).message?.id,
      webhook_event_id: firstOf(webhook.events).webhookEventId,
      status: 200,
    })
  })

  test.each([
    ['image', { contentProvider: { type: 'line' }, quoteToken: expect.any(String) }],
    ['video', { contentProvider: { type: 'line' }, duration: 5_000, quoteToken: expect.any(String) }],
    ['audio', { contentProvider: { type: 'line' }, duration: 500 }],
    ['file', { fileName: 'เอกสาร.txt', fileSize: 67 }],
    [
      'location',
      { title: expect.any(String), address: expect.any(String), latitude: 13.7649, longitude: 100.5383 },
    ],
    [
      'sticker',
      {
        packageId: '11537',
        stickerId: '52002734',
        stickerResourceType: 'ANIMATION',
        quoteToken: expect.any(String),
      },
    ],
  ])('the webhook fills in all LINE fields that the message omits: %s', async (type, fields) => {
    const { desk, sendMessage } = await simulatorWithDesk()
    const { message_id } = await sendMessage({ type })
    expect(firstOf(firstOf(desk.webhooks).events).message).toEqual({
      type,
      id: message_id,
      markAsReadToken: expect.any(String),
      ...fields,
    })
  })

  test('a webhook contains the given emoji, mentions, quotes and position in an image set', async () => {
    const { desk, sendMessage } = await simulatorWithDesk()
    const first = await sendMessage({ type: 'text', text: 'ยอดเท่านี้ค่ะ' })
    const messages = [
      {
        type: 'text',
        text: '@OA หลัก (love)',
        quotedMessageId: first.message_id,
        emojis: [{ index: 9, length: 6, productId: '5ac1bfd5040ab15980c9b435', emojiId: '001' }],
        mention: { mentionees: [{ index: 0, length: 8, type: 'user', isSelf: true }] },
      },
      { type: 'sticker', stickerResourceType: 'MESSAGE', text: 'ขอบใจ', quotedMessageId: first.message_id },
      { type: 'image', imageSet: { id: 'set-1', index: 1, total: 2 } },
      {
        type: 'image',
        contentProvider: { type: 'external', originalContentUrl: 'https://example.com/a.jpg' },
      },
    ]
    for (const message of messages) await sendMessage(message)
    const sent = desk.webhooks.slice(1).map((webhook) => firstOf(webhook.events).message)
    expect(sent).toMatchObject(messages)
  })

  test('a webhook has no reply token while the channel is in standby', async () => {
    const { desk, sendMessage, call } = await simulatorWithDesk()
    await call('PATCH', '/simulator/channels/main', { standby: true })
    await sendMessage({ type: 'text', text: 'หนึ่ง' })
    await call('PATCH', '/simulator/channels/main', { standby: false })
    await sendMessage({ type: 'text', text: 'สอง' })
    const [standby, active] = desk.webhooks.map((webhook) => firstOf(webhook.events))
    expect(standby).toMatchObject({ mode: 'standby' })
    expect(standby).not.toHaveProperty('replyToken')
    expect(active).toMatchObject({ mode: 'active', replyToken: expect.any(String) })
  })

  test('webhooks of other events of a one-to-one chat contain the common fields', async () => {
    const { desk, call, customer, channel } = await simulatorWithDesk()
    const chat = { channel_key: channel.key, user_id: customer.user_id }
    const beacon = { hwid: 'd41d8cd98f', type: 'enter' }
    const response = await call('POST', '/simulator/events', { ...chat, event: { type: 'beacon', beacon } })
    expect(await response.json()).toMatchObject({ status: 200 })
    expect(firstOf(firstOf(desk.webhooks).events)).toMatchObject({
      type: 'beacon',
      beacon,
      source: { type: 'user', userId: customer.user_id },
      replyToken: expect.any(String),
      webhookEventId: expect.stringMatching(ULID),
    })
  })

  test("webhooks for follow, unfollow, unsend and postback have LINE's format", async () => {
    const { desk, sendMessage, call, customer } = await simulatorWithDesk()
    const { message_id } = await sendMessage({ type: 'text', text: 'พิมพ์ผิด' })
    const chat = { channel_key: 'main', user_id: customer.user_id }
    const post = (body: object) => call('POST', '/simulator/events', { ...chat, ...body })
    await post({ type: 'unsend', message_id })
    await post({ type: 'postback', data: 'rate=5' })
    await post({ type: 'unfollow' })
    await post({ type: 'follow' })
    const events = desk.webhooks.slice(1).map((webhook) => firstOf(webhook.events))
    expect(events.map((event) => event.type)).toEqual(['unsend', 'postback', 'unfollow', 'follow'])
    expect(events[0]).toMatchObject({ unsend: { messageId: message_id } })
    expect(events[1]).toMatchObject({ postback: { data: 'rate=5' }, replyToken: expect.any(String) })
    expect(events[2]).not.toHaveProperty('replyToken')
    expect(events[3]).toMatchObject({ follow: { isUnblocked: true }, replyToken: expect.any(String) })
  })

  test("a webhook reports the desk's response: its status, 408 when the desk is silent, 0 when it is unreachable", async () => {
    const { desk, simulator, sendMessage } = await simulatorWithDesk()
    desk.status = 503
    expect(await sendMessage({ type: 'text', text: 'หนึ่ง' })).toMatchObject({ status: 503 })
    desk.status = 'silent'
    expect(await sendMessage({ type: 'text', text: 'สอง' })).toMatchObject({ status: 408 })
    simulator.setDeskUrl('http://127.0.0.1:9')
    expect(await sendMessage({ type: 'text', text: 'สาม' })).toMatchObject({ status: 0 })
  })

  test('webhooks of one customer arrive one by one in order', async () => {
    const { desk, sendMessage } = await simulatorWithDesk()
    const texts = Array.from({ length: 20 }, (_, index) => `ข้อความ ${index}`)
    await Promise.all(texts.map((text) => sendMessage({ type: 'text', text })))
    const arrived = desk.webhooks.map((webhook) => firstOf(webhook.events))
    const ids = arrived.map((event) => String(event.message?.id))
    expect(arrived.map((event) => event.message?.text).sort()).toEqual([...texts].sort())
    expect(ids).toEqual([...ids].sort())
  })

  test('the verify button of LINE sends a signed webhook without events', async () => {
    const { desk, simulator, channel } = await simulatorWithDesk()
    const client = LineBotClient.fromChannelAccessToken({
      channelAccessToken: channel.channel_access_token,
      apiBaseURL: simulator.url,
    })
    expect(await client.testWebhookEndpoint({})).toMatchObject({
      success: true,
      statusCode: 200,
      reason: 'OK',
    })
    expect(firstOf(desk.webhooks)).toMatchObject({ destination: channel.bot_user_id, events: [] })
    expect(await client.getWebhookEndpoint()).toEqual({
      endpoint: `${desk.url}/line/webhook/main`,
      active: true,
    })
  })
})

test("webhooks are signed as LINE's own SDK expects", () => {
  expect(signWebhook('test_secret', '{"hello":"world"}')).toBe('t7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM=')
})

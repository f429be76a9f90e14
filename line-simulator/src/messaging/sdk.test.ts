import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { HTTPFetchError, messagingApi } from '@line/bot-sdk'
import { describe, expect, test } from 'vitest'
import { startSimulator } from '../simulator.ts'
import { firstOf, runningSimulator, simulatorWithDesk, temporaryFolder } from '../testing/world.fixture.ts'

const { MessagingApiClient, MessagingApiBlobClient } = messagingApi

async function withSdk(options: Parameters<typeof simulatorWithDesk>[0] = {}) {
  const parts = await simulatorWithDesk(options)
  const access = { channelAccessToken: parts.channel.channel_access_token, baseURL: parts.simulator.url }
  return { ...parts, client: new MessagingApiClient(access), blobs: new MessagingApiBlobClient(access) }
}

/** Returns the status and body of the error that the SDK throws. */
async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof HTTPFetchError)) throw new Error('the call was not refused', { cause: error })
  return {
    status: error.status,
    headers: error.headers,
    body: JSON.parse(error.body) as Record<string, unknown>,
  }
}

const hello = [{ type: 'text' as const, text: 'สวัสดีค่ะ' }]

describe('push messages', () => {
  test('a push is delivered to the phone, with its retry key', async () => {
    const { client, customer, inbox } = await withSdk()
    const key = randomUUID()
    const { sentMessages } = await client.pushMessage({ to: customer.user_id, messages: hello }, key)
    const sent = firstOf(sentMessages)
    expect(await inbox()).toMatchObject([
      { id: sent.id, type: 'text', text: 'สวัสดีค่ะ', via: 'push', retry_key: key },
    ])
  })

  test('a push with a repeated retry key and body returns 409 with the sent messages, and is delivered once', async () => {
    const { client, customer, inbox } = await withSdk()
    const key = randomUUID()
    const first = await client.pushMessageWithHttpInfo({ to: customer.user_id, messages: hello }, key)
    const again = await refusal(client.pushMessage({ to: customer.user_id, messages: hello }, key))
    expect(again.status).toBe(409)
    expect(again.headers.get('x-line-accepted-request-id')).toBe(
      first.httpResponse.headers.get('x-line-request-id'),
    )
    expect(again.body).toEqual({
      message: 'The retry key is already accepted',
      sentMessages: first.body.sentMessages,
    })
    expect(await inbox()).toHaveLength(1)
  })

  test('a push with a used retry key and another body is rejected and sends nothing', async () => {
    const { client, customer, inbox } = await withSdk()
    const key = randomUUID()
    await client.pushMessage({ to: customer.user_id, messages: hello }, key)
    const other = [{ type: 'text' as const, text: 'อีกข้อความ' }]
    expect(await refusal(client.pushMessage({ to: customer.user_id, messages: other }, key))).toMatchObject({
      status: 400,
      body: { message: 'The retry key has been accepted with another request body' },
    })
    expect(await inbox()).toHaveLength(1)
  })

  test('a retry key is kept across a restart, for 24 hours', async () => {
    let now = 1_790_000_000_000
    const dataDir = temporaryFolder()
    const key = randomUUID()
    const options = { port: 0, dataDir, deskUrl: 'http://127.0.0.1:9', now: () => now }
    const before = await startSimulator(options)
    const to = firstOf(before.world.customers).user_id
    const { channel_access_token: channelAccessToken } = firstOf(before.world.channels)
    const push = (baseURL: string) =>
      new MessagingApiClient({ channelAccessToken, baseURL }).pushMessage({ to, messages: hello }, key)
    await push(before.url)
    await before.close()

    const after = await runningSimulator(options)
    expect(await refusal(push(after.url))).toMatchObject({ status: 409 })
    now += 24 * 3_600_000
    expect((await push(after.url)).sentMessages).toHaveLength(1)
  })

  test.each([
    ['text is empty', [{ type: 'text', text: '' }], [['messages[0].text', 'May not be empty']]],
    [
      'text is 5,001 units',
      [{ type: 'text', text: 'ก'.repeat(5_001) }],
      [['messages[0].text', 'Length must be between 0 and 5000']],
    ],
    [
      'an emoji counts as two units',
      [{ type: 'text', text: `${'ก'.repeat(4_999)}🍎` }],
      [['messages[0].text', 'Length must be between 0 and 5000']],
    ],
    [
      'images over http',
      [
        {
          type: 'image',
          originalContentUrl: 'http://a.example/1.png',
          previewImageUrl: 'https://a.example/ภาพ.png',
        },
      ],
      [
        ['messages[0].originalContentUrl', 'invalid uri scheme'],
        ['messages[0].previewImageUrl', 'invalid uri'],
      ],
    ],
    [
      'six messages in one call',
      Array.from({ length: 6 }, () => ({ type: 'text', text: 'x' })),
      [['messages', 'Size must be between 1 and 5']],
    ],
    ['no messages', [], [['messages', 'May not be empty']]],
  ])("an invalid push is rejected with LINE's error text: %s", async (_name, messages, details) => {
    const { call, channel, customer, inbox } = await simulatorWithDesk()
    const headers = { authorization: `Bearer ${channel.channel_access_token}` }
    const response = await call('POST', '/v2/bot/message/push', { to: customer.user_id, messages }, headers)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      message: `The request body has ${details.length} error(s)`,
      details: details.map(([property, message]) => ({ message, property })),
    })
    expect(await inbox()).toEqual([])
  })

  test('a push accepts a text of 5,000 UTF-16 code units', async () => {
    const { client, customer } = await withSdk()
    const messages = [{ type: 'text' as const, text: `${'ก'.repeat(4_998)}🍎` }]
    expect((await client.pushMessage({ to: customer.user_id, messages })).sentMessages).toHaveLength(1)
  })

  test('a push with an invalid token, recipient, retry key or size is rejected', async () => {
    const { simulator, client, customer, call, channel } = await withSdk()
    const stranger = new MessagingApiClient({ channelAccessToken: 'wrong', baseURL: simulator.url })
    const to = customer.user_id
    expect(await refusal(stranger.pushMessage({ to, messages: hello }))).toMatchObject({
      status: 401,
      body: {
        message:
          'Authentication failed due to the following reason: invalid token. Confirm that the access token in the authorization header is valid.',
      },
    })
    expect(await refusal(client.pushMessage({ to: 'U123', messages: hello }))).toMatchObject({
      status: 400,
      body: { message: "The property, 'to', in the request body is invalid (line: 1, column: 2)" },
    })
    expect(await refusal(client.pushMessage({ to: `U${'0'.repeat(32)}`, messages: hello }))).toMatchObject({
      status: 400,
      body: { message: 'Failed to send messages' },
    })
    expect(await refusal(client.pushMessage({ to, messages: hello }, 'not-a-uuid'))).toMatchObject({
      status: 400,
    })
    const headers = { authorization: `Bearer ${channel.channel_access_token}` }
    const huge = { to, messages: hello, customAggregationUnits: ['x'.repeat(2 * 1024 * 1024)] }
    expect((await call('POST', '/v2/bot/message/push', huge, headers)).status).toBe(413)
  })

  test('pushes count against the quota and are rejected when it is used up', async () => {
    const { client, customer, call } = await withSdk()
    await call('PATCH', '/simulator/channels/main', { quota: 1 })
    await client.pushMessage({ to: customer.user_id, messages: [...hello, ...hello] })
    expect(await client.getMessageQuota()).toEqual({ type: 'limited', value: 1 })
    expect(await client.getMessageQuotaConsumption()).toEqual({ totalUsage: 1 })
    expect(await refusal(client.pushMessage({ to: customer.user_id, messages: hello }))).toMatchObject({
      status: 429,
      body: { message: 'You have reached your monthly limit.' },
    })
  })

  test('a channel can have an unlimited quota, or a quota that is almost used up', async () => {
    const { client, customer, call } = await withSdk()
    const set = (fields: object) => call('PATCH', '/simulator/channels/main', fields)
    await set({ quota: 'none' })
    expect(await client.getMessageQuota()).toEqual({ type: 'none' })
    const response = await set({ quota: 500, used: 499 })
    expect(await response.json()).toMatchObject({ key: 'main', quota: 500, used: 499 })
    expect(await client.getMessageQuotaConsumption()).toEqual({ totalUsage: 499 })
    await client.pushMessage({ to: customer.user_id, messages: hello })
    expect(await refusal(client.pushMessage({ to: customer.user_id, messages: hello }))).toMatchObject({
      status: 429,
    })
  })

  test('a push to a customer who has blocked the channel delivers nothing, without an error', async () => {
    const { client, customer, call, inbox } = await withSdk()
    await call('POST', '/simulator/events', {
      channel_key: 'main',
      user_id: customer.user_id,
      type: 'unfollow',
    })
    expect((await client.pushMessage({ to: customer.user_id, messages: hello })).sentMessages).toHaveLength(1)
    expect(await inbox()).toEqual([])
    expect(await refusal(client.getProfile(customer.user_id))).toMatchObject({
      status: 404,
      body: { message: 'Not found' },
    })
  })
})

describe('reply messages', () => {
  test('a reply token allows one reply within a minute, without using quota', async () => {
    let now = 1_790_000_000_000
    const { client, desk, sendMessage, inbox } = await withSdk({ now: () => now })
    await sendMessage({ type: 'text', text: 'มีใครอยู่ไหม' })
    await sendMessage({ type: 'text', text: 'ฮัลโหล' })
    const [first = '', second = ''] = desk.webhooks.map((webhook) =>
      String(firstOf(webhook.events).replyToken),
    )
    await client.replyMessage({ replyToken: first, messages: hello })
    expect(await inbox()).toMatchObject([{ text: 'สวัสดีค่ะ', via: 'reply', retry_key: null }])
    expect(await client.getMessageQuotaConsumption()).toEqual({ totalUsage: 0 })
    const invalid = { status: 400, body: { message: 'Invalid reply token' } }
    expect(await refusal(client.replyMessage({ replyToken: first, messages: hello }))).toMatchObject(invalid)
    now += 60_001
    expect(await refusal(client.replyMessage({ replyToken: second, messages: hello }))).toMatchObject(invalid)
  })

  test('a redelivery restarts the one-minute validity of a reply token, until 20 minutes after the event', async () => {
    let now = 1_790_000_000_000
    const { client, desk, sendMessage, call } = await withSdk({ now: () => now })
    await call('PATCH', '/simulator/channels/main', { redelivery: true })
    const tokens: string[] = []
    for (const text of ['หนึ่ง', 'สอง']) {
      desk.status = 500
      const before = desk.webhooks.length
      const texts = sendMessage({ type: 'text', text })
      await expect.poll(() => desk.webhooks.length).toBe(before + 1)
      // Redelivers the first event after a quarter of an hour, and the second too late for its reply token.
      now += text === 'หนึ่ง' ? 15 * 60_000 : 20 * 60_000 + 1
      desk.status = 200
      await texts
      tokens.push(String(firstOf(desk.webhooks.at(-1)?.events ?? []).replyToken))
      const reply = client.replyMessage({ replyToken: String(tokens.at(-1)), messages: hello })
      if (text === 'หนึ่ง') expect((await reply).sentMessages).toHaveLength(1)
      else
        expect(await refusal(reply)).toMatchObject({ status: 400, body: { message: 'Invalid reply token' } })
    }
  })

  test('a reply with a retry key is rejected', async () => {
    const { call, channel } = await simulatorWithDesk()
    const headers = {
      authorization: `Bearer ${channel.channel_access_token}`,
      'x-line-retry-key': randomUUID(),
    }
    const response = await call(
      'POST',
      '/v2/bot/message/reply',
      { replyToken: 'x', messages: hello },
      headers,
    )
    expect(response.status).toBe(400)
  })
})

describe('other SDK calls', () => {
  test('the SDK reads profile and bot info', async () => {
    const { client, channel, simulator } = await withSdk()
    const user = simulator.world.customers.find((each) => each.status_message)
    const profile = await client.getProfile(user?.user_id ?? '')
    expect(profile).toEqual({
      userId: user?.user_id,
      displayName: user?.display_name,
      language: 'th',
      pictureUrl: `${simulator.url}/avatars/${user?.user_id}.svg`,
      statusMessage: user?.status_message,
    })
    for (const suffix of ['', '/large', '/small']) {
      const image = await fetch(profile.pictureUrl + suffix)
      expect(image.headers.get('content-type')).toContain('image/svg+xml')
    }
    expect(await client.getBotInfo()).toMatchObject({
      userId: channel.bot_user_id,
      basicId: channel.basic_id,
    })
  })

  test('messages are marked as read up to the given message, or automatically if chat is disabled', async () => {
    const { simulator, call, customer } = await withSdk()
    const [main, vip] = simulator.world.channels
    const clientOf = (token = '') =>
      new MessagingApiClient({ channelAccessToken: token, baseURL: simulator.url })
    const byHand = clientOf(vip?.channel_access_token)
    expect(await byHand.getBotInfo()).toMatchObject({ chatMode: 'chat', markAsReadMode: 'manual' })
    expect(await clientOf(main?.channel_access_token).getBotInfo()).toMatchObject({
      chatMode: 'bot',
      markAsReadMode: 'auto',
    })
    const write = (channel_key: string, text: string) =>
      call('POST', '/simulator/messages', {
        channel_key,
        user_id: customer.user_id,
        message: { type: 'text', text },
      })
    const seen = async (channel_key: string) => {
      const query = new URLSearchParams({ channel_key, user_id: customer.user_id })
      const response = await call('GET', `/simulator/conversation?${query}`)
      const { messages } = (await response.json()) as {
        messages: { read?: boolean; message: { markAsReadToken: string } }[]
      }
      return messages
    }
    for (const text of ['หนึ่ง', 'สอง', 'สาม']) await write('vip', text)
    const token = (await seen('vip'))[1]?.message.markAsReadToken ?? ''
    await byHand.markMessagesAsReadByToken({ markAsReadToken: token })
    expect((await seen('vip')).map((each) => each.read)).toEqual([true, true, undefined])
    const foreign = clientOf(main?.channel_access_token).markMessagesAsReadByToken({ markAsReadToken: token })
    expect(await refusal(foreign)).toMatchObject({ status: 400 })
    await byHand.markMessagesAsRead({ chat: { userId: customer.user_id } })
    expect((await seen('vip')).map((each) => each.read)).toEqual([true, true, true])
    await write('main', 'หนึ่ง')
    expect((await seen('main')).map((each) => each.read)).toEqual([true])
  })

  test('a quote token is accepted only in its own chat', async () => {
    const { client, customer, simulator, desk, sendMessage, inbox } = await withSdk()
    const { message_id } = await sendMessage({ type: 'text', text: 'ยอดยังไม่เข้า' })
    const quoteToken = String(firstOf(firstOf(desk.webhooks).events).message?.quoteToken)
    const messages = [{ type: 'text' as const, text: 'รายการนี้นะคะ', quoteToken }]
    await client.pushMessage({ to: customer.user_id, messages })
    expect(await inbox()).toMatchObject([{ text: 'รายการนี้นะคะ', quoted: message_id }])
    const other = simulator.world.customers[1]?.user_id ?? ''
    expect(await refusal(client.pushMessage({ to: other, messages }))).toMatchObject({
      status: 400,
      body: { details: [{ property: 'messages[0].quoteToken' }] },
    })
  })

  test('the SDK reads drawn or uploaded content, and no content of an unsent message', async () => {
    const { blobs, sendMessage, call, customer } = await withSdk()
    const drawn = await sendMessage({ type: 'image' })
    const png = await buffer(Readable.from(await blobs.getMessageContent(drawn.message_id)))
    expect(png.subarray(1, 4).toString()).toBe('PNG')

    const bytes = Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3])
    const uploaded = await sendMessage({ type: 'image' }, { content_base64: bytes.toString('base64') })
    const { httpResponse, body } = await blobs.getMessageContentWithHttpInfo(uploaded.message_id)
    expect(httpResponse.headers.get('content-type')).toBe('image/jpeg')
    expect(await buffer(body)).toEqual(bytes)

    const chat = { channel_key: 'main', user_id: customer.user_id }
    await call('POST', '/simulator/events', { ...chat, type: 'unsend', message_id: uploaded.message_id })
    expect(await refusal(blobs.getMessageContent(uploaded.message_id))).toMatchObject({
      status: 410,
      body: { message: 'The content is gone' },
    })
    expect(await refusal(blobs.getMessageContent('1'))).toMatchObject({
      status: 404,
      body: { message: 'not found' },
    })
    const file = await sendMessage({ type: 'file' })
    expect(await refusal(blobs.getMessageContentPreview(file.message_id))).toMatchObject({ status: 400 })
    const video = await sendMessage({ type: 'video' })
    expect(await blobs.getMessageContentTranscodingByMessageId(video.message_id)).toEqual({
      status: 'succeeded',
    })
  })

  test('a channel token from client id and secret is accepted like the long-lived token', async () => {
    const { simulator, channel } = await simulatorWithDesk()
    const requestToken = (client_secret: string) =>
      fetch(`${simulator.url}/oauth2/v3/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: channel.channel_id,
          client_secret,
        }),
      })
    const response = (await (await requestToken(channel.channel_secret)).json()) as {
      access_token: string
      expires_in: number
    }
    expect(response).toMatchObject({ expires_in: 900, token_type: 'Bearer' })
    const client = new MessagingApiClient({
      channelAccessToken: response.access_token,
      baseURL: simulator.url,
    })
    expect(await client.getBotInfo()).toMatchObject({ userId: channel.bot_user_id })
    expect((await requestToken('wrong')).status).toBe(400)
  })
})

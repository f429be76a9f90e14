import { randomUUID } from 'node:crypto'
import { messagingApi } from '@line/bot-sdk'
import { describe, expect, test } from 'vitest'
import { firstOf, simulatorWithDesk } from '../testing/world.fixture.ts'

async function faultyWorld() {
  const parts = await simulatorWithDesk()
  const { call, channel, customer } = parts
  const fault = (body: object) => call('POST', '/simulator/faults', { rate: 1, ...body })
  const push = (key: string) =>
    call(
      'POST',
      '/v2/bot/message/push',
      { to: customer.user_id, messages: [{ type: 'text', text: 'รอสักครู่ค่ะ' }] },
      { authorization: `Bearer ${channel.channel_access_token}`, 'x-line-retry-key': key },
    )
  return { ...parts, fault, push, heal: () => call('DELETE', '/simulator/faults') }
}

describe('faults of API calls', () => {
  test.each([
    ['500', 500, 'Internal Server Error'],
    ['429', 429, 'The API rate limit has been exceeded. Try again later.'],
    ['quota', 429, 'You have reached your monthly limit.'],
  ])(
    'a push with the fault "%s" sends nothing and its retry key stays unused',
    async (mode, status, message) => {
      const { fault, push, heal, inbox } = await faultyWorld()
      const key = randomUUID()
      await fault({ target: 'push', mode })
      const response = await push(key)
      expect([response.status, await response.json()]).toEqual([status, { message }])
      await heal()
      expect((await push(key)).status).toBe(200)
      expect(await inbox()).toHaveLength(1)
    },
  )

  test('with the fault "drop_answer" a push is delivered without a response, and its retry returns 409', async () => {
    const { fault, push, heal, inbox } = await faultyWorld()
    const key = randomUUID()
    await fault({ target: 'push', mode: 'drop_answer' })
    await expect(push(key)).rejects.toThrow()
    await heal()
    expect((await push(key)).status).toBe(409)
    expect(await inbox()).toHaveLength(1)
  })

  test('a fault with rate 0 never applies, and a fault mode that LINE does not have for the API call is rejected', async () => {
    const { fault, push } = await faultyWorld()
    await fault({ target: 'push', mode: '500', rate: 0 })
    expect((await push(randomUUID())).status).toBe(200)
    expect((await fault({ target: 'reply', mode: 'quota' })).status).toBe(400)
    expect((await fault({ target: 'push', mode: 'reorder' })).status).toBe(400)
  })

  test('with the fault "drop_request" a push is not delivered and its retry key stays unused', async () => {
    const { fault, push, heal, inbox } = await faultyWorld()
    const key = randomUUID()
    await fault({ target: 'push', mode: 'drop_request' })
    await expect(push(key)).rejects.toThrow()
    await heal()
    expect((await push(key)).status).toBe(200)
    expect(await inbox()).toHaveLength(1)
  })

  test('the fault "expired_token" rejects the reply token permanently', async () => {
    const { fault, heal, call, channel, sendMessage, desk } = await faultyWorld()
    await sendMessage({ type: 'text', text: 'หนึ่ง' })
    const { replyToken } = firstOf(firstOf(desk.webhooks).events)
    const reply = async () => {
      const body = { replyToken, messages: [{ type: 'text', text: 'ค่ะ' }] }
      const headers = { authorization: `Bearer ${channel.channel_access_token}` }
      const response = await call('POST', '/v2/bot/message/reply', body, headers)
      return [response.status, await response.json()]
    }
    await fault({ target: 'reply', mode: 'expired_token' })
    expect(await reply()).toEqual([400, { message: 'Invalid reply token' }])
    await heal()
    expect(await reply()).toEqual([400, { message: 'Invalid reply token' }])
  })

  test('a fault can apply a limited number of times, is listed, and can be removed individually', async () => {
    const { fault, push, call } = await faultyWorld()
    const { id } = (await (await fault({ target: 'push', mode: '500', calls: 2 })).json()) as { id: string }
    const statuses: number[] = []
    for (let call = 0; call < 3; call += 1) statuses.push((await push(randomUUID())).status)
    expect(statuses).toEqual([500, 500, 200])
    await fault({ target: 'push', mode: '429' })
    const listed = (await (await call('GET', '/simulator/faults')).json()) as { faults: { mode: string }[] }
    expect(listed.faults).toMatchObject([
      { mode: '429', struck: 0 },
      { mode: '500', calls: 2, struck: 2 },
    ])
    expect((await call('DELETE', `/simulator/faults/${id}`)).status).toBe(204)
    expect((await call('DELETE', `/simulator/faults/${id}`)).status).toBe(404)
    expect((await push(randomUUID())).status).toBe(429)
  })

  test('faults with the same seed apply to the same API calls', async () => {
    const { fault, push, heal } = await faultyWorld()
    const run = async (seed: number) => {
      await fault({ target: 'push', mode: '500', rate: 0.5, seed })
      const statuses: number[] = []
      for (let call = 0; call < 24; call += 1) statuses.push((await push(randomUUID())).status)
      await heal()
      return statuses
    }
    const first = await run(7)
    expect(new Set(first)).toEqual(new Set([200, 500]))
    expect(await run(7)).toEqual(first)
    expect(await run(8)).not.toEqual(first)
  })
})

describe('faults of content', () => {
  async function contentWorld(type: string) {
    const parts = await faultyWorld()
    const { message_id } = await parts.sendMessage({ type })
    const headers = { authorization: `Bearer ${parts.channel.channel_access_token}` }
    const get = async (path: string) => {
      const response = await parts.call('GET', `/v2/bot/message/${message_id}/${path}`, undefined, headers)
      return { status: response.status, body: await response.text() }
    }
    return { ...parts, get, message_id }
  }

  test('the first requests for the content of a message return 202 while it is transcoded', async () => {
    const { fault, get, sendMessage, channel, simulator } = await contentWorld('video')
    await fault({ target: 'content', mode: '202', calls: 2 })
    const processing = { status: 200, body: '{"status":"processing"}' }
    expect(await get('content/transcoding')).toEqual(processing)
    expect(await get('content')).toEqual({ status: 202, body: '' })
    expect((await get('content')).status).toBe(202)
    expect(await get('content/transcoding')).toEqual({ status: 200, body: '{"status":"succeeded"}' })
    expect((await get('content')).status).toBe(200)
    const other = await sendMessage({ type: 'audio' })
    const blobs = new messagingApi.MessagingApiBlobClient({
      channelAccessToken: channel.channel_access_token,
      baseURL: simulator.url,
    })
    expect(await blobs.getMessageContentTranscodingByMessageId(other.message_id)).toEqual({
      status: 'processing',
    })
  })

  test.each([
    ['404', 404, '{"message":"not found"}'],
    ['410', 410, '{"message":"The content is gone"}'],
    ['500', 500, '{"message":"Internal Server Error"}'],
  ])('requests for content and preview fail with the fault "%s"', async (mode, status, body) => {
    const { fault, get, heal } = await contentWorld('image')
    await fault({ target: 'content', mode })
    expect(await get('content')).toEqual({ status, body })
    expect(await get('content/preview')).toEqual({ status, body })
    await heal()
    expect((await get('content')).status).toBe(200)
  })

  test('the fault "transcoding_failed" returns no content', async () => {
    const { fault, get } = await contentWorld('audio')
    await fault({ target: 'content', mode: 'transcoding_failed' })
    expect((await get('content/transcoding')).body).toBe('{"status":"failed"}')
    expect((await get('content')).status).toBe(404)
  })
})

describe('faults of webhooks', () => {
  test('the fault "duplicate" sends the same webhook twice', async () => {
    const { fault, sendMessage, desk } = await faultyWorld()
    await fault({ target: 'webhook', mode: 'duplicate' })
    await sendMessage({ type: 'text', text: 'หนึ่ง' })
    expect(desk.webhooks).toHaveLength(2)
    expect(desk.webhooks[1]?.raw).toBe(desk.webhooks[0]?.raw)
  })

  test.each(['redeliver', 'drop_answer'])(
    'the fault "%s" sends the same event again, marked as redelivery',
    async (mode) => {
      const { fault, sendMessage, desk } = await faultyWorld()
      await fault({ target: 'webhook', mode })
      await sendMessage({ type: 'text', text: 'หนึ่ง' })
      const [first, second] = desk.webhooks.map((webhook) => firstOf(webhook.events))
      expect(first?.deliveryContext).toEqual({ isRedelivery: false })
      expect(second).toEqual({ ...first, deliveryContext: { isRedelivery: true } })
    },
  )

  test('with the fault "reorder" the next webhook is sent first', async () => {
    const { fault, heal, sendMessage, desk, call } = await faultyWorld()
    await fault({ target: 'webhook', mode: 'reorder' })
    const held = sendMessage({ type: 'text', text: 'หนึ่ง' })
    // Waits until the phone shows the first message, which means that the simulator has received it.
    await expect
      .poll(async () => {
        const { threads } = (await (await call('GET', '/simulator/threads?channel_key=main')).json()) as {
          threads: { last: unknown }[]
        }
        return threads[0]?.last
      })
      .toMatchObject({ text: 'หนึ่ง' })
    await heal()
    await sendMessage({ type: 'text', text: 'สอง' })
    expect(await held).toMatchObject({ status: 200 })
    expect(desk.webhooks.map((webhook) => firstOf(webhook.events).message?.text)).toEqual(['สอง', 'หนึ่ง'])
  })
})

test('rejected webhooks are redelivered when redelivery is enabled', async () => {
  const { call, sendMessage, desk } = await faultyWorld()
  await call('PATCH', '/simulator/channels/main', { redelivery: true })
  desk.status = 500
  const response = sendMessage({ type: 'text', text: 'หนึ่ง' })
  await expect.poll(() => desk.webhooks.length).toBe(1)
  desk.status = 200
  expect(await response).toMatchObject({ status: 200 })
  expect(desk.webhooks.map((webhook) => firstOf(webhook.events).deliveryContext.isRedelivery)).toEqual([
    false,
    true,
  ])
})

import { expect, test } from 'vitest'
import { runningSimulator, simulatorWithDesk, temporaryFolder } from '../testing/world.fixture.ts'

const slip = {
  amount: '1,500',
  at: '2026-11-20T02:00:00.000Z',
  from: 'น้ำฝน ใจดี',
  last4: '4821',
  reference: '8F30A1129C0D77E1',
}

async function historyWorld(options: Parameters<typeof simulatorWithDesk>[0] = {}) {
  const parts = await simulatorWithDesk(options)
  const chat = { channel_key: 'main', user_id: parts.customer.user_id }
  const past = [
    {
      ...chat,
      direction: 'out',
      type: 'text',
      text: 'ขอสลิปค่ะ',
      id: '176',
      at: '2026-11-20T03:01:00.000Z',
      via: 'push',
    },
    {
      ...chat,
      direction: 'in',
      type: 'text',
      text: 'ยอดไม่เข้า',
      id: '175',
      at: '2026-11-20T03:00:00.000Z',
      read: true,
    },
    { ...chat, direction: 'in', type: 'image', slip, id: '177', at: '2026-11-20T03:02:00.000Z' },
    {
      ...chat,
      direction: 'in',
      type: 'sticker',
      sticker_id: '52002735',
      id: '178',
      at: '2026-11-20T03:03:00.000Z',
    },
  ]
  const notify = async (messages: unknown[]) => {
    const response = await parts.call('POST', '/simulator/history', { messages })
    return { status: response.status, body: await response.json() }
  }
  const phone = async (base = parts.simulator.url) => {
    const response = await fetch(`${base}/simulator/conversation?${new URLSearchParams(chat)}`)
    const { messages } = (await response.json()) as { messages: { id: string; text: string | null }[] }
    return messages
  }
  return { ...parts, past, notify, phone, chat }
}

test('a history inserts its messages before newer messages, ordered by time, and sends no webhook', async () => {
  const { past, notify, phone, sendMessage, desk } = await historyWorld()
  const { message_id } = await sendMessage({ type: 'text', text: 'วันนี้' })
  const tokensOf = (id: string) => ({
    id,
    quote_token: expect.stringMatching(/./),
    mark_as_read_token: expect.stringMatching(/./),
  })
  expect(await notify(past)).toEqual({
    status: 201,
    body: { messages: 4, tokens: ['175', '177', '178'].map(tokensOf) },
  })
  const shown = await phone()
  expect(shown.map((each) => each.id)).toEqual(['175', '176', '177', '178', message_id])
  expect(shown).toMatchObject([
    { read: true, status: 200 },
    { via: 'push' },
    { slip },
    { type: 'sticker' },
    {},
  ])
  expect(desk.webhooks).toHaveLength(1)
})

test('a new history replaces the previous one and survives a restart', async () => {
  const dataDir = temporaryFolder()
  const { past, notify, phone, simulator } = await historyWorld({ dataDir })
  await notify(past)
  await notify(past.slice(0, 2))
  expect((await phone()).map((each) => each.id)).toEqual(['175', '176'])
  await simulator.close()
  const again = await runningSimulator({ dataDir })
  expect((await phone(again.url)).map((each) => each.id)).toEqual(['175', '176'])
})

test('a history marks messages as read if chat is disabled, and otherwise as each message specifies', async () => {
  const { past, notify, phone, chat, simulator } = await historyWorld()
  const unread = past
    .filter((each) => each.type === 'text' && each.direction === 'in')
    .map((each) => ({ ...each, read: false }))
  await notify([...unread, ...unread.map((each) => ({ ...each, id: '300', channel_key: 'vip' }))])
  expect(await phone()).toMatchObject([{ id: '175', read: true }])
  const query = new URLSearchParams({ ...chat, channel_key: 'vip' })
  const response = await fetch(`${simulator.url}/simulator/conversation?${query}`)
  expect(((await response.json()) as { messages: object[] }).messages[0]).not.toHaveProperty('read')
})

test('images of a history are served like other images, with the given slip details', async () => {
  const { past, notify, call, channel } = await historyWorld()
  await notify(past)
  const headers = { authorization: `Bearer ${channel.channel_access_token}` }
  const image = async (path: string) => {
    const response = await call('GET', `/v2/bot/message/177/${path}`, undefined, headers)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    return Buffer.from(await response.arrayBuffer())
  }
  const full = await image('content')
  expect(full.readUInt32BE(16)).toBe(480)
  expect((await image('content/preview')).readUInt32BE(16)).toBe(200)
  await notify(
    past.map((each) => ('slip' in each ? { ...each, id: '179', slip: { ...slip, amount: '9' } } : each)),
  )
  const other = await call('GET', '/v2/bot/message/179/content', undefined, headers)
  expect(Buffer.from(await other.arrayBuffer()).equals(full)).toBe(false)
  expect((await call('GET', '/v2/bot/message/177/content', undefined, headers)).status).toBe(404)
})

test('a history with an unknown customer is rejected and changes nothing', async () => {
  const { past, notify, phone } = await historyWorld()
  await notify(past)
  const strange = past.map((each) => ({ ...each, user_id: `U${'0'.repeat(32)}` }))
  expect((await notify(strange)).status).toBe(404)
  expect(await phone()).toHaveLength(4)
})

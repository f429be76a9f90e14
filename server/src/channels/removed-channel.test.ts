import { beforeEach, describe, expect, test } from 'vitest'
import { approveStaff } from '../staff/staff.store.ts'
import { signatureOf } from '../testing/line-events.ts'
import { FAST, useOutboxWorld } from '../testing/outbox-world.ts'
import { TEST_ENCRYPTION } from '../testing/test-encryption.ts'
import { findChannels, findRemovedChannels, removeChannel, saveChannel } from './channel.store.ts'

const outbox = useOutboxWorld()
const db = () => outbox.world.testDesk.context.db
const rows = async (text: string) => (await db().$client.query(text)).rows
const channelOf = (key: string) => {
  const channel = outbox.world.simulator.world.channels.find((each) => each.key === key)
  if (channel === undefined) throw new Error(`LINE has no ${key}`)
  return channel
}
/** Connects or reconnects the simulator's channel. */
const connect = (key: string, by: 'command line' | 'start with the simulator' = 'command line') => {
  const { name, bot_user_id, channel_secret, channel_access_token } = channelOf(key)
  const settings = {
    key,
    name,
    lineBotUserId: bot_user_id,
    secret: channel_secret,
    accessToken: channel_access_token,
  }
  return saveChannel(db(), TEST_ENCRYPTION, settings, by)
}
const get = (url: string, headers = outbox.headers) => outbox.world.testDesk.app.inject({ url, headers })
const keys = async () =>
  (await get('/api/staff/channels')).json().items.map(({ key }: { key: string }) => key)

/** Sends an empty webhook request signed with this secret, and returns the response. */
async function webhook(key: string, secret: string) {
  const payload = JSON.stringify({ destination: channelOf('main').bot_user_id, events: [] })
  const { statusCode, body } = await outbox.world.testDesk.app.inject({
    method: 'POST',
    url: `/line/webhook/${key}`,
    headers: {
      'content-type': 'application/json',
      'x-line-signature': signatureOf(secret, payload),
    },
    payload,
  })
  return { statusCode, body: JSON.parse(body) }
}

beforeEach(async () => {
  await connect('main')
})

test('handles the webhook of a removed channel like that of an unknown channel, with any signature', async () => {
  await removeChannel(db(), 'main')
  const unknown = await webhook('nowhere', 'any')
  expect(unknown.statusCode).toBe(404)
  const [{ secret }] = await rows(`select secret from channels where key = 'main'`)
  for (const each of [channelOf('main').channel_secret, secret, 'removed'])
    expect(await webhook('main', each)).toEqual(unknown)
})

describe('a ticket of a removed channel', () => {
  test('a ticket of a removed channel can be read and closed, but not replied to', async () => {
    const { ticketId } = await outbox.conversation()
    await removeChannel(db(), 'main')
    const send = await outbox.world.testDesk.app.inject({
      method: 'POST',
      url: `/api/staff/tickets/${ticketId}/send`,
      headers: outbox.headers,
      payload: { type: 'text', text: 'สวัสดีครับ' },
    })
    expect([send.statusCode, send.json().code]).toEqual([409, 'channel_removed'])
    expect(await outbox.messagesOf(ticketId)).toHaveLength(1)
    const listed = (await get('/api/staff/tickets?limit=100')).json().items
    expect(listed).toContainEqual(expect.objectContaining({ id: ticketId, channel_key: 'main' }))
    const closed = await outbox.world.testDesk.app.inject({
      method: 'POST',
      url: `/api/staff/tickets/${ticketId}/close`,
      headers: (await outbox.world.testDesk.signInAs({ role: 'BUSINESS' })).headers,
      payload: {},
    })
    expect(closed.statusCode).toBe(200)
  })

  test('pending replies of a removed channel fail with the reason', async () => {
    const { userId, ticketId } = await outbox.conversation()
    await outbox.sendText(ticketId, 'รอสักครู่')
    await removeChannel(db(), 'main')
    await outbox.start(FAST).drain()
    expect(await outbox.world.inbox(userId)).toEqual([])
    const [, reply] = await outbox.messagesOf(ticketId)
    expect(reply).toMatchObject({ text: 'รอสักครู่', delivery: 'failed', delivery_error: 'channel_removed' })
  })
})

test('a removed channel keeps its access rights, and no further rights can be granted', async () => {
  const { addChannel, signInAs } = outbox.world.testDesk
  await addChannel('second')
  const { ticketId } = await outbox.conversation()
  const one = await signInAs({ channelKeys: ['main'] })
  const other = await signInAs({ channelKeys: ['second'] })
  const seen = async () =>
    Promise.all(
      [one, other].map(
        async ({ headers }) => (await get(`/api/staff/tickets/${ticketId}/messages`, headers)).statusCode,
      ),
    )
  const rights = () => rows('select staff_id, channel_key from staff_channels order by 1, 2')
  const before = await rights()
  expect(await seen()).toEqual([200, 403])
  await removeChannel(db(), 'main')
  expect(await seen()).toEqual([200, 403])
  expect(await rights()).toEqual(before)
  expect((await get('/api/staff/channels', one.headers)).json().items).toEqual([])
  const approve = (lineUserId: string, channels?: string[]) =>
    approveStaff(db(), { lineUserId, role: 'ADMIN', channels }, async () => {})
  expect(await approve(other.lineUserId, ['main'])).toEqual({
    kind: 'unknown_channel',
    channelKeys: ['main'],
  })
  expect(await approve(one.lineUserId)).toMatchObject({ kind: 'approved', channels: ['main'] })
})

test('hides a removed channel, fetches no profiles for it and restores all data on reconnect', async () => {
  const { ticketId } = await outbox.conversation()
  expect(await removeChannel(db(), 'main')).toBe(true)
  expect(await removeChannel(db(), 'main')).toBe(false)
  expect(await removeChannel(db(), 'nowhere')).toBe(false)
  expect(await keys()).not.toContain('main')
  expect((await findChannels(db())).map(({ key }) => key)).not.toContain('main')
  expect(await findRemovedChannels(db())).toMatchObject([{ key: 'main' }])
  const { context } = outbox.world.testDesk
  expect(await (await context.line.forChannel('main')).profile('U')).toEqual({ kind: 'unknown' })
  const [stored] = await rows(`select secret, access_token from channels where key = 'main'`)
  expect(Object.values(stored)).not.toContain(channelOf('main').channel_secret)
  expect(Object.values(stored)).not.toContain(channelOf('main').channel_access_token)

  expect(await connect('main', 'start with the simulator')).toEqual({ kind: 'saved' })
  expect(await keys()).not.toContain('main')
  expect(
    await saveChannel(
      db(),
      TEST_ENCRYPTION,
      { key: 'new', name: 'N', lineBotUserId: channelOf('main').bot_user_id, secret: 's', accessToken: 't' },
      'command line',
    ),
  ).toEqual({ kind: 'bot_in_use', key: 'main', isRemoved: true })

  await connect('main')
  expect(await keys()).toContain('main')
  await outbox.sendText(ticketId, 'กลับมาแล้ว')
  expect(await rows('select kind, detail from security_events order by id desc limit 2')).toEqual([
    { kind: 'channel_added', detail: { by: 'command line', channel: 'main' } },
    { kind: 'channel_removed', detail: { by: 'command line', channel: 'main' } },
  ])
})

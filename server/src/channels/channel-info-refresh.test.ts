import { afterEach, beforeEach, expect, test } from 'vitest'
import { linesOfLog } from '../testing/log-lines.ts'
import { useOutboxWorld } from '../testing/outbox-world.ts'
import { sealedColumn } from '../testing/test-encryption.ts'
import { claimDueChannelInfo } from './channel-info.store.ts'
import { type RefreshOptions, refreshChannelInfo, startChannelInfoRefresh } from './channel-info-refresh.ts'

const outbox = useOutboxWorld()
const context = () => outbox.world.testDesk.context
const query = async (text: string) => (await context().db.$client.query(text)).rows
const quotaOf = async (key = 'main') =>
  (await query(`select quota_limit, quota_used from channels where key = '${key}'`))[0]

const running: { stop(): Promise<void> }[] = []
const start = (options: RefreshOptions = {}) => {
  running.push(startChannelInfoRefresh(context(), options))
}
beforeEach(() =>
  query(
    "update channels set account_due_at = now() + interval '1 hour', quota_used = null, quota_limit = null, quota_checked_at = null",
  ),
)
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
})

async function setBotInfo(change: object, key = 'main'): Promise<void> {
  const response = await fetch(`${outbox.world.simulator.url}/simulator/channels/${key}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Returns the channel's information as managers and as agents receive it. */
async function readInfo() {
  const { app, signInAs } = outbox.world.testDesk
  const get = async (url: string, role: 'BUSINESS' | 'ADMIN') => {
    const { headers } = await signInAs({ role })
    const items = (await app.inject({ url, headers })).json().items as { key: string }[]
    return items.find(({ key }) => key === 'main')
  }
  return {
    manager: await get('/api/business/channels', 'BUSINESS'),
    managerAsStaff: await get('/api/staff/channels', 'BUSINESS'),
    agent: await get('/api/staff/channels', 'ADMIN'),
  }
}

test('refreshes data of due channels; managers receive names and quota, agents only the quota state', async () => {
  await setBotInfo({ quota: 500, used: 10 })
  await setBotInfo({ quota: 'none', used: 3 }, 'vip')
  await query("update channels set account_due_at = now() where key in ('main', 'vip')")
  start()
  await expect.poll(() => quotaOf()).toEqual({ quota_limit: 500, quota_used: 10 })
  await expect.poll(() => quotaOf('vip')).toEqual({ quota_limit: null, quota_used: 3 })
  const botInfo = outbox.world.simulator.world.channels.find(({ key }) => key === 'main')
  const first = await readInfo()
  expect(first.manager).toEqual({
    key: 'main',
    name: expect.any(String),
    basic_id: botInfo?.basic_id,
    quota: { limit: 500, used: 10, checked_at: expect.stringMatching(/Z$/), warning: null },
  })
  expect(first.agent).not.toHaveProperty('quota_reached')

  await setBotInfo({ used: 400 })
  await refreshChannelInfo(context(), 'main')
  const near = await readInfo()
  expect(near.manager).toMatchObject({ quota: { used: 400, warning: 'near' } })
  expect(near.managerAsStaff).toMatchObject({ quota_near: true })
  expect(near.agent).not.toHaveProperty('quota_near')

  await setBotInfo({ used: 500 })
  await refreshChannelInfo(context(), 'main')
  const second = await readInfo()
  expect(second.manager).toMatchObject({ quota: { used: 500, warning: 'reached' }, quota_reached: true })
  expect(second.agent).toMatchObject({ quota_reached: true })
  const { headers } = await outbox.world.testDesk.signInAs({ role: 'ADMIN' })
  expect(
    (await outbox.world.testDesk.app.inject({ url: '/api/business/channels', headers })).statusCode,
  ).toBe(403)
})

test('logs one warning at 80 % of the quota and one at the limit', async () => {
  const { log, lines } = linesOfLog()
  for (const used of [399, 400, 450, 500, 510, 500]) {
    await setBotInfo({ quota: 500, used })
    await refreshChannelInfo({ ...context(), log }, 'main')
  }
  expect(lines).toEqual([
    expect.objectContaining({ channel: 'main', limit: 500, used: 400, msg: expect.stringContaining('80 %') }),
    expect.objectContaining({
      channel: 'main',
      limit: 500,
      used: 500,
      msg: expect.stringContaining('all its monthly messages'),
    }),
  ])
})

test('refreshes the quota when LINE refuses a reply because of it, but not on every such refusal', async () => {
  const { ticketId } = await outbox.conversation()
  await setBotInfo({ quota: 500, used: 500 })
  start({ pollMs: 3_600_000 })
  const delivery = outbox.start()
  await outbox.sendText(ticketId, 'หนึ่ง')
  await delivery.drain()
  await expect.poll(() => quotaOf()).toEqual({ quota_limit: 500, quota_used: 500 })
  const [before] = await query("select quota_checked_at from channels where key = 'main'")
  await outbox.sendText(ticketId, 'สอง')
  await delivery.drain()
  // Checks that the next refresh is due half a minute after the last refresh.
  const isDueLater = `select account_due_at between quota_checked_at + interval '29 s' and quota_checked_at + interval '31 s' as is_later from channels where key = 'main'`
  await expect.poll(() => query(isDueLater)).toEqual([{ is_later: true }])
  expect((await query("select quota_checked_at from channels where key = 'main'"))[0]).toEqual(before)
})

test('publishes immediately that LINE refused a reply because of the quota, even when the stored usage is current', async () => {
  await setBotInfo({ quota: 500, used: 499 })
  await refreshChannelInfo(context(), 'main')
  await setBotInfo({ used: 500 })
  const { ticketId } = await outbox.conversation()
  start({ pollMs: 3_600_000 })
  const received: unknown[] = []
  const end = context().bus.subscribe(async (busEvent) => {
    if (busEvent.kind === 'ticket_list_update') received.push([busEvent, (await readInfo()).agent])
  })
  const delivery = outbox.start()
  await outbox.sendText(ticketId, 'หนึ่ง')
  await outbox.sendText(ticketId, 'สอง')
  await delivery.drain()
  const expected = [
    { kind: 'ticket_list_update', channelKey: 'main', reason: 'quota_changed' },
    expect.objectContaining({ quota_reached: true }),
  ]
  await expect.poll(() => received).toEqual([expected])
  // Checks that a refresh after which quota is available again also publishes the change.
  await setBotInfo({ used: 10 })
  await refreshChannelInfo(context(), 'main')
  await expect.poll(() => received).toHaveLength(2)
  end()
})

test('only one of several servers refreshes the data of a channel, and only when the refresh is due', async () => {
  await query("update channels set account_due_at = now() - interval '1 minute' where key = 'main'")
  const { db } = context()
  const claims = await Promise.all(Array.from({ length: 8 }, () => claimDueChannelInfo(db, 600)))
  expect(claims.filter((key) => key !== undefined)).toEqual(['main'])
  const [row] = await query(
    "select extract(epoch from account_due_at - now())::float8 as seconds from channels where key = 'main'",
  )
  expect(row.seconds).toBeGreaterThan(400)
  expect(row.seconds).toBeLessThanOrEqual(750)
})

test('records that LINE refuses a token, and keeps the last known data of the channel', async () => {
  await setBotInfo({ quota: 500, used: 10 })
  await refreshChannelInfo(context(), 'main')
  const [{ access_token }] = await query("select access_token from channels where key = 'main'")
  await query(
    `update channels set access_token = '${sealedColumn('main', 'access_token', 'revoked')}' where key = 'main'`,
  )
  const { log, lines } = linesOfLog()
  await refreshChannelInfo({ ...context(), log }, 'main')
  await refreshChannelInfo({ ...context(), log }, 'main')
  expect((await readInfo()).manager).toMatchObject({ token_refused: true, quota: { used: 10 } })
  await query(`update channels set access_token = '${access_token}' where key = 'main'`)
  await refreshChannelInfo({ ...context(), log }, 'main')
  await refreshChannelInfo({ ...context(), log }, 'main')
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining('LINE refuses'),
    expect.stringContaining('LINE accepts'),
  ])
  expect((await readInfo()).manager).not.toHaveProperty('token_refused')
})

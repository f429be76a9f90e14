import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { connectionOptions } from './db/client.ts'
import { runHousekeeping } from './housekeeping.ts'
import { publishHost } from './releases/publish-remote.ts'
import { writeHostBuild } from './releases/testing/mock-release.ts'
import { openTicket, postWebhook, textEvent } from './testing/line-events.ts'
import { useTestDesk } from './testing/use-test-desk.ts'

const DAY_MS = 86_400_000

const testDesk = useTestDesk()
const { query } = testDesk
beforeEach(() => query('delete from line_events; delete from reply_tokens; delete from sessions'))

const count = async (table: string) => Number((await query(`select count(*) from ${table}`))[0]?.count)
const inDays = (days: number) => ({ ...testDesk.context, now: () => new Date(Date.now() + days * DAY_MS) })

test('housekeeping retains live sessions, current reply tokens and recent events', async () => {
  await openTicket(testDesk)
  await testDesk.signInAs()
  expect(await runHousekeeping(inDays(0.9))).toEqual({
    sessions: 0,
    'security events': 0,
    'reply tokens': 0,
    'LINE events': 0,
    'calls to LINE': 0,
    'names to normalize': expect.any(Number),
    'suggestion uses': 0,
    'months of the message search': expect.any(Number),
    'texts of abandoned imports': 0,
    'unanswered questions': 0,
    'decided proposals': 0,
    'knowledge index blocks': 0,
    'transaction ids of another cluster': 0,
    'files of old releases': 0,
    'unused blobs': 0,
  })
  expect([await count('line_events'), await count('reply_tokens'), await count('sessions')]).toEqual([
    1, 1, 1,
  ])
})

test('housekeeping removes expired sessions, reply tokens after one day, and events after 30 days', async () => {
  await openTicket(testDesk)
  await testDesk.signInAs()
  expect(await runHousekeeping(inDays(1.1))).toMatchObject({
    sessions: 1,
    'reply tokens': 1,
    'LINE events': 0,
  })
  expect(await runHousekeeping(inDays(29.9))).toMatchObject({ 'LINE events': 0 })
  expect(await runHousekeeping(inDays(30.1))).toMatchObject({ 'LINE events': 1 })
  expect(await count('line_events')).toBe(0)
})

test('recognizes a redelivered message by its message id after the LINE event was removed', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  const event = textEvent(userId, 'ครั้งเดียว')
  await postWebhook(testDesk, [event])
  await runHousekeeping(inDays(31))
  await postWebhook(testDesk, [event])
  expect(await query('select seq, text from messages where ticket_id = $1 order by seq', [ticketId])).toEqual(
    [
      { seq: 1, text: 'สวัสดีค่ะ' },
      { seq: 2, text: 'ครั้งเดียว' },
    ],
  )
})

test('never removes a LINE event that was not applied, whether a dead letter or not', async () => {
  await openTicket(testDesk)
  await query('update line_events set applied_at = null, attempts = 10')
  expect(await runHousekeeping(inDays(1_000))).toMatchObject({ 'LINE events': 0 })
  await query('update line_events set parked_at = now()')
  expect(await runHousekeeping(inDays(1_000))).toMatchObject({ 'LINE events': 0 })
})

test('removes more than 20,000 rows of a kind in one run, and stops at the time limit', async () => {
  await query(`insert into line_events (webhook_event_id, channel_key, type, body, applied_at)
    select 'old ' || n, 'main', 'follow', '{}', now() from generate_series(1, 21500) n`)
  expect(await runHousekeeping(inDays(31), { maxMs: 0 })).toMatchObject({ 'LINE events': 0 })
  expect(await runHousekeeping(inDays(31))).toMatchObject({ 'LINE events': 21_500 })
  expect(await count('line_events')).toBe(0)
})

test('resets transaction ids of tickets from another database cluster, so that queries for unread tickets skip them', async () => {
  const { userId, ticketId } = await openTicket(testDesk)
  await query('update tickets set last_in_xid = last_in_xid + 1000000000')
  const ahead = () =>
    query(
      'select id from tickets where last_in_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint order by id',
    )
  expect(await ahead()).not.toEqual([])
  const many = { 'transaction ids of another cluster': await count('tickets') }
  expect(await runHousekeeping(testDesk.context)).toMatchObject(many)
  expect(await ahead()).toEqual([])

  const { headers } = await testDesk.signInAs()
  const unread = async () => {
    const url = '/api/staff/tickets?unread_only=true&status=OPEN&page_size=100'
    const { items } = (await testDesk.app.inject({ url, headers })).json()
    return items.filter(({ id }: { id: string }) => id === ticketId)
  }
  const read = { method: 'POST' as const, url: `/api/staff/tickets/${ticketId}/read`, headers }
  await testDesk.app.inject({ ...read, payload: { seq: 1 } })
  expect(await unread()).toEqual([])
  await postWebhook(testDesk, [textEvent(userId, 'อีกครั้ง')])
  expect(await unread()).toMatchObject([{ unread_count: 1 }])
})

test('housekeeping continues with other tasks when one fails', async () => {
  await openTicket(testDesk)
  await testDesk.signInAs()
  const owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
  await owner.connect()
  await owner.query('alter table reply_tokens rename to reply_tokens_away')
  try {
    expect(await runHousekeeping(inDays(31))).toMatchObject({
      sessions: 1,
      'reply tokens': 0,
      'LINE events': 1,
    })
  } finally {
    await owner.query('alter table reply_tokens_away rename to reply_tokens')
    await owner.end()
  }
  expect(await runHousekeeping(inDays(31))).toMatchObject({ 'reply tokens': 1 })
})

test('removes files of a host release 30 days after it was replaced', async () => {
  const { config, db } = testDesk.context
  for (const release of ['h1', 'h2', 'h3']) {
    await writeHostBuild(config.hostDist, { release })
    await publishHost({ db, ...config })
  }
  expect(await runHousekeeping(inDays(29.9))).toMatchObject({ 'files of old releases': 0 })
  expect(await runHousekeeping(inDays(30.1))).toMatchObject({ 'files of old releases': 1 })
  expect((await testDesk.app.inject('/assets/h2/shell.js')).statusCode).toBe(200)
  expect((await testDesk.app.inject('/assets/h1/shell.js')).statusCode).toBe(404)
})

test('housekeeping skips rows locked by another process', async () => {
  await openTicket(testDesk)
  const other = await testDesk.context.db.$client.connect()
  try {
    await other.query('begin; select 1 from line_events for update')
    expect(await runHousekeeping(inDays(31))).toMatchObject({ 'LINE events': 0 })
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await runHousekeeping(inDays(31))).toMatchObject({ 'LINE events': 1 })
})

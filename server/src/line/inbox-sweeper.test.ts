import { sql } from 'drizzle-orm'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectionOptions, inTransaction } from '../db/client.ts'
import { textEvent } from '../testing/line-events.ts'
import { estimateOf, readsOf } from '../testing/plan-reads.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import {
  type CustomerKey,
  customersWithDueEvents,
  type DueCustomers,
  readInOrderOfIndexes,
  replayDeadLetters,
  storeEvents,
  waitingCustomersStatement,
} from './inbox.store.ts'
import { sweepEvents } from './inbox-sweeper.ts'
import { InboxWorker } from './inbox-worker.ts'
import { readWebhook } from './parse-webhook.ts'

const testDesk = useTestDesk()
const { query } = testDesk
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
  await owner.connect()
  // Trigger that refuses the message text 'poison' and ends the connection that stores 'breaks'.
  await owner.query(`
    create function test_break() returns trigger language plpgsql as $$
      begin
        if new.text = 'poison' then raise exception 'poison'; end if;
        if new.text = 'breaks' then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$;
    create trigger test_break before insert on messages for each row execute function test_break()`)
})
afterAll(() => owner?.end())
beforeEach(() => testDesk.context.db.$client.query('delete from line_events'))

/** Stores events as if the process had crashed right afterwards, some time ago. */
async function store(user: string, texts: string[]): Promise<void> {
  const webhook = readWebhook({ events: texts.map((text) => textEvent(user, text)) })
  await storeEvents(testDesk.context.db, 'main', webhook?.events ?? [])
  await query(
    `update line_events set received_at = now() - interval '1 min', next_attempt_at = now() - interval '1 min' where user_id = $1`,
    [user],
  )
}

const waitingOf = (user: string) =>
  query<{ attempts: number; parked: boolean; wait_secs: number }>(
    `select attempts, parked_at is not null as parked, extract(epoch from next_attempt_at - now())::float8 as wait_secs
     from line_events where user_id = $1 and applied_at is null order by id`,
    [user],
  )
const newWorker = () => new InboxWorker(testDesk.context, () => {})

test('a customer with many failing events does not delay other customers', async () => {
  const [stuck, other] = [randomLineUserId(), randomLineUserId()]
  await store(
    stuck,
    Array.from({ length: 250 }, (_, index) => `${index}`),
  )
  await query(
    `update line_events set attempts = 8, next_attempt_at = now() + interval '30 minutes'
     where id = (select min(id) from line_events)`,
  )
  await store(other, ['ช่วยด้วย'])
  await sweepEvents(testDesk.context, newWorker())
  expect(await waitingOf(other)).toEqual([])
  expect(await waitingOf(stuck)).toHaveLength(250)
})

test('the sweep of LINE events reads no events that wait behind a failed one, even with old database statistics', async () => {
  await owner.query('analyze line_events')
  const stuck = [randomLineUserId(), randomLineUserId()]
  for (const user of stuck) {
    await store(
      user,
      Array.from({ length: 250 }, (_, index) => `${index}`),
    )
  }
  await query(
    `update line_events e set next_attempt_at = now() + interval '30 minutes', error = 'x'
     where not exists (select from line_events earlier where earlier.user_id = e.user_id and earlier.id < e.id)`,
  )
  const reads = await inTransaction(testDesk.context.db, async (tx) => {
    await readInOrderOfIndexes(tx)
    return readsOf(tx, 'line_events', waitingCustomersStatement(0, null))
  })
  expect(reads.reduce((rows, read) => rows + read.rows, 0)).toBeLessThan(20)
})

test.each([
  ['with statistics from before a backlog', 'before'],
  ['with statistics of the backlog', 'after'],
  ['without statistics', 'never'],
])('PostgreSQL estimates a sweep of LINE events far below its JIT threshold %s', async (_, analyzed) => {
  const analyze = () => owner.query('analyze line_events')
  if (analyzed === 'never')
    await owner.query(`delete from pg_statistic where starelid = 'line_events'::regclass`)
  if (analyzed === 'before') await analyze()
  await query(
    `insert into line_events (webhook_event_id, channel_key, user_id, type, body)
     select gen_random_uuid(), 'main', 'U' || n % 3000, 'message', '{}' from generate_series(1, 30000) n`,
  )
  if (analyzed === 'after') await analyze()
  const { estimates, limit } = await inTransaction(testDesk.context.db, async (tx) => {
    await readInOrderOfIndexes(tx)
    const limits = await tx.execute<{ jit: string }>(sql`select current_setting('jit_above_cost') as jit`)
    const behind = { channelKey: 'main', userId: 'U1' }
    return {
      estimates: [
        await estimateOf(tx, waitingCustomersStatement(0, null)),
        await estimateOf(tx, waitingCustomersStatement(0, behind)),
      ],
      limit: Number(limits.rows[0]?.jit),
    }
  })
  expect(limit).toBeGreaterThan(0)
  for (const { cost, types } of estimates) {
    expect(cost).toBeLessThan(limit / 10)
    // Expects no sort, because PostgreSQL before 18 adds 10,000,000,000 to the cost of a sort while sorts are disabled.
    expect(types).not.toContain('Sort')
  }
})

test('consecutive sweeps of LINE events reach all customers of all channels', async () => {
  await testDesk.addChannel('vip')
  const users = Array.from({ length: 5 }, randomLineUserId).sort()
  for (const user of users) await store(user, ['1', '2'])
  await query(`update line_events set channel_key = 'vip' where user_id = any($1)`, [users.slice(0, 2)])
  const found: string[] = []
  let after: CustomerKey | null = null
  do {
    const check = { leaveAloneMs: 0, limit: 2, after }
    const { keys, next }: DueCustomers = await customersWithDueEvents(testDesk.context.db, check)
    found.push(...keys.map(({ channelKey, userId }) => `${channelKey} ${userId}`))
    after = next
  } while (after !== null)
  expect(found).toEqual([
    ...users.slice(2).map((user) => `main ${user}`),
    ...users.slice(0, 2).map((user) => `vip ${user}`),
  ])
})

test('a replayed event that fails again becomes a dead letter immediately, and later events are applied', async () => {
  const user = randomLineUserId()
  await store(user, ['poison', 'ต่อไป'])
  await query(
    `update line_events set attempts = 9, parked_at = now() where id = (select min(id) from line_events)`,
  )
  await replayDeadLetters(testDesk.context.db, 'all')
  await sweepEvents(testDesk.context, newWorker())
  expect(await waitingOf(user)).toMatchObject([{ parked: true }])
})

test('an event waits longer after each lost connection, and twelve lost connections are counted as a failure', async () => {
  const user = randomLineUserId()
  await store(user, ['breaks', 'ต่อไป'])
  const pauses: number[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => pauses.push(JSON.parse(line).pauseMs) })
  const context = { ...testDesk.context, log }
  const worker = new InboxWorker(context, () => {})
  for (let loss = 1; loss <= 12; loss += 1) {
    await sweepEvents(context, worker)
    const [head] = await waitingOf(user)
    expect(head?.attempts).toBe(0)
    expect((head?.wait_secs ?? 0) * 1_000).toBeLessThanOrEqual(pauses.at(-1) ?? 0)
    await query('update line_events set next_attempt_at = now() where user_id = $1', [user])
  }
  expect(pauses).toEqual([1_000, 5_000, ...Array(10).fill(30_000)])
  await sweepEvents(context, worker)
  expect(await waitingOf(user)).toMatchObject([{ attempts: 1, parked: false }, { attempts: 0 }])
})

test.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])('due times use the clock of the database when the process clock is an hour %s', async (_name, offMs) => {
  const [waits, comes] = [randomLineUserId(), randomLineUserId()]
  const context = { ...testDesk.context, now: () => new Date(Date.now() + offMs) }
  const worker = new InboxWorker(context, () => {})
  await store(waits, ['poison'])
  await store(comes, ['มาแล้ว'])
  await sweepEvents(context, worker)
  expect(await waitingOf(comes)).toEqual([])
  const [failed] = await waitingOf(waits)
  expect(failed?.attempts).toBe(1)
  expect(Math.abs(failed?.wait_secs ?? 3_600)).toBeLessThan(600)
})

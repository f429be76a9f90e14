import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { textEvent } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { InboxWriter } from './inbox-writer.ts'
import { type IncomingEvent, readWebhook } from './parse-webhook.ts'

let testDesk: TestDesk
let owner: pg.Client
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
  await owner.connect()
  // Trigger that refuses the message text 'poison' and ends the connection that stores 'breaks' (for 'breaks twice',
  // the first two connections).
  await owner.query(`
    create sequence test_breaks;
    grant usage on sequence test_breaks to public;
    create function test_break() returns trigger language plpgsql as $$
      begin
        if new.body->'message'->>'text' = 'poison' then raise exception 'poison'; end if;
        if new.body->'message'->>'text' = 'breaks' then perform pg_terminate_backend(pg_backend_pid()); end if;
        if new.body->'message'->>'text' = 'breaks twice' and nextval('test_breaks') <= 2 then
          perform pg_terminate_backend(pg_backend_pid());
        end if;
        return new;
      end $$;
    create trigger test_break before insert on line_events for each row execute function test_break()`)
})
afterAll(async () => {
  await owner?.end()
  await testDesk?.close()
})
beforeEach(() => owner.query('delete from line_events'))

const webhook = (...texts: string[]): IncomingEvent[] =>
  readWebhook({ events: texts.map((text) => textEvent(randomLineUserId(), text)) })?.events ?? []
const newWriter = () => new InboxWriter(testDesk.context.db)

/** Returns the stored texts of a channel in order, and the number of transactions that stored them. */
async function stored(channelKey = 'main'): Promise<{ texts: string[]; commits: number }> {
  const { rows } = await owner.query<{ text: string; xid: string }>(
    `select body->'message'->>'text' as text, xmin::text as xid from line_events where channel_key = $1 order by id`,
    [channelKey],
  )
  return { texts: rows.map(({ text }) => text), commits: new Set(rows.map(({ xid }) => xid)).size }
}

/** Locks the table of events until the returned function is called. */
async function lockTable(): Promise<() => Promise<void>> {
  await owner.query('begin')
  await owner.query('lock table line_events in exclusive mode')
  return async () => {
    await owner.query('commit')
  }
}

test('500 concurrent webhooks are stored in few commits, in order of arrival', async () => {
  const writer = newWriter()
  const texts = Array.from({ length: 500 }, (_, index) => `${index}`)
  await Promise.all(texts.map((text) => writer.store('main', webhook(text), 100)))
  const found = await stored()
  expect(found.texts).toEqual(texts)
  expect(found.commits).toBeLessThanOrEqual(3)
})

test('large webhooks are stored in groups of bounded size', async () => {
  const writer = newWriter()
  const megabytes = 1024 * 1024
  await Promise.all([...'abcdefgh'].map((text) => writer.store('main', webhook(text), 2 * megabytes)))
  const found = await stored()
  expect(found.texts.join('')).toBe('abcdefgh')
  expect(found.commits).toBeGreaterThanOrEqual(4)
})

test('only the webhook that cannot be stored is rejected, and nothing of it is stored', async () => {
  const writer = newWriter()
  const outcomes = await Promise.allSettled(
    [['a'], ['b', 'poison'], ['c'], ['poison'], ['d']].map((texts) =>
      writer.store('main', webhook(...texts), 100),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect((await stored()).texts).toEqual(['a', 'c', 'd'])
})

test('webhooks whose database connection breaks are rejected as a group, and the next ones are stored', async () => {
  const writer = newWriter()
  const first = writer.store('main', webhook('first'), 100)
  const broken = await Promise.allSettled(
    ['a', 'breaks', 'b'].map((text) => writer.store('main', webhook(text), 100)),
  )
  await first
  expect(new Set(broken.map(({ status }) => status))).toEqual(new Set(['rejected']))
  await writer.store('main', webhook('next'), 100)
  expect((await stored()).texts).toEqual(['first', 'next'])
})

test('a group of webhooks is stored exactly once after its database connection broke', async () => {
  const writer = newWriter()
  await Promise.all(['a', 'breaks twice', 'b'].map((text) => writer.store('main', webhook(text), 100)))
  expect((await stored()).texts).toEqual(['a', 'breaks twice', 'b'])
})

test('storing webhooks uses one connection per channel, and rejects webhooks beyond the queue limit', async () => {
  const writer = newWriter()
  const release = await lockTable()
  const first = writer.store('main', webhook('first'), 100)
  await expect
    .poll(async () => {
      const { rows } = await owner.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where relation = 'line_events'::regclass and not granted`,
      )
      return rows[0]?.n
    })
    .toBe(1)
  const many = Array.from({ length: 2_000 }, (_, index) => writer.store('main', webhook(`${index}`), 100))
  const other = writer.store('vip', webhook('other'), 100).catch((error: unknown) => error)
  expect(await other).toMatchObject({ code: 'unavailable' })
  await release()
  await Promise.all([first, ...many])
  await writer.store('vip', webhook('other'), 100)
  expect((await stored()).texts).toHaveLength(2_001)
  expect((await stored('vip')).texts).toEqual(['other'])
})

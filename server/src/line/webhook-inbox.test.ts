import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { signatureOf, textEvent } from '../testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { InboxWriter } from './inbox-writer.ts'
import { type IncomingEvent, readWebhook } from './parse-webhook.ts'
import { WebhookInbox } from './webhook-inbox.ts'
import { WebhookSpool } from './webhook-spool.ts'

let testDesk: TestDesk
let owner: pg.Client
beforeAll(async () => {
  testDesk = await createTestDesk()
  owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
  await owner.connect()
  // Trigger that always refuses the message text 'poison'.
  await owner.query(`
    create function test_poison() returns trigger language plpgsql as $$
      begin
        if new.body->'message'->>'text' = 'poison' then raise exception 'poison'; end if;
        return new;
      end $$;
    create trigger test_poison before insert on line_events for each row execute function test_poison()`)
})
afterAll(async () => {
  await owner?.end()
  await testDesk?.close()
})
beforeEach(() => owner.query('delete from line_events'))

const webhook = (text: string, userId = randomLineUserId()): IncomingEvent[] =>
  readWebhook({ events: [textEvent(userId, text)] })?.events ?? []

async function storedTexts(): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(
    `select body->'message'->>'text' as text from line_events order by id`,
  )
  return rows.map(({ text }) => text)
}

function newInbox(parts: { writer?: InboxWriter; dir?: string; now?: () => Date } = {}) {
  const context = { ...testDesk.context, ...(parts.now ? { now: parts.now } : {}) }
  const dir = parts.dir ?? `${context.config.dataDir}/spool-${crypto.randomUUID()}`
  const spool = new WebhookSpool({ dir, maxBytes: 1024 * 1024, log: context.log })
  const writer = parts.writer ?? new InboxWriter(context.db)
  const inbox = new WebhookInbox({ context, reserve: context.db, writer, spool, onStored: () => {} })
  return { inbox, spool, dir }
}

/** Writer that stores nothing, so that a test can reject each call. */
class FailingWriter extends InboxWriter {
  readonly failures: ((error: Error) => void)[] = []

  override store(): Promise<void> {
    return new Promise((_, reject) => this.failures.push(reject))
  }
}

test('webhooks that cannot be stored are spooled in order of arrival, even when a later one fails first', async () => {
  const writer = new FailingWriter(testDesk.context.db)
  const { inbox, spool } = newInbox({ writer })
  const stored = ['a', 'b', 'c'].map((text) => inbox.store('main', webhook(text), 100))
  writer.failures[1]?.(new Error('Connection terminated'))
  expect(await Promise.all(stored)).toEqual(['disk', 'disk', 'disk'])
  await expect.poll(() => spool.isEmpty).toBe(true)
  expect(await storedTexts()).toEqual(['a', 'b', 'c'])
  await inbox.stop()
})

test('webhooks are spooled to disk when storing takes too long, and each is stored once', async () => {
  const { inbox, spool } = newInbox()
  await owner.query('begin')
  await owner.query('lock table line_events in exclusive mode')
  const stored = ['a', 'b'].map((text) => inbox.store('main', webhook(text), 100))
  expect(await Promise.all(stored)).toEqual(['disk', 'disk'])
  expect(await inbox.store('main', webhook('c'), 100)).toBe('disk')
  await owner.query('commit')
  await expect.poll(() => spool.isEmpty, { timeout: 20_000 }).toBe(true)
  expect(await inbox.store('main', webhook('d'), 100)).toBe('database')
  expect(await storedTexts()).toEqual(['a', 'b', 'c', 'd'])
  await inbox.stop()
})

test('spooled events retain their time of receipt', async () => {
  const now = () => new Date('2026-11-22T10:00:00Z')
  const { inbox, spool } = newInbox({ now, writer: new FailingWriter(testDesk.context.db) })
  expect(await inbox.store('main', webhook('a'), 100)).toBe('disk')
  await expect.poll(() => spool.isEmpty, { timeout: 20_000 }).toBe(true)
  const [first] = (
    await owner.query(`select received_at from line_events where body->'message'->>'text' = 'a' order by id`)
  ).rows
  expect(first?.received_at).toEqual(new Date('2026-11-22T10:00:00Z'))
  await inbox.stop()
})

test('a webhook that the database refuses is rejected, or set aside when it comes from disk', async () => {
  const { inbox, spool } = newInbox()
  await expect(inbox.store('main', webhook('poison'), 100)).rejects.toThrow()
  for (const text of ['a', 'poison', 'b']) await spool.append({ channelKey: 'main', events: webhook(text) })
  inbox.start()
  await expect.poll(() => spool.isEmpty).toBe(true)
  expect(await storedTexts()).toEqual(['a', 'b'])
  await inbox.stop()
})

test('a webhook that is refused after it was spooled causes no unhandled rejection', async () => {
  const writer = new FailingWriter(testDesk.context.db)
  const { inbox, spool } = newInbox({ writer })
  // Collects unhandled rejections, which would end a real process.
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  expect(await inbox.store('main', webhook('poison'), 100)).toBe('disk')
  writer.failures[0]?.(Object.assign(new Error('poison'), { code: 'P0001' }))
  await expect.poll(() => spool.isEmpty).toBe(true)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  await inbox.stop()
})

test('webhooks left on disk are stored before new ones', async () => {
  const { inbox, spool } = newInbox()
  await spool.append({ channelKey: 'main', events: webhook('left') })
  await inbox.store('main', webhook('new'), 100)
  await expect.poll(() => spool.isEmpty).toBe(true)
  expect(await storedTexts()).toEqual(['left', 'new'])
  await inbox.stop()
})

test('spooled webhooks are stored after a crash, once and in order', async () => {
  const { inbox, spool, dir } = newInbox()
  const left = webhook('left')
  await spool.append({ channelKey: 'main', events: left })
  await spool.close()
  const [name = ''] = readdirSync(dir)
  const file = readFileSync(join(dir, name))
  inbox.start()
  await expect.poll(() => spool.isEmpty).toBe(true)
  await inbox.store('main', webhook('new'), 100)
  await inbox.stop()
  writeFileSync(join(dir, name), file)
  const next = newInbox({ dir })
  expect(next.spool.waiting.records).toBe(1)
  next.inbox.start()
  await expect.poll(() => next.spool.isEmpty).toBe(true)
  expect(await storedTexts()).toEqual(['left', 'new'])
  await next.inbox.stop()
})

describe('webhooks while the database is unavailable', () => {
  const post = (desk: TestDesk, text: string, secret = 'secret-main') => {
    const payload = JSON.stringify({ events: [textEvent(randomLineUserId(), text)] })
    const headers = { 'x-line-signature': signatureOf(secret, payload) }
    return desk.app.inject({ method: 'POST', url: '/line/webhook/main', headers, payload })
  }

  test('while the database is unavailable, the server spools signed webhooks to disk and rejects others', async () => {
    const desk = await createTestDesk()
    expect((await post(desk, 'a')).statusCode).toBe(200)
    await desk.database.stopDatabase()
    const responses = await Promise.all(['b', 'c', 'd'].map((text) => post(desk, text)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await post(desk, 'e', 'another')).statusCode).toBe(503)
    const ready = (await desk.app.inject({ url: '/readyz' })).json()
    expect(ready).toMatchObject({ status: 'unavailable', webhook_spool: { records: 3 } })
    const metrics = (await desk.app.inject({ url: '/metrics' })).body
    expect(metrics).toContain('oa_desk_webhook_spool_records 3')
    expect(metrics).toContain('oa_desk_database_away 1')
    await desk.database.startDatabase()
    await expect
      .poll(async () => (await desk.app.inject({ url: '/readyz' })).json(), { timeout: 20_000 })
      .toMatchObject({ status: 'ok', webhook_spool: { records: 0, bytes: 0 } })
    const { rows } = await desk.context.db.$client.query(
      `select body->'message'->>'text' as text from line_events order by id`,
    )
    expect(rows.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd'])
    await desk.close()
  })

  test('a webhook gets 503 when neither the database nor the disk can store it', async () => {
    const desk = await createTestDesk({ config: (config) => ({ ...config, spoolMaxBytes: 0 }) })
    expect((await post(desk, 'a')).statusCode).toBe(200)
    await desk.database.stopDatabase()
    const refused = await post(desk, 'b')
    expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'unavailable' }])
    await desk.database.startDatabase()
    await expect.poll(async () => (await post(desk, 'c')).statusCode, { timeout: 20_000 }).toBe(200)
    await desk.close()
  })
})

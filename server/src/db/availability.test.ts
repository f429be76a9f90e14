import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { DatabaseAvailability } from './availability.ts'
import { inTransaction } from './client.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

let lines: { msg: string; failures?: number }[] = []
let availability: DatabaseAvailability
beforeEach(() => {
  lines = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  availability = new DatabaseAvailability(database.db, log)
  return () => availability.stop()
})

const texts = () => lines.map(({ msg }) => msg)
const loss = () => new Error('Connection terminated unexpectedly')

test('logs a single broken connection, but no outage, while the database responds', async () => {
  const received: string[] = []
  availability.note(loss(), () => received.push('broke'))
  await expect.poll(() => received).toEqual(['broke'])
  expect([availability.isAway, texts()]).toEqual([false, []])
})

test('notifies listeners after a commit whose response was lost, since its events were not published', async () => {
  const changes: boolean[] = []
  availability.onChange((isAway) => changes.push(isAway))
  const { $client } = database.db
  const client = await $client.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  vi.spyOn(client, 'query').mockImplementation((async (...args: [{ text?: string }, ...unknown[]]) => {
    const result = await query(...args)
    if (args[0].text === 'commit') throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    return result
  }) as never)
  vi.spyOn($client, 'connect').mockImplementationOnce(() => Promise.resolve(client) as never)
  await expect(inTransaction(database.db, (tx) => tx.execute(sql`select 1`))).rejects.toThrow()
  await expect.poll(() => changes).toEqual([true, false])
  expect([availability.isAway, texts()]).toEqual([false, ['a commit was not acknowledged']])
})

test('immediately logs database errors other than connection losses', () => {
  const received: string[] = []
  availability.note(new Error('a fault of ours'), () => received.push('fault'))
  expect(received).toEqual(['fault'])
})

test('logs a database warning with the error and the given details', () => {
  availability.warn(new Error('a fault of ours'), 'a chore failed', { what: 'sessions' })
  expect(lines).toMatchObject([{ level: 40, msg: 'a chore failed', what: 'sessions', err: {} }])
})

test('logs one line when the database becomes unavailable and one when it returns, for any number of failures', async () => {
  const changes: boolean[] = []
  availability.onChange((isAway) => changes.push(isAway))
  await database.stopDatabase()
  const received: string[] = []
  for (let count = 0; count < 50; count += 1) availability.note(loss(), () => received.push('broke'))
  await expect.poll(() => availability.isAway).toBe(true)
  for (let count = 0; count < 50; count += 1) availability.note(loss(), () => received.push('broke'))
  await database.startDatabase()
  await expect.poll(() => availability.isAway).toBe(false)
  expect([texts(), received, changes]).toEqual([
    ['the database is unavailable', 'the database is available again'],
    [],
    [true, false],
  ])
  expect(lines[1]).toMatchObject({ failures: 100, awayMs: expect.any(Number) })
})

test('checks the database after a timeout, and logs the timeout when the database is only slow', async () => {
  const received: string[] = []
  availability.doubt('no response within 1500 ms', () => received.push('slow'))
  await expect.poll(() => received).toEqual(['slow'])
  expect([availability.isAway, texts()]).toEqual([false, []])
  await database.stopDatabase()
  availability.doubt('no response within 1500 ms', () => received.push('slow'))
  await expect.poll(texts).toEqual(['the database is unavailable'])
  expect([received, lines[0]]).toMatchObject([['slow'], { reason: 'no response within 1500 ms' }])
  await database.startDatabase()
})

test('the start retries until it reaches the database, which is reported as unavailable until then', async () => {
  await database.stopDatabase()
  const changes: boolean[] = []
  availability.onChange((isAway) => changes.push(isAway))
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  let tries = 0
  const begun = availability.begin(async () => {
    tries += 1
    if (tries === 2) resolve()
    await database.db.$client.query('select 1')
  })
  expect(availability.isAway).toBe(true)
  availability.note(loss(), () => lines.push({ msg: 'told' }))
  await enough
  await database.startDatabase()
  expect([await begun, availability.isAway, changes]).toEqual([true, false, [true, false]])
  expect(texts()).toEqual(['the database is unavailable', 'the database is available again'])
})

test('availability.begin() logs nothing when the database is available, and rejects on other errors', async () => {
  expect(await availability.begin(async () => {})).toBe(true)
  expect([availability.isAway, texts()]).toEqual([false, []])
  const refusal = Object.assign(new Error('no such role'), { code: '28000' })
  await expect(availability.begin(() => Promise.reject(refusal))).rejects.toBe(refusal)
  // Simulates a connection error of another host than the database.
  const other = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:443'), { code: 'ECONNREFUSED' })
  await expect(availability.begin(() => Promise.reject(other))).rejects.toBe(other)
  expect(texts()).toEqual([])
})

test('availability.begin() resolves with false when stopped during the start', async () => {
  const begun = availability.begin(() => Promise.reject(loss()))
  await availability.stop()
  expect(await begun).toBe(false)
})

import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inDatabase, runAs } from '../testing/admin.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { DatabaseAvailability } from './availability.ts'

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

const said = () => lines.map(({ msg }) => msg)
const loss = () => new Error('Connection terminated unexpectedly')
const name = () => database.db.$client.options.database ?? ''
const admin = () => inDatabase(database.ownerAddress, 'postgres')
const allow = (isAllowed: boolean) =>
  runAs(admin(), `alter database ${name()} allow_connections ${isAllowed}`)

test('one connection that breaks is told as it is, for the database answers', async () => {
  const told: string[] = []
  availability.note(loss(), () => told.push('broke'))
  await expect.poll(() => told).toEqual(['broke'])
  expect([availability.isAway, said()]).toEqual([false, []])
})

test('what has another cause is told at once', () => {
  const told: string[] = []
  availability.note(new Error('a fault of ours'), () => told.push('fault'))
  expect(told).toEqual(['fault'])
})

test('while the database is away that is one line, and one when it is back, whoever fails how often', async () => {
  const changes: boolean[] = []
  availability.onChange((isAway) => changes.push(isAway))
  await allow(false)
  const told: string[] = []
  for (let count = 0; count < 50; count += 1) availability.note(loss(), () => told.push('broke'))
  await expect.poll(() => availability.isAway).toBe(true)
  for (let count = 0; count < 50; count += 1) availability.note(loss(), () => told.push('broke'))
  await allow(true)
  await expect.poll(() => availability.isAway).toBe(false)
  expect([said(), told, changes]).toEqual([
    ['the database is away', 'the database is back'],
    [],
    [true, false],
  ])
  expect(lines[1]).toMatchObject({ failures: 100, awayMs: expect.any(Number) })
})

import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import {
  APPLICATION_NAME,
  closeDatabase,
  connectionOptions,
  type Db,
  driverError,
  inTransaction,
  isConnectionLoss,
  openDatabase,
  openReserve,
  type Tx,
} from './client.ts'
import { allOf, executePrepared } from './prepared-statement.ts'

let database: TestDatabase
let admin: pg.Client
let broken: Error[]
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client(connectionOptions(database.ownerAddress))
  await admin.connect()
  broken = []
  db = openDatabase(database.address, { poolSize: 2, onError: (error) => broken.push(error) })
})
afterAll(async () => {
  await closeDatabase(db)
  await admin.end()
  await database.drop()
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error) => error,
  )
}

const selectOne = async () => (await db.execute<{ one: number }>(sql`select 1 as one`)).rows

test('sets timeouts and disables JIT on every database connection, including reserve connections', async () => {
  const reserve = openReserve(db, 1)
  for (const each of [db, reserve]) {
    const { rows } = await each.execute(
      sql`select name, setting from pg_settings where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit') order by name`,
    )
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '15000' },
      { name: 'jit', setting: 'off' },
      { name: 'lock_timeout', setting: '10000' },
      { name: 'statement_timeout', setting: '15000' },
    ])
  }
  await closeDatabase(reserve)
})

test('a database connection sends only startup parameters that every pooler accepts', () => {
  const { options } = db.$client
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'options'])
    expect(options).not.toHaveProperty(name)
})

test('a lost connection between two statements fails only their transaction', async () => {
  for (let round = 0; round < 5; round += 1) {
    const before = broken.length
    const failure = await failureOf(
      inTransaction(db, async (tx) => {
        await tx.execute(sql`select 1`)
        const { pid } = (await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0] ?? {}
        await admin.query('select pg_terminate_backend($1)', [pid])
        await expect.poll(() => broken.length).toBe(before + 1)
        await tx.execute(sql`select 2`)
      }),
    )
    expect(isConnectionLoss(failure)).toBe(true)
  }
  // The pool has only two connections, so these queries would wait forever if connections had leaked.
  expect(await Promise.all([selectOne(), selectOne(), selectOne()])).toHaveLength(3)
})

test('a lost connection fails only the current statement', async () => {
  const failure = failureOf(inTransaction(db, (tx) => tx.execute(sql`select pg_sleep(10) /* is ended */`)))
  await expect
    .poll(async () => {
      const ended = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where state = 'active' and query like '%is ended%' and pid <> pg_backend_pid()`,
      )
      return ended.rowCount
    })
    .toBe(1)
  expect(isConnectionLoss(await failure)).toBe(true)
  expect(await selectOne()).toEqual([{ one: 1 }])
})

test('a failed BEGIN statement leaks no connection of the pool', async () => {
  for (let round = 0; round < 3; round += 1) {
    const client = await db.$client.connect()
    // Simulates a broken connection that the pool has not noticed; the pool returns this connection next.
    const ended = once(client, 'end')
    client.release()
    Object.assign(client, { query: () => Promise.reject(new Error('Connection terminated unexpectedly')) })
    expect(isConnectionLoss(await failureOf(inTransaction(db, async () => 1)))).toBe(true)
    await ended
  }
  expect(await inTransaction(db, async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([
    { one: 1 },
  ])
})

test('reports each lost idle connection once and replaces it', async () => {
  const clients = await Promise.all([db.$client.connect(), db.$client.connect()])
  const before = broken.length
  for (const client of clients) client.release()
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
    [APPLICATION_NAME],
  )
  await expect.poll(() => broken.length).toBe(before + 2)
  expect(await selectOne()).toEqual([{ one: 1 }])
})

test('inTransaction throws the error of its work and reuses the connection', async () => {
  const pidOf = async () =>
    (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid
  const pid = await pidOf()
  const reason = new Error('no')
  expect(await failureOf(inTransaction(db, () => Promise.reject(reason)))).toBe(reason)
  const divided = await failureOf(inTransaction(db, (tx) => tx.execute(sql`select 1 / 0`)))
  expect((divided as Error).cause).toMatchObject({ code: '22012' })
  expect(isConnectionLoss(divided)).toBe(false)
  expect(await pidOf()).toBe(pid)
})

test('pool and reserve pool reject connections as unavailable while the database gate is closed', async () => {
  const gate = { isOpen: false }
  const gated = openDatabase(database.address, { gate })
  const reserve = openReserve(gated, 1)
  try {
    for (const each of [gated, reserve]) {
      const queries = [
        each.execute('select 1'),
        each.$client.query('select 1'),
        each.$client.connect(),
        inTransaction(each, async () => {}),
      ]
      for (const work of queries) expect(isConnectionLoss(await failureOf(work))).toBe(true)
      expect(each.$client.totalCount).toBe(0)
    }
    gate.isOpen = true
    for (const each of [gated, reserve])
      expect((await each.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await closeDatabase(reserve)
    await closeDatabase(gated)
  }
})

test('runs pipelined prepared statements in order and throws the first failure', async () => {
  const add = (tx: Tx, word: string) =>
    executePrepared(tx, 'add a word', sql`insert into pg_temp.words (word) values (${word})`)
  const list = (tx: Tx) =>
    executePrepared<{ word: string }>(tx, 'list words', sql`select word from pg_temp.words`)
  const words = await inTransaction(db, async (tx) => {
    await tx.execute(sql`create temporary table words (word text primary key) on commit drop`)
    const [before, , after] = await allOf([list(tx), add(tx, 'one'), list(tx)])
    return { before, after }
  })
  expect(words).toEqual({ before: [], after: [{ word: 'one' }] })
  const failing = inTransaction(db, async (tx) => {
    await tx.execute(sql`create temporary table words (word text primary key) on commit drop`)
    await allOf([add(tx, 'one'), add(tx, 'one'), list(tx)])
  })
  expect(driverError(await failureOf(failing)).code).toBe('23505')
  expect(await selectOne()).toEqual([{ one: 1 }])
})

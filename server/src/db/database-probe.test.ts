import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryOnce } from '../testing/query-once.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { DatabaseProbe } from './database-probe.ts'

let desk: TestDesk
let name: string
beforeEach(async () => {
  desk = await createTestDesk()
  const { rows } = await desk.context.db.$client.query('select current_database() as name')
  name = rows[0].name
})
afterEach(() => desk?.close())

const asOwner = (text: string) => queryOnce(desk.database.ownerAddress, text)
const health = async () => (await desk.app.inject('/healthz')).statusCode
let signedIn: Awaited<ReturnType<TestDesk['signInAs']>>
/** Sends a write request and returns the HTTP status. */
async function write(): Promise<number> {
  const { headers } = signedIn
  const response = await desk.app.inject({
    method: 'POST',
    url: '/api/staff/suggestions',
    headers,
    payload: { text: 'สวัสดีค่ะ', channel_key: 'main' },
  })
  return response.statusCode
}

test('health checks and writes return 503 while the database role is read-only, and recover', async () => {
  signedIn = await desk.signInAs({ role: 'BUSINESS' })
  const role = desk.database.runtimeUser ?? 'postgres'
  expect([await health(), await write()]).toEqual([200, 200])
  await asOwner(`alter role ${role} in database ${name} set default_transaction_read_only = on`)
  // The pool's open connections can still write, but the probe's new connection is read-only.
  await expect.poll(health, { interval: 200 }).toBe(503)
  // Simulates a failover: all connections break, and new ones are read-only.
  await asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  )
  await expect.poll(write).toBe(503)
  const statuses = await Promise.all(Array.from({ length: 30 }, () => write()))
  expect(new Set(statuses)).toEqual(new Set([503]))
  // The owner may be the role that was made read-only, so the transaction explicitly requests write access.
  await asOwner(
    `begin read write; alter role ${role} in database ${name} reset default_transaction_read_only; commit`,
  )
  await expect.poll(health, { interval: 200 }).toBe(200)
  // The pool must have no connection left that is read-only.
  expect(new Set(await Promise.all(Array.from({ length: 30 }, () => write())))).toEqual(new Set([200]))
})

test('the health check succeeds while all connections of the pool are in use', async () => {
  const pool = desk.context.db.$client
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  expect(await health()).toBe(200)
  for (const client of clients) client.release()
})

test('the database probe reports `full`, not `away`, when the database accepts no more connections', async () => {
  const known = new DatabaseProbe(desk.context.db, 5_000)
  const fresh = new DatabaseProbe(desk.context.db, 5_000)
  expect(await known.readState()).toBe('ready')
  await asOwner(`alter database ${name} connection limit 1`)
  // PostgreSQL's connection limit does not apply to superusers, so their connection succeeds.
  const limited = desk.database.runtimeUser === null ? 'ready' : 'full'
  expect([await known.readState({ isNew: true }), await fresh.readState()]).toEqual(['ready', limited])
  await asOwner(`alter database ${name} connection limit -1`)
  expect(await fresh.readState()).toBe('ready')
  await Promise.all([known.close(), fresh.close()])
})

test('the database probe reports `away` while the database is down, and `ready` when it is back', async () => {
  const probe = new DatabaseProbe(desk.context.db, 5_000)
  expect(await probe.readState()).toBe('ready')
  await desk.database.stopDatabase()
  await expect.poll(() => probe.readState()).toBe('away')
  await desk.database.startDatabase()
  expect(await probe.readState()).toBe('ready')
  await probe.close()
})

import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { appendMessage } from '../messages/append-message.store.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { closeOpenTicket } from './assignment.store.ts'
import { findVisibleTicket, openTicketsOf, saveRead } from './ticket.store.ts'
import { MAX_FEW_UNREAD, UnreadTickets } from './unread-tickets.store.ts'

let testDesk: TestDesk
let viewerId: string
beforeAll(async () => {
  testDesk = await createTestDesk()
  viewerId = (await testDesk.signInAs()).staffId
})
afterAll(() => testDesk?.close())

const everything = ChannelScope.granted({ allChannels: true, channelKeys: [] })
const STATUSES = ['OPEN', undefined] as const

/** Reference implementation: returns the tickets with inbound messages after the staff member's last read. */
async function plain(status: 'OPEN' | undefined, staffId = viewerId): Promise<string[]> {
  const { rows } = await testDesk.context.db.$client.query<{ id: string }>(
    `select id from tickets t where ($2::text is null or status::text = $2) and exists (
       select 1 from messages m left join ticket_reads r on r.ticket_id = t.id and r.staff_id = $1
       where m.ticket_id = t.id and m.direction = 'IN' and m.seq > coalesce(r.seq, 0))`,
    [staffId, status ?? null],
  )
  return rows.map(({ id }) => id).sort()
}

async function write(tx: Tx, ticketId: string, direction: 'IN' | 'OUT' = 'IN'): Promise<void> {
  const message = { ticketId, direction, messageType: 'text', text: 'ข้อความ', eventTime: new Date() }
  await appendMessage(tx, message, new Date())
}

/** Opens a ticket with the first message of a new customer. */
async function open(): Promise<string> {
  const { db } = testDesk.context
  const now = new Date()
  return inTransaction(db, async (tx) => {
    const userId = randomLineUserId()
    const { rows } = await tx.execute<{ id: string }>(
      sql`insert into customers (channel_key, line_user_id) values ('main', ${userId}) returning id`,
    )
    const customerId = rows[0]?.id ?? ''
    const opening = { customerId, userId, subject: 'อื่นๆ' as const, isVip: false, openedAt: now }
    const id = (await openTicketsOf(tx, 'main', [opening], new Map(), now)).get(customerId)?.id ?? ''
    await write(tx, id)
    return id
  })
}

/** Starts a transaction that already has a transaction id. The returned functions write the message and commit. */
function beginWriting(ticketId: string) {
  const [begun, written, works, commits] = [1, 2, 3, 4].map(() => Promise.withResolvers<void>()) as [
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
  ]
  const done = inTransaction(testDesk.context.db, async (tx) => {
    await tx.execute(sql`select pg_current_xact_id()`)
    begun.resolve()
    await works.promise
    await write(tx, ticketId)
    written.resolve()
    await commits.promise
  })
  return {
    begun: begun.promise,
    async write() {
      works.resolve()
      await written.promise
    },
    async commit() {
      works.resolve()
      commits.resolve()
      await done
    },
  }
}

type Step = [
  'open' | 'write' | 'reply' | 'read' | 'close' | 'begin' | 'write late' | 'commit' | 'look',
  number,
]
const KINDS = ['open', 'write', 'reply', 'read', 'close', 'begin', 'write late', 'commit', 'look'] as const

test('cached unread tickets are the same as those of a plain query for any order of commits', async () => {
  const { db } = testDesk.context
  const unread = new UnreadTickets(db, () => 0)
  const steps = fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.nat(3)), { minLength: 5, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(steps, async (story: Step[]) => {
      const tickets = [await open(), await open()]
      const closed = new Set<string>()
      const late = new Map<string, ReturnType<typeof beginWriting>>()
      const check = async () => {
        for (const status of STATUSES)
          expect([...((await unread.of(viewerId, status)) ?? [])].sort()).toEqual(await plain(status))
      }
      await check()
      for (const [kind, index] of story) {
        const ticketId = tickets[index % tickets.length] ?? ''
        const isFree = !late.has(ticketId) && !closed.has(ticketId)
        if (kind === 'open') tickets.push(await open())
        if (kind === 'look') await check()
        if (kind === 'write late') await late.get(ticketId)?.write()
        if (kind === 'write' && isFree) await inTransaction(db, (tx) => write(tx, ticketId))
        if (kind === 'reply' && isFree) await inTransaction(db, (tx) => write(tx, ticketId, 'OUT'))
        if (kind === 'begin' && isFree) {
          const writing = beginWriting(ticketId)
          late.set(ticketId, writing)
          await writing.begun
        }
        if (kind === 'commit') {
          await late.get(ticketId)?.commit()
          late.delete(ticketId)
        }
        const visible = await findVisibleTicket(db, everything, ticketId)
        const now = new Date()
        if (kind === 'read')
          await saveRead(db, visible, { staffId: viewerId, seq: visible.head.last_seq, now })
        if (kind === 'close' && isFree) {
          await inTransaction(db, (tx) => closeOpenTicket(tx, visible, viewerId, now))
          closed.add(ticketId)
        }
      }
      for (const writing of late.values()) await writing.commit()
      await check()
    }),
    { numRuns: 40 },
  )
})

/** Returns a database that counts scans of all tickets. The result of the first scan waits for `response`. */
function counted({ response }: { response?: Promise<void> } = {}) {
  const { db } = testDesk.context
  const seen = { throughAll: 0 }
  const dialect = new PgDialect()
  response?.catch(() => {})
  const execute: Db['execute'] = ((query: SQL) => {
    if (dialect.sqlToQuery(query).sql.includes('last_in_xid')) return db.execute(query)
    seen.throughAll += 1
    const found = db.execute(query)
    return seen.throughAll === 1 && response !== undefined
      ? found.then((rows) => response.then(() => rows))
      : found
  }) as Db['execute']
  const watched: Db = Object.create(db, { execute: { value: execute } })
  return { db: watched, seen }
}

describe('reading unread tickets in concurrent requests', () => {
  test('concurrent requests for unread tickets share one full scan per staff member, and find tickets opened before the requests', async () => {
    const response = Promise.withResolvers<void>()
    const { db, seen } = counted({ response: response.promise })
    const unread = new UnreadTickets(db, () => 0)
    const first = unread.of(viewerId, undefined)
    const begun = await Promise.all([unread.of(randomUUID(), 'OPEN'), open()])
    const later = Array.from({ length: 8 }, () => unread.of(viewerId, undefined))
    response.resolve()
    for (const ids of await Promise.all(later)) {
      expect([...(ids ?? [])].sort()).toEqual(await plain(undefined))
      expect(ids).toContain(begun[1])
    }
    await first
    // There is one scan for each of the two staff members.
    expect(seen.throughAll).toBe(2)
  })

  test('a failed scan fails only the requests that share it, and the next request scans again', async () => {
    const response = Promise.withResolvers<void>()
    const { db, seen } = counted({ response: response.promise })
    const unread = new UnreadTickets(db, () => 0)
    const calls = Promise.allSettled([1, 2, 3].map(() => unread.of(viewerId, undefined)))
    response.reject(new Error('the database is unavailable'))
    expect((await calls).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect([...((await unread.of(viewerId, undefined)) ?? [])].sort()).toEqual(await plain(undefined))
    expect(seen.throughAll).toBe(2)
  })
})

test('a full cache of unread tickets removes the least recently requested entry', async () => {
  const { db, seen } = counted()
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
  const { length } = await plain(undefined, first)
  // The cache has room for two lists, but not for a third.
  const unread = new UnreadTickets(db, () => 0, 2 * length + 15)
  for (const staffId of [first, second, first, third, first]) await unread.of(staffId, undefined)
  expect(seen.throughAll).toBe(3)
  await unread.of(second, undefined)
  expect(seen.throughAll).toBe(4)
})

test('the cache of unread tickets detects another database cluster by its transaction ids', async () => {
  const { db } = testDesk.context
  /** True while the database simulates a previous cluster, whose transaction ids are much higher. */
  let isBefore = true
  const execute = (async (query: SQL) => {
    const found = await db.execute<{ horizon: string }>(query)
    const [row] = found.rows
    if (isBefore && row !== undefined) row.horizon = '900000000000'
    return found
  }) as Db['execute']
  const moved: Db = Object.create(db, { execute: { value: execute } })
  const unread = new UnreadTickets(moved, () => 0)
  await unread.of(viewerId, undefined)
  isBefore = false
  const ticketId = await open()
  expect(await unread.of(viewerId, undefined)).toContain(ticketId)
})

describe('reading more unread tickets than the cache limit', () => {
  test('unread tickets beyond the cache limit are not cached until most of them are read', async () => {
    const { db } = testDesk.context
    const fill = { channelKeys: ['main'], staffIds: [viewerId], openShare: 1 }
    await fillTickets(db, { count: MAX_FEW_UNREAD + 500, ...fill })
    let now = 0
    const unread = new UnreadTickets(db, () => now)
    expect(await unread.of(viewerId, 'OPEN')).toBeUndefined()
    await db.$client.query(
      `insert into ticket_reads (ticket_id, staff_id, seq) select id, $1, last_seq from tickets order by id offset 7
       on conflict (ticket_id, staff_id) do update set seq = excluded.seq`,
      [viewerId],
    )
    now += 5_001
    const { rows } = await db.$client.query<{ id: string }>(
      `select id from tickets t where last_in_seq > coalesce((select seq from ticket_reads r
         where r.ticket_id = t.id and r.staff_id = $1), 0) and status = 'OPEN' order by id`,
      [viewerId],
    )
    expect([...((await unread.of(viewerId, 'OPEN')) ?? [])].sort()).toEqual(rows.map(({ id }) => id))
  })
})

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { claimStatement } from './outbox.store.ts'

const WAITING = 20_000
const DUE = 5

let testDesk: TestDesk
beforeAll(async () => {
  testDesk = await createTestDesk()
  await testDesk.addChannel('vip')
  const { staffId } = await testDesk.signInAs()
  const fill = { channelKeys: ['main', 'vip'], staffIds: [staffId], openShare: 1 }
  await fillTickets(testDesk.context.db, { count: WAITING, ...fill })
  // Adds tickets that each have a sent reply and a reply that is retried in an hour. A few replies are due.
  const owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
  await owner.connect()
  await owner.query(`
    insert into messages (ticket_id, channel_key, seq, direction, text, event_time)
      select id, channel_key, 5 + n, 'OUT', 'x', now() from tickets, generate_series(1, 2) n;
    insert into deliveries (message_id, ticket_id, customer_id, channel_key, seq, state, next_attempt_at)
      select id, ticket_id, (select customer_id from tickets t where t.id = ticket_id), channel_key, seq, (case when seq = 6 then 'sent' else 'queued' end)::delivery_state,
        now() + interval '1 hour' from messages where seq > 5;
    update deliveries set next_attempt_at = now() - interval '1 s' where message_id in (
      select message_id from deliveries where state = 'queued' limit ${DUE})`)
  for (const table of ['deliveries', 'messages', 'tickets', 'customers'])
    await owner.query(`vacuum analyze ${table}`)
  await owner.end()
}, 120_000)
afterAll(() => testDesk?.close())

test('claiming deliveries reads only due messages', async () => {
  const limits = { total: 48, perChannel: 8, inUse: new Map<string, number>(), paused: [] }
  const reads = await readsOf(testDesk.context.db, 'deliveries', claimStatement(30_000, limits))
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  // Limits the rows that are read to find the due messages, check their order per ticket, and claim them.
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(4 * DUE)
})

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { claimDueMedia, mediaClaimStatement } from './media-fetch.store.ts'

const WAITING = 20_000
const LIMITS = { total: 6, perChannel: 3, inUse: new Map<string, number>() }

let desk: TestDesk
let owner: pg.Client
beforeAll(async () => {
  desk = await createTestDesk()
  await desk.addChannel('vip')
  const { staffId } = await desk.signInAs()
  const fill = { channelKeys: ['main', 'vip'], staffIds: [staffId], openShare: 1 }
  await fillTickets(desk.context.db, { count: WAITING, ...fill })
  owner = new pg.Client(connectionOptions(desk.database.ownerAddress))
  await owner.connect()
  // Every ticket has one stored image, and one that waits for its next fetch attempt.
  await owner.query(`
    insert into messages (ticket_id, channel_key, seq, direction, text, event_time)
      select id, channel_key, 5 + n, 'IN', 'x', now() from tickets, generate_series(1, 2) n;
    insert into media (purpose, kind, channel_key, message_id, line_message_id, state, next_attempt_at)
      select 'customer', 'image', channel_key, id, id::text, case when seq = 6 then 'ready' else 'pending' end,
        now() + interval '1 hour'
      from messages where seq > 5`)
}, 120_000)
beforeEach(async () => {
  await owner.query(`update media set next_attempt_at = now() + interval '1 hour', leased_until = null, reason = null
    where state = 'pending' and next_attempt_at < now() + interval '30 minutes'`)
  await owner.query('vacuum analyze media')
})
afterAll(async () => {
  await owner?.end()
  await desk?.close()
})

/** Makes `count` pending media of a channel due, with a due time `since` ago. Returns their ids. */
async function makeDue(channelKey: string, count: number, since: string): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `update media set next_attempt_at = now() - $3::interval where id in (
       select id from media where state = 'pending' and channel_key = $1 and next_attempt_at > now() + interval '30 minutes' limit $2)
     returning id`,
    [channelKey, count, since],
  )
  return rows.map(({ id }) => id).sort()
}

const claim = async (limits = LIMITS) => {
  const claimed = await claimDueMedia(desk.context.db, randomUUID(), 60_000, limits)
  return claimed.map(({ id }) => id).sort()
}

test('claiming media reads only due media, not those scheduled for later', async () => {
  await makeDue('main', 5, '1 second')
  const reads = await readsOf(desk.context.db, 'media', mediaClaimStatement(randomUUID(), 60_000, LIMITS))
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  // Expects few rows to be read: due media are read once to find them and once to claim them.
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(4 * 5)
})

test('claiming media does not read a whole backlog of thousands', async () => {
  await makeDue('main', 5_000, '2 days')
  await owner.query('vacuum analyze media')
  const reads = await readsOf(desk.context.db, 'media', mediaClaimStatement(randomUUID(), 60_000, LIMITS))
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(4 * 5)
})

test('new media are claimed before a backlog, which gets the remaining capacity', async () => {
  const backlog = await makeDue('main', 4, '2 days')
  const fresh = await makeDue('main', 2, '1 second')
  const claimed = await claim()
  expect(claimed).toHaveLength(3)
  expect(claimed).toEqual(expect.arrayContaining(fresh))
  expect(backlog).toEqual(expect.arrayContaining(claimed.filter((id) => !fresh.includes(id))))
  expect(await claim()).toHaveLength(3)
  expect(await claim()).toEqual([])
})

test('a media backlog of one channel leaves capacity for another channel', async () => {
  await makeDue('main', 20, '1 second')
  const other = await makeDue('vip', 1, '2 days')
  expect(await claim()).toEqual(expect.arrayContaining(other))
})

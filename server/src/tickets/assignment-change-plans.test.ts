import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { fillTickets } from '../testing/fill-tickets.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { assignmentChangesStatement, findAssignmentChanges } from './assignment-change.store.ts'

const CASES = 3_000
/** Number of transfers to and from each staff member in the last minute. */
const ASSIGNMENT_CHANGES = 600
const STAFF_COUNT = 30
/** Maximum number of event rows per ticket in this test. */
const FEW = 10

let testDesk: TestDesk
let staffIds: string[]
beforeAll(async () => {
  testDesk = await createTestDesk()
  const { db } = testDesk.context
  const signedIn = await Promise.all(Array.from({ length: STAFF_COUNT }, () => testDesk.signInAs()))
  staffIds = signedIn.map(({ staffId }) => staffId)
  await fillTickets(db, { count: CASES, channelKeys: ['main'], staffIds, openShare: 1 })
  // Creates events of seven hours, with transfers in the last minute. Connects as the owner, because the run-time role
  // may not ANALYZE tables that it does not own.
  const owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
  await owner.connect()
  await owner.query(
    `with numbered as (select t.id, row_number() over () as n from tickets t where t.assignee_id is not null)
     insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data, after_seq, revision)
     select t.id, 'main', case when e = 0 and t.n <= $1 then 'transferred' else 'accepted' end, p.staff[1 + (t.n + 2) % $3],
       now() - case when e = 0 then interval '1 minute' else e * interval '1 hour' end,
       jsonb_build_object('to', p.staff[1 + t.n % $3], 'from', p.staff[1 + (t.n + 1) % $3]), 0, 0
     from numbered t, generate_series(0, 7) e, (select $2::uuid[] as staff) p`,
    [ASSIGNMENT_CHANGES, staffIds, STAFF_COUNT],
  )
  for (const table of ['tickets', 'customers', 'ticket_events']) await owner.query(`vacuum analyze ${table}`)
  await owner.end()
}, 120_000)
afterAll(() => testDesk?.close())

test('recent transfers are read once by index for any number of staff, and only transferred tickets are read', async () => {
  const { db, now } = testDesk.context
  const found = await findAssignmentChanges(db, staffIds, now())
  expect(new Set(found.map(({ staffId }) => staffId)).size).toBe(STAFF_COUNT)
  for (const agents of [staffIds.slice(0, 1), staffIds]) {
    const statement = assignmentChangesStatement(agents, now())
    const [events, tickets] = [
      await readsOf(db, 'ticket_events', statement),
      await readsOf(db, 'tickets', statement),
    ]
    expect([...events, ...tickets].filter(({ type }) => type === 'Seq Scan')).toEqual([])
    // Only one plan node reads all recent events; the others check whether a ticket was changed later.
    expect(events.filter(({ rows, loops }) => rows / loops > FEW).map(({ loops }) => loops)).toEqual([1])
    expect(Math.max(...tickets.map(({ rows }) => rows))).toBeLessThanOrEqual(
      (4 * agents.length * ASSIGNMENT_CHANGES) / STAFF_COUNT,
    )
  }
})

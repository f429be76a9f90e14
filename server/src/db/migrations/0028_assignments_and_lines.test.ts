import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('who held tickets before is known after, lines have their place, and what servers of the release before still do is completed', async () => {
  const database = await createDatabaseAt('0027_suggestions')
  const { owner } = database
  const ids = new Map<string, string>()
  const ticket = async (name: string, more = '') => {
    const made = await owner.query<{ id: string }>(
      `with customer as (insert into customers (channel_key, line_user_id) values ('main', $1) returning id)
       insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
       select 'main', id, 'อื่นๆ', '2026-01-01T00:00:00Z', now() from customer returning id`,
      [name],
    )
    ids.set(name, made.rows[0]?.id ?? '')
    if (more !== '') await owner.query(`update tickets set ${more} where id = $1`, [ids.get(name)])
  }
  const say = (name: string, seq: number, at: string) =>
    owner.query(
      `with said as (update tickets set last_seq = $2, revision = $2 where id = $1 returning id)
       insert into messages (ticket_id, channel_key, seq, revision, direction, event_time, created_at)
       select id, 'main', $2, $2, 'IN', $3, $3 from said`,
      [ids.get(name), seq, at],
    )
  // As the release before accepts and closes: ticket and event by one statement.
  const change = (name: string, set: string, kind: string, at: string) =>
    owner.query(
      `with changed as (
         update tickets set ${set}, version = version + 1 where id = $1 and status = 'OPEN' returning id, channel_key)
       insert into ticket_events (ticket_id, channel_key, kind, staff_id, at)
       select id, channel_key, $2, (select id from staff), $3::timestamptz from changed`,
      [ids.get(name), kind, at],
    )
  const accept = (name: string, at: string) =>
    change(name, `assignee_id = (select id from staff), accepted_at = '${at}'`, 'accepted', at)
  const close = (name: string, at: string) =>
    change(
      name,
      `status = 'CLOSED', closed_at = '${at}', closed_by_id = (select id from staff), waiting_since = null`,
      'closed',
      at,
    )
  const [morning, noon, evening] = ['2026-01-01T01:00:00Z', '2026-01-01T05:00:00Z', '2026-01-01T11:00:00Z']
  try {
    await owner.query(`insert into staff (line_user_id, display_name) values ('S', 'เอ')`)
    for (const name of ['nobody', 'held', 'closed', 'closed unheld', 'later', 'later closed'])
      await ticket(name)
    for (const name of ['held', 'closed', 'later']) await say(name, 1, '2026-01-01T00:30:00Z')
    await accept('held', morning)
    await accept('closed', morning)
    await say('closed', 2, noon)
    await close('closed', evening)
    await close('closed unheld', evening)
    await accept('later closed', morning)

    await database.migrate({ until: '0028_assignments_and_lines' })

    await accept('later', noon)
    await close('later closed', evening)
    const nameOf = (id: string) => [...ids].find(([, each]) => each === id)?.[0]
    const intervals = await owner.query<{ ticket_id: string; started_at: Date; ended_at: Date | null }>(
      `select ticket_id, started_at, ended_at, started_by_id = staff_id as by_self,
         ended_by_id is not distinct from case when ended_at is not null then staff_id end as ended_by_closer
       from ticket_assignments order by started_at, ended_at nulls last`,
    )
    const asSaid = intervals.rows.map((row) => ({
      ...row,
      ticket_id: nameOf(row.ticket_id),
      started_at: row.started_at.toISOString().slice(11, 13),
      ended_at: row.ended_at?.toISOString().slice(11, 13),
    }))
    const own = { by_self: true, ended_by_closer: true }
    expect(asSaid).toHaveLength(4)
    expect(asSaid).toEqual(
      expect.arrayContaining([
        { ticket_id: 'held', started_at: '01', ended_at: undefined, ...own },
        { ticket_id: 'closed', started_at: '01', ended_at: '11', ...own },
        { ticket_id: 'later', started_at: '05', ended_at: undefined, ...own },
        { ticket_id: 'later closed', started_at: '01', ended_at: '11', ...own },
      ]),
    )
    const lines = await owner.query<{ ticket_id: string; kind: string; after_seq: number; revision: number }>(
      'select ticket_id, kind, after_seq, revision from ticket_events order by id',
    )
    expect(lines.rows.map((row) => [nameOf(row.ticket_id), row.kind, row.after_seq, row.revision])).toEqual([
      ['held', 'accepted', 1, 0],
      ['closed', 'accepted', 1, 0],
      ['closed', 'closed', 2, 0],
      ['closed unheld', 'closed', 0, 0],
      ['later closed', 'accepted', 0, 0],
      // Those of servers that still run: at the next revision.
      ['later', 'accepted', 1, 2],
      ['later closed', 'closed', 0, 1],
    ])
    const revisions = await owner.query<{ id: string; revision: number }>('select id, revision from tickets')
    expect(revisions.rows.find(({ id }) => id === ids.get('later'))?.revision).toBe(2)
  } finally {
    await database.drop()
  }
})

test('many tickets in batches, begun again half way, one being closed meanwhile', async () => {
  const database = await createDatabaseAt('0027_suggestions')
  const { owner } = database
  try {
    await owner.query(`
      insert into staff (line_user_id, display_name) values ('S', 'เอ');
      insert into customers (channel_key, line_user_id) select 'main', n::text from generate_series(1, 2500) n;
      insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, accepted_at, assignee_id)
        select 'main', c.id, 'อื่นๆ', now(), now(), now(), s.id from customers c, staff s`)
    const closing = `update tickets set status = 'CLOSED', closed_at = now(), closed_by_id = assignee_id
      where id in (select id from tickets where status = 'OPEN' limit 1)`
    await owner.query(closing)
    await Promise.all([
      database.migrate({ until: '0028_assignments_and_lines' }),
      (async () => {
        for (let count = 0; count < 40; count += 1) await owner.query(closing)
      })(),
    ])
    await owner.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    )
    await database.migrate({ until: '0028_assignments_and_lines' })
    const wrong = await owner.query(
      `select t.id from tickets t left join ticket_assignments a on a.ticket_id = t.id
       group by t.id having count(*) <> 1 or bool_or((a.ended_at is null) <> (t.status = 'OPEN'))`,
    )
    expect(wrong.rows).toEqual([])
  } finally {
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { foldCases } from '../../dashboard/case-figures.store.ts'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('cases that were there before are counted once, in batches, begun again half way, while servers fold', async () => {
  const database = await createDatabaseAt('0033_customer_tags_and_notes')
  const { owner, db } = database
  try {
    await owner.query(`insert into staff (line_user_id, display_name) values ('S', 'เอ')`)
    await owner.query(
      `insert into customers (channel_key, line_user_id) select 'main', 'U' || n from generate_series(1, 12000) n`,
    )
    await owner.query(
      `insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
       select 'main', id, 'อื่นๆ', '2026-01-01T10:00:00+07', now() from customers`,
    )
    await owner.query(
      `insert into ticket_events (ticket_id, channel_key, kind, staff_id, at)
       select t.id, 'main', 'accepted', s.id, t.opened_at + interval '1 minute' from tickets t, staff s`,
    )
    await database.migrate({ until: '0034_dashboard' })
    // The fold is that of today: it asks for what came with 0049.
    await owner.query(
      'alter table case_figures_due add noted_at timestamptz not null default now(), add is_aside boolean not null default false',
    )
    const fold = async () => {
      while ((await foldCases(db, 700)) === 700);
    }
    await Promise.all([database.migrate({ until: '0035_cases_to_figure' }), fold(), fold()])
    await owner.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    )
    await Promise.all([database.migrate({ until: '0035_cases_to_figure' }), fold(), fold()])
    await expect.poll(() => foldCases(db, 700)).toBe(0)
    const { rows } = await owner.query(
      `select day::text, held::int, handled::int, pickup_ms::float8, (select count(*)::int from case_figures) as rows from agent_days`,
    )
    expect(rows).toEqual([
      { day: '2026-01-01', held: 12_000, handled: 12_000, pickup_ms: 12_000 * 60_000, rows: 24_000 },
    ])
  } finally {
    await database.drop()
  }
})

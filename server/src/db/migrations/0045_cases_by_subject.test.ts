import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('cases that were counted before are found by their issue type, also where making the index was broken off', async () => {
  const database = await createDatabaseAt('0044_proposals_end_and_pages_once')
  const { owner } = database
  try {
    await owner.query(
      `insert into case_figures (ticket_id, kind, staff_id, day, channel_key, subject, at, count)
       select gen_random_uuid(), kind, gen_random_uuid(), '2026-11-01', 'main', case when n % 50 = 0 then 'rare' else 'common' end, now(), 1
       from generate_series(1, 500) n, unnest(array['handled', 'closed']) kind`,
    )
    // As a making that was broken off leaves it.
    await owner.query(`create index case_figures_subject on case_figures (subject) where kind = 'handled'`)
    await owner.query(
      `update pg_index set indisvalid = false where indexrelid = 'case_figures_subject'::regclass`,
    )

    await database.migrate({ until: '0045_cases_by_subject' })

    const index = await owner.query<{ definition: string }>(
      `select pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'case_figures_subject'::regclass and indisvalid`,
    )
    expect(index.rows[0]?.definition).toContain('(subject, at, ticket_id, staff_id)')
    await owner.query('set enable_seqscan = off')
    const found = await owner.query(
      `select count(*)::int as n from case_figures where subject = 'rare' and kind = 'handled'`,
    )
    expect(found.rows).toEqual([{ n: 10 }])
  } finally {
    await database.drop()
  }
})

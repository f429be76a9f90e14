import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('the index of what a person did says in which account, also where its making was broken off', async () => {
  const database = await createDatabaseAt('0046_knowledge_index_looks')
  const { owner } = database
  const indexes = async () =>
    (
      await owner.query<{ name: string; definition: string }>(
        `select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
         where i.indrelid = 'case_figures'::regclass and i.indisvalid and c.relname like 'case_figures_staff%' order by 1`,
      )
    ).rows
  const person = '5f1f5a3c-2a0b-4c9e-8d52-000000000001'
  try {
    expect((await indexes())[0]?.definition).not.toContain('INCLUDE')
    await owner.query(
      `insert into case_figures (ticket_id, kind, staff_id, day, channel_key, subject, at, count)
       select gen_random_uuid(), 'closed', $1, '2026-11-01', case when n % 50 = 0 then 'quiet' else 'main' end, 'อื่นๆ', now(), 1
       from generate_series(1, 500) n`,
      [person],
    )
    // As a making that was broken off leaves it.
    await owner.query('create index case_figures_staff_channel on case_figures (staff_id)')
    await owner.query(
      `update pg_index set indisvalid = false where indexrelid = 'case_figures_staff_channel'::regclass`,
    )

    await database.migrate({ until: '0047_cases_of_people_by_account' })

    const [index, ...others] = await indexes()
    expect(index?.name).toBe('case_figures_staff')
    expect(index?.definition).toContain('INCLUDE (channel_key)')
    expect(others).toEqual([])
    await owner.query('set enable_seqscan = off')
    const found = await owner.query(
      `select count(*)::int as n from case_figures where staff_id = $1 and kind = 'closed' and channel_key = 'quiet'`,
      [person],
    )
    expect(found.rows).toEqual([{ n: 10 }])
  } finally {
    await database.drop()
  }
})

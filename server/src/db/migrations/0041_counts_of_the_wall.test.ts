import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('the index of open cases by account says who has them, also where its making was broken off', async () => {
  const database = await createDatabaseAt('0040_questions_and_proposals')
  const { owner } = database
  const indexes = async () =>
    (
      await owner.query<{ name: string; definition: string }>(
        `select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
         where i.indrelid = 'tickets'::regclass and i.indisvalid and c.relname like 'tickets_open_channel_waiting%' order by 1`,
      )
    ).rows
  try {
    expect((await indexes())[0]?.definition).not.toContain('INCLUDE')
    await owner.query(
      `with people as (insert into customers (channel_key, line_user_id) select 'main', 'U' || n from generate_series(1, 50) n returning id)
       insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at) select 'main', id, 'อื่นๆ', now(), now() from people`,
    )
    // As a making that was broken off leaves it.
    await owner.query(
      `create index tickets_open_channel_waiting_assignee on tickets (channel_key) where status = 'OPEN'`,
    )
    await owner.query(
      `update pg_index set indisvalid = false where indexrelid = 'tickets_open_channel_waiting_assignee'::regclass`,
    )

    await database.migrate({ until: '0041_counts_of_the_wall' })

    const [index, ...others] = await indexes()
    expect(index?.name).toBe('tickets_open_channel_waiting')
    expect(index?.definition).toContain('INCLUDE (assignee_id)')
    expect(others).toEqual([])
    await owner.query('set enable_seqscan = off')
    const counted = await owner.query(
      `select count(*)::int as open from (
         select assignee_id, waiting_since from tickets where channel_key = 'main' and status = 'OPEN' order by waiting_since limit 100) t`,
    )
    expect(counted.rows).toEqual([{ open: 50 }])
  } finally {
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('the index of the open cases of a person says in which account they are and who waits, also where its making was broken off', async () => {
  const database = await createDatabaseAt('0051_undone_in_the_background')
  const { owner } = database
  const indexes = async () =>
    (
      await owner.query<{ name: string; definition: string }>(
        `select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
         where i.indrelid = 'tickets'::regclass and i.indisvalid and c.relname like 'tickets_open_assignee%' order by 1`,
      )
    ).rows
  try {
    expect((await indexes())[0]?.definition).not.toContain('INCLUDE')
    await owner.query(
      `with person as (insert into staff (line_user_id, display_name, status) values ('U', 'กิตติ', 'APPROVED') returning id),
         people as (insert into customers (channel_key, line_user_id) select 'main', 'U' || n from generate_series(1, 50) n returning id)
       insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, waiting_since, assignee_id)
       select 'main', people.id, 'อื่นๆ', now(), now(), now(), person.id from people, person`,
    )
    // As a making that was broken off leaves it.
    await owner.query(
      `create index tickets_open_assignee_channel_waiting on tickets (channel_key) where status = 'OPEN'`,
    )
    await owner.query(
      `update pg_index set indisvalid = false where indexrelid = 'tickets_open_assignee_channel_waiting'::regclass`,
    )

    await database.migrate({ until: '0052_cases_of_a_person' })

    const [index, ...others] = await indexes()
    expect(index?.name).toBe('tickets_open_assignee')
    expect(index?.definition).toContain('INCLUDE (channel_key, waiting_since)')
    expect(others).toEqual([])
    await owner.query('set enable_seqscan = off')
    const counted = await owner.query(
      `select count(waiting_since)::int as waiting from (select channel_key, waiting_since from tickets
         where assignee_id = (select id from staff where display_name = 'กิตติ') and status = 'OPEN' order by opened_at, id limit 100) t`,
    )
    expect(counted.rows).toEqual([{ waiting: 50 }])
  } finally {
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('lines of before say how many entries they have removed', async () => {
  const database = await createDatabaseAt('0052_cases_of_a_person')
  const { owner } = database
  try {
    await owner.query(
      `insert into knowledge_logs (source, origin, action, inserted, replaced, at)
       select 'ทั่วไป', 'manual', action, 0, action = 'upsert', now() from unnest(array['upsert', 'undo', 'edit']) action`,
    )
    await owner.query(
      `insert into knowledge_entries (source, text, content_hash, created_at, updated_at)
       select 'ทั่วไป', n::text, sha256(n::text::bytea), now(), now() from generate_series(1, 3) n`,
    )
    await owner.query(
      `insert into knowledge_versions (entry_id, version, log_id, text)
       select e.id, 1, l.id, case when l.action = 'undo' or e.text = '1' then null else e.text end
       from knowledge_entries e join knowledge_logs l on l.action = case when e.text = '3' then 'undo' else 'upsert' end`,
    )
    await database.migrate({ until: '0053_history_lines' })
    const { rows } = await owner.query('select action, removed from knowledge_logs order by action')
    expect(rows).toEqual([
      { action: 'edit', removed: null },
      { action: 'undo', removed: 1 },
      { action: 'upsert', removed: 1 },
    ])
  } finally {
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('what is over and which vectors are made is found by an index; what was there stays', async () => {
  const database = await createDatabaseAt('0045_cases_by_subject')
  const { owner } = database
  try {
    await owner.query(
      `with entry as (insert into knowledge_entries (source, text, content_hash, valid_until, created_at, updated_at)
         values ('ทั่วไป', 'ก', '\\x00', now(), now(), now()) returning id)
       insert into knowledge_chunks (no, entry_id, part, content, heading) select 0, id, 0, 'ก', '' from entry`,
    )
    await owner.query(`insert into knowledge_vectors (chunk_no, model, vector) values (0, 'small', '\\x00')`)
    await database.migrate({ until: '0046_knowledge_index_looks' })
    await owner.query(
      `insert into knowledge_entries (source, text, content_hash, created_at, updated_at)
       select 'ทั่วไป', 'ข', n::text::bytea, now(), now() from generate_series(1, 3000) n`,
    )
    await owner.query('analyze')
    const planOf = async (query: string) =>
      (await owner.query(`explain ${query}`)).rows.map((row) => Object.values(row)).join('\n')
    expect(
      await planOf(
        `select id from knowledge_entries where removed_at is null and (valid_from > now() or valid_until <= now())`,
      ),
    ).toMatch(/knowledge_entries_begins.*knowledge_entries_ends/s)
    await owner.query('set enable_seqscan = off')
    expect(
      await planOf(
        `select chunk_no / 4096, count(*) from knowledge_vectors where model = 'small' and vector is not null group by 1`,
      ),
    ).toContain('knowledge_vectors_made')
    expect((await owner.query('select from knowledge_vectors')).rowCount).toBe(1)
  } finally {
    await database.drop()
  }
})

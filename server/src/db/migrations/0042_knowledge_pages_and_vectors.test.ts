import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('texts that a desk has stay as they are, none of them read from a page, and a vector goes with its chunk', async () => {
  const database = await createDatabaseAt('0041_counts_of_the_wall')
  const { owner } = database
  try {
    await owner.query(
      `with entry as (insert into knowledge_entries (source, text, content_hash, created_at, updated_at)
         values ('ทั่วไป', 'ก', '\\x00', now(), now()) returning id)
       insert into knowledge_chunks (no, entry_id, part, content, heading) select 0, id, 0, 'ก', '' from entry`,
    )
    await database.migrate({ until: '0042_knowledge_pages_and_vectors' })
    expect((await owner.query('select text, url, url_read_at from knowledge_entries')).rows).toEqual([
      { text: 'ก', url: null, url_read_at: null },
    ])
    await owner.query(`insert into knowledge_vectors (chunk_no, model) values (0, 'small')`)
    await owner.query('delete from knowledge_chunks')
    expect((await owner.query('select from knowledge_vectors')).rowCount).toBe(0)
  } finally {
    await database.drop()
  }
})

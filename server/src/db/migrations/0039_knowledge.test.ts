import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('a text stands once in a source while it is not removed, and a block takes its postings along', async () => {
  const database = await createDatabaseAt('0038_sums_of_months')
  const { owner } = database
  try {
    await owner.query(`insert into staff (line_user_id, display_name) values ('S', 'เอ')`)
    await database.migrate({ until: '0039_knowledge' })
    expect((await owner.query('select from staff')).rowCount).toBe(1)
    const add = (source: string) =>
      owner.query(
        `insert into knowledge_entries (source, text, content_hash, created_at, updated_at) values ($1, 'ก', '\\x00', now(), now())`,
        [source],
      )
    await add('ทั่วไป')
    await add('โปรโมชั่น')
    await expect(add('ทั่วไป')).rejects.toThrow('duplicate key')
    await owner.query(`update knowledge_entries set removed_at = now()`)
    await add('ทั่วไป')
    await owner.query(`insert into knowledge_blocks (block, lengths, terms_version) values (0, '\\x00', '1')`)
    await owner.query(`insert into knowledge_postings (term, block, places) values ('wก', 0, '\\x000001')`)
    await owner.query(`delete from knowledge_blocks`)
    expect((await owner.query('select from knowledge_postings')).rowCount).toBe(0)
  } finally {
    await database.drop()
  }
})

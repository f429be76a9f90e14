import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('of pages that were read before nobody says that they are longer', async () => {
  const database = await createDatabaseAt('0047_cases_of_people_by_account')
  const { owner } = database
  try {
    await owner.query(
      `insert into knowledge_entries (source, text, content_hash, url, created_at, updated_at)
       values ('ทั่วไป', 'ก', '\\x00', 'https://example.com', now(), now())`,
    )
    await database.migrate({ until: '0048_long_pages' })
    expect((await owner.query('select url_cut from knowledge_entries')).rows).toEqual([{ url_cut: false }])
  } finally {
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('canned replies of the release before keep their order and are unused; its servers go on adding some', async () => {
  const database = await createDatabaseAt('0024_media_by_account')
  const { owner } = database
  try {
    await owner.query(`
      insert into suggestions (text, channel_key, created_at) values
        ('สอง', null, '2026-01-02'), ('หนึ่ง', null, '2026-01-01'), ('ของ OA', 'main', '2026-01-03')`)
    await database.migrate({ until: '0027_suggestions' })
    // A server of the release before, which fills a demo.
    await owner.query(`insert into suggestions (text, created_at) values ('สาม', '2026-01-04')`)
    const { rows } = await owner.query(`
      select text, position, use_count::int, updated_by_id from suggestions
      where channel_key is null order by position, created_at, id`)
    expect(rows).toEqual(
      ['หนึ่ง', 'สอง', 'สาม'].map((text) => ({ text, position: 0, use_count: 0, updated_by_id: null })),
    )
    // Once for each message.
    const use = `insert into suggestion_uses select id, $1::uuid from suggestions where text = 'หนึ่ง'`
    const message = '7f3a91c2-5c1e-4f0a-9b7d-2f6e8a1c3d5b'
    await owner.query(use, [message])
    await expect(owner.query(use, [message])).rejects.toThrow(/suggestion_uses/)
  } finally {
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('pictures of before are known by their content, and so are those that servers of before store', async () => {
  const database = await createDatabaseAt('0049_cases_that_wait')
  const { owner } = database
  const hashes = async () => {
    const { rows } = await owner.query(
      'select content_sha256 as hash from media order by line_message_id, purpose',
    )
    return rows.map(({ hash }) => hash)
  }
  try {
    await addAnsweredTicket(owner, 4)
    await owner.query(
      `insert into blobs (key, scope, sha256, content_type, bytes)
       select 'content-' || n, 'private', 'hash-' || n, 'image/jpeg', 1 from generate_series(1, 4) n`,
    )
    // The first has come, the second was taken back, the third is on its way, the fourth will not come.
    await owner.query(
      `insert into media (purpose, kind, channel_key, message_id, line_message_id, original_blob, state)
       select 'customer', 'image', 'main', id, seq::text, case when seq = 1 then 'content-1' end,
         case seq when 1 then 'ready' when 3 then 'pending' else 'gone' end from messages`,
    )
    await owner.query(
      `update messages set kind = 'unsent', unsent_at = now(), payload = '{"media_sha256": "hash-2"}' where seq = 2`,
    )
    await owner.query(
      `insert into media (purpose, kind, original_blob, state) values ('staff', 'image', 'content-4', 'ready')`,
    )
    await database.migrate({ until: '0050_pictures_seen_before' })
    expect(await hashes()).toEqual(['hash-1', 'hash-2', null, null, null])

    await owner.query(
      `update media set original_blob = 'content-3', state = 'ready' where line_message_id = '3'`,
    )
    await owner.query(`update media set original_blob = null, state = 'gone' where line_message_id = '1'`)
    expect(await hashes()).toEqual(['hash-1', 'hash-2', 'hash-3', null, null])
  } finally {
    await database.drop()
  }
})

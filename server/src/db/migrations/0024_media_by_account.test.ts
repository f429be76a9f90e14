import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('media of the release before are found by account, and its servers go on claiming them', async () => {
  const database = await createDatabaseAt('0023_standby_and_newest_message')
  const { owner } = database
  try {
    await addAnsweredTicket(owner, 300)
    await owner.query(
      `insert into media (purpose, kind, channel_key, message_id, line_message_id)
       select 'customer', 'image', 'main', id, seq::text from messages`,
    )
    await database.migrate({ until: '0024_media_by_account' })
    const { rows } = await owner.query(
      `select indexrelid::regclass::text as name, indisvalid as whole from pg_index
       where indrelid = 'media'::regclass and indexrelid::regclass::text like '%due' order by 1`,
    )
    expect(rows).toEqual([{ name: 'media_channel_due', whole: true }])
    const claimed = await owner.query(
      `select id from media where channel_key = 'main' and state = 'pending' and next_attempt_at <= now()
       order by next_attempt_at limit 3 for update skip locked`,
    )
    expect(claimed.rowCount).toBe(3)
  } finally {
    await database.drop()
  }
})

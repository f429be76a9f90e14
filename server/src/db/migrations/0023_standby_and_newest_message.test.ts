import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('customers and cases of the release before go on, and its servers go on writing', async () => {
  const database = await createDatabaseAt('0019_kinds_media_and_calls')
  const { owner } = database
  try {
    await addAnsweredTicket(owner, 2)
    await database.migrate({ until: '0023_standby_and_newest_message' })
    const found = await owner.query(
      'select standby_since, newest_sort_at, last_seq from tickets join customers c on c.id = customer_id',
    )
    expect(found.rows).toEqual([{ standby_since: null, newest_sort_at: null, last_seq: 2 }])
    await owner.query(`insert into customers (channel_key, line_user_id) values ('main', 'U2')`)
    await owner.query('update tickets set last_seq = 3')
  } finally {
    await database.drop()
  }
})

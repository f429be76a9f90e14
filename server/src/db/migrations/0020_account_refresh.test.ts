import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('LINE is asked about the accounts of the release before at once, and about those that its server still adds', async () => {
  const database = await createDatabaseAt('0019_kinds_media_and_calls')
  const { owner } = database
  try {
    await owner.query("update channels set quota_limit = 500, line_name = 'ร้าน'")
    await database.migrate({ until: '0020_account_refresh' })
    await owner.query(
      `insert into channels (key, name, line_bot_user_id, secret, access_token) values ('vip', 'VIP', 'U2', 's', 't')`,
    )
    const found = await owner.query(
      'select key, line_name, quota_limit, account_due_at <= now() as is_due from channels order by key',
    )
    expect(found.rows).toEqual([
      { key: 'main', line_name: 'ร้าน', quota_limit: 500, is_due: true },
      { key: 'vip', line_name: null, quota_limit: null, is_due: true },
    ])
  } finally {
    await database.drop()
  }
})

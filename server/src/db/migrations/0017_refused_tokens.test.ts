import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('tokens and sessions of the release before go on: nothing is refused, nothing is replaced', async () => {
  const database = await createDatabaseAt('0016_removed_channels')
  const { owner } = database
  try {
    await owner.query(`
      insert into staff (id, line_user_id, display_name) values (gen_random_uuid(), 'U1', 'x');
      insert into sessions (token_hash, staff_id, expires_at) select 'hash', id, now() + interval '1 day' from staff`)
    await database.migrate({ until: '0017_refused_tokens' })
    const found = await owner.query(`
      select access_token, token_refused_at, token_refusal, replaces, token_hash from channels, sessions`)
    expect(found.rows).toEqual([
      { access_token: 't', token_refused_at: null, token_refusal: null, replaces: null, token_hash: 'hash' },
    ])
    // A server of the release before, which knows none of it.
    await owner.query("update channels set access_token = 'u'")
    await owner.query(
      "insert into sessions (token_hash, staff_id, expires_at) select 'another', id, now() from staff",
    )
  } finally {
    await database.drop()
  }
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { findChannels } from '../../channels/channel.store.ts'
import { createDatabaseAt, type OldDatabase } from '../../testing/database-at.ts'

let database: OldDatabase
beforeEach(async () => {
  database = await createDatabaseAt('0015_sessions_and_security_events')
})
afterEach(() => database.drop())

test('official accounts of the release before are connected, and so is one that its server still adds', async () => {
  await database.migrate()
  await database.owner.query(
    `insert into channels (key, name, line_bot_user_id, secret, access_token) values ('vip', 'VIP', 'U2', 's', 't')`,
  )
  expect(await findChannels(database.db)).toMatchObject([
    { key: 'main', removedAt: null },
    { key: 'vip', removedAt: null },
  ])
})

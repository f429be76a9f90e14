import { afterEach, expect, test } from 'vitest'
import { createDatabaseAt, type OldDatabase } from '../../testing/database-at.ts'

let database: OldDatabase
afterEach(() => database.drop())

test('staff without staff_channels rows get all_channels, and nobody else', async () => {
  database = await createDatabaseAt('0003_revisions_and_answers')
  await database.owner.query(`
    insert into channels (key, name, line_bot_user_id, secret, access_token)
      values ('vip', 'VIP', 'U2', 's', 't');
    insert into staff (line_user_id, display_name, status, role) values
      ('all', 'a', 'APPROVED', 'BUSINESS'), ('main', 'b', 'APPROVED', 'ADMIN'), ('both', 'c', 'APPROVED', 'ADMIN'),
      ('waits', 'd', 'PENDING', null), ('suspended', 'e', 'SUSPENDED', 'ADMIN');
    insert into staff_channels select id, 'main' from staff where line_user_id in ('main', 'both');
    insert into staff_channels select id, 'vip' from staff where line_user_id = 'both'`)
  await database.migrate({ until: '0004_channel_rights' })
  const { rows } = await database.owner.query(`
    select p.line_user_id, p.all_channels,
      array(select channel_key from staff_channels c where c.staff_id = p.id order by 1) as channels
    from staff p order by p.display_name`)
  expect(rows).toEqual([
    { line_user_id: 'all', all_channels: true, channels: [] },
    { line_user_id: 'main', all_channels: false, channels: ['main'] },
    { line_user_id: 'both', all_channels: false, channels: ['main', 'vip'] },
    { line_user_id: 'waits', all_channels: false, channels: [] },
    { line_user_id: 'suspended', all_channels: false, channels: [] },
  ])
})

import { afterEach, describe, expect, test } from 'vitest'
import { normalizeNames } from '../line/customer.store.ts'
import { createDatabaseAt, type OldDatabase } from '../testing/database-at.ts'

let database: OldDatabase
afterEach(() => database.drop())

describe('0004_channel_rights', () => {
  test('staff without staff_channels rows get all_channels, and nobody else', async () => {
    database = await createDatabaseAt('0003_revisions_and_answers')
    await database.owner.query(`
      insert into channels (key, name, line_bot_user_id, secret, access_token)
        values ('main', 'OA', 'U1', 's', 't'), ('vip', 'VIP', 'U2', 's', 't');
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
})

describe('0006_friendship_of_old_servers', () => {
  test('keeps what a server of the previous release wrote while the migrations ran', async () => {
    database = await createDatabaseAt('0002_events_by_message')
    await database.owner.query(`
      insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', 'OA', 'U1', 's', 't');
      insert into customers (channel_key, line_user_id, is_friend) values
        ('main', 'leaves', true), ('main', 'returns', false), ('main', 'stays', true), ('main', 'is gone', false)`)
    await database.migrate({ until: '0003_revisions_and_answers' })
    await database.owner.query(
      `update customers set is_friend = not is_friend where line_user_id in ('leaves', 'returns')`,
    )
    await database.migrate({ until: '0006_friendship_of_old_servers' })
    const { rows } = await database.owner.query(
      'select line_user_id as id, friendship from customers order by 1',
    )
    expect(rows).toEqual([
      { id: 'is gone', friendship: 'blocked' },
      { id: 'leaves', friendship: 'blocked' },
      { id: 'returns', friendship: 'friend' },
      { id: 'stays', friendship: 'unknown' },
    ])
  })
})

describe('a server of the release before that still runs', () => {
  /** As that release notes who follows and who blocks. */
  const noteFriend = (user: string, isFriend: boolean) =>
    database.owner.query(
      `insert into customers as c (channel_key, line_user_id, created_at, is_friend) values ('main', $1, now(), $2)
       on conflict (channel_key, line_user_id) do update set is_friend = excluded.is_friend`,
      [user, isFriend],
    )

  test('notes follows and blocks on, and they count', async () => {
    database = await createDatabaseAt('0002_events_by_message')
    await database.owner.query(`
      insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', 'OA', 'U1', 's', 't');
      insert into customers (channel_key, line_user_id, is_friend) values
        ('main', 'leaves', true), ('main', 'returns', false), ('main', 'stays', true)`)
    await database.migrate()
    await noteFriend('leaves', false)
    await noteFriend('returns', true)
    await noteFriend('new and gone', false)
    await noteFriend('new', true)
    // This release's own word is not touched, neither with a new customer nor with a known one.
    await database.owner.query(`
      insert into customers (channel_key, line_user_id, friendship) values ('main', 'blocks', 'blocked');
      update customers set friendship = 'blocked' where line_user_id = 'stays'`)
    const { rows } = await database.owner.query(
      'select line_user_id as id, friendship from customers order by line_user_id collate "C"',
    )
    expect(rows).toEqual([
      { id: 'blocks', friendship: 'blocked' },
      { id: 'leaves', friendship: 'blocked' },
      { id: 'new', friendship: 'unknown' },
      { id: 'new and gone', friendship: 'blocked' },
      { id: 'returns', friendship: 'friend' },
      { id: 'stays', friendship: 'blocked' },
    ])
  })
})

describe('0007_customer_name_norm', () => {
  test('names can be searched at once, and have their exact form after housekeeping', async () => {
    database = await createDatabaseAt('0006_friendship_of_old_servers')
    await database.owner.query(`
      insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', 'OA', 'U1', 's', 't');
      insert into customers (channel_key, line_user_id, display_name)
        select 'main', 'U' || n, 'ลูกค้า ' || n from generate_series(1, 12000) n;
      insert into customers (channel_key, line_user_id, display_name) values
        ('main', 'bank', 'เเบงค์ Bank'), ('main', 'nobody', null)`)
    await database.migrate({ until: '0007_customer_name_norm' })
    const left = await database.owner.query(
      `select count(*)::int as n from customers where name_norm = '' and display_name is not null`,
    )
    expect(left.rows).toEqual([{ n: 0 }])

    while ((await normalizeNames(database.db, new Date(), 5_000)) > 0);
    const { rows } = await database.owner.query(
      `select line_user_id, name_norm, name_norm_version from customers where line_user_id in ('bank', 'nobody', 'U7') order by line_user_id collate "C"`,
    )
    expect(rows).toEqual([
      { line_user_id: 'U7', name_norm: 'ลูกค้า 7', name_norm_version: 1 },
      { line_user_id: 'bank', name_norm: 'แบงค์ bank', name_norm_version: 1 },
      { line_user_id: 'nobody', name_norm: '', name_norm_version: 0 },
    ])
  })
})

import { afterEach, expect, test } from 'vitest'
import { createDatabaseAt, type OldDatabase } from '../../testing/database-at.ts'

let database: OldDatabase
afterEach(() => database.drop())

test('the migration keeps what a server of the previous release wrote while the migrations ran', async () => {
  database = await createDatabaseAt('0002_events_by_message')
  await database.owner.query(`
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

test('of many customers it takes a batch at a time, each in a transaction of its own', async () => {
  database = await createDatabaseAt('0005_parked_events')
  await database.owner.query(`
    insert into customers (channel_key, line_user_id, is_friend)
      select 'main', 'U' || n, n % 2 = 0 from generate_series(1, 12000) n`)
  await database.migrate({ until: '0006_friendship_of_old_servers' })
  const { rows } = await database.owner.query(
    `select count(*)::int as blocked, count(distinct xmin::text)::int as transactions
     from customers where friendship = 'blocked'`,
  )
  expect(rows).toEqual([{ blocked: 6_000, transactions: 3 }])
})

/** As that release notes who follows and who blocks. */
const noteFriend = (user: string, isFriend: boolean) =>
  database.owner.query(
    `insert into customers as c (channel_key, line_user_id, created_at, is_friend) values ('main', $1, now(), $2)
     on conflict (channel_key, line_user_id) do update set is_friend = excluded.is_friend`,
    [user, isFriend],
  )

test('follows and blocks that a server of the previous release still writes take effect', async () => {
  database = await createDatabaseAt('0002_events_by_message')
  await database.owner.query(`
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

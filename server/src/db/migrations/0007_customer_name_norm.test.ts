import { SEARCH_NORM_VERSION } from 'shared/contract/thai-text.ts'
import { afterEach, expect, test } from 'vitest'
import { normalizeNames } from '../../line/customer.store.ts'
import { createDatabaseAt, type OldDatabase } from '../../testing/database-at.ts'

let database: OldDatabase
afterEach(() => database.drop())

test('names can be searched at once, and have their exact form after housekeeping', async () => {
  database = await createDatabaseAt('0006_friendship_of_old_servers')
  await database.owner.query(`
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
    { line_user_id: 'U7', name_norm: 'ลูกค้า 7', name_norm_version: SEARCH_NORM_VERSION },
    { line_user_id: 'bank', name_norm: 'แบงค์ bank', name_norm_version: SEARCH_NORM_VERSION },
    { line_user_id: 'nobody', name_norm: '', name_norm_version: 0 },
  ])
})

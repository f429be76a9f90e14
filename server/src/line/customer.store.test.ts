import { normalizeForSearch, SEARCH_NORM_VERSION } from 'shared/contract/search-text.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOnce } from '../testing/query-once.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { customersWithoutProfile, normalizeNames } from './customer.store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await queryOnce(
    database.ownerAddress,
    `insert into channels (key, name, line_bot_user_id, secret, access_token) values ('main', 'OA', 'Ubot', '', '');
     insert into customers (channel_key, line_user_id, created_at, profile_attempts)
       select 'main', 'U' || n, now() - interval '2 days', case when n <= 30 then n % 6 else 6 end
       from generate_series(1, 5000) n;
     insert into customers (channel_key, line_user_id, display_name, name_norm, name_norm_version, profile_fetched_at)
       select 'main', 'known ' || n, 'เเบงค์ ' || n, 'old form', case when n <= 1500 then 0 else ${SEARCH_NORM_VERSION} end, now()
       from generate_series(1, 5000) n`,
  )
  await queryOnce(database.ownerAddress, 'vacuum analyze customers')
})
afterAll(() => database.drop())

test('the search for missing profiles skips customers whose profile fetch was given up', async () => {
  const { db } = database
  expect(await customersWithoutProfile(db, new Date(), 100)).toHaveLength(30)
  const read = async () =>
    (
      await db.$client.query(
        `select indexrelname as name, idx_tup_read::int as rows from pg_stat_user_indexes
         where relname = 'customers' and indexrelname like '%profile%'`,
      )
    ).rows
  // Forces a flush of the table statistics, which PostgreSQL otherwise reports with a delay.
  await db.$client.query('select pg_stat_force_next_flush()')
  await expect.poll(read).toEqual([{ name: 'customers_profile_due', rows: 30 }])
})

test('normalizes only customer names with name_norm_version 0, in batches', async () => {
  const { db } = database
  const counts: number[] = []
  do counts.push(await normalizeNames(db, new Date(), 1_000))
  while (counts.at(-1) !== 0)
  expect(counts).toEqual([1_000, 500, 0])
  const { rows } = await db.$client.query(
    `select line_user_id as id, name_norm, name_norm_version as version from customers
     where line_user_id in ('known 1', 'known 2000') order by 1`,
  )
  expect(rows).toEqual([
    { id: 'known 1', name_norm: normalizeForSearch('เเบงค์ 1'), version: SEARCH_NORM_VERSION },
    { id: 'known 2000', name_norm: 'old form', version: SEARCH_NORM_VERSION },
  ])
})

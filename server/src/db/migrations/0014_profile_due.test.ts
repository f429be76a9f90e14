import { expect, test } from 'vitest'
import { customersWithoutProfile } from '../../line/customer.store.ts'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('a sweep for profiles reads those that are still tried, and not the many that were given up', async () => {
  const database = await createDatabaseAt('0013_rows_of_old_servers')
  const { owner, db } = database
  try {
    await owner.query(`
      insert into customers (channel_key, line_user_id, created_at, profile_attempts)
        select 'main', 'U' || n, now() - interval '2 days', case when n <= 30 then n % 6 else 6 end
        from generate_series(1, 5000) n;
      insert into customers (channel_key, line_user_id, profile_fetched_at)
        select 'main', 'known ' || n, now() from generate_series(1, 5000) n`)
    await database.migrate({ until: '0014_profile_due' })
    await owner.query('vacuum analyze customers')
    expect(await customersWithoutProfile(db, new Date(), 100)).toHaveLength(30)
    const read = async () =>
      (
        await owner.query<{ name: string; rows: number }>(
          `select indexrelname as name, idx_tup_read::int as rows from pg_stat_user_indexes
           where relname = 'customers' and indexrelname like '%profile%'`,
        )
      ).rows
    // Counters are reported with a delay, and at once when they are asked to be.
    await db.$client.query('select pg_stat_force_next_flush()')
    await expect.poll(read).toEqual([{ name: 'customers_profile_due', rows: 30 }])

    // As the release before sweeps, which may run on: with the same limit of attempts, so that the index serves it too.
    const { rows } = await owner.query(
      `explain select id from customers
       where profile_fetched_at is null and profile_attempts < $1
         and created_at + interval '10 seconds' * (4 ^ profile_attempts) <= $2::timestamptz
       order by created_at desc limit $3`,
      [6, new Date().toISOString(), 100],
    )
    expect(JSON.stringify(rows)).toContain('using customers_profile_due')
  } finally {
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('customers of before stand in the lists of managers, and servers of the release before go on writing theirs', async () => {
  const database = await createDatabaseAt('0035_cases_to_figure')
  const { owner } = database
  const add = (from: number, to: number) =>
    owner.query(
      `insert into customers (channel_key, line_user_id, is_vip, created_at)
       select 'main', 'U' || n, n % 10 = 0, now() - n * interval '1 minute' from generate_series($1::int, $2::int) n`,
      [from, to],
    )
  const indexes = async () =>
    (
      await owner.query<{ name: string }>(
        `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
         where i.indrelid = 'customers'::regclass and i.indisvalid order by 1`,
      )
    ).rows.map(({ name }) => name)
  try {
    await add(1, 300)
    // As a build that was broken off leaves it.
    await owner.query('create index customers_created on customers (created_at, id)')
    await owner.query(
      `update pg_index set indisvalid = false where indexrelid = 'customers_created'::regclass`,
    )
    expect(await indexes()).not.toContain('customers_created')

    await database.migrate({ until: '0036_lists_of_customers_and_recounts' })

    await add(301, 400)
    expect(await indexes()).toEqual(
      expect.arrayContaining([
        'customers_created',
        'customers_channel_created',
        'customers_vip',
        'customers_channel_vip',
        'customers_line_user',
      ]),
    )
    // Read along the new indexes alone, and each customer is in them.
    await owner.query('set enable_seqscan = off')
    const counted = await owner.query(
      `select (select count(*)::int from (select from customers order by created_at desc, id desc) c) as customers,
         (select count(*)::int from (select from customers where is_vip order by created_at desc, id desc) c) as vips`,
    )
    expect(counted.rows).toEqual([{ customers: 400, vips: 40 }])
    const found = await owner.query<{ line_user_id: string }>(
      `select line_user_id from customers where line_user_id like 'U39%' order by 1`,
    )
    expect(found.rows).toHaveLength(11)
    await owner.query(`insert into channel_recounts (channel_key) values ('main')`)
    await owner.query('delete from customers')
    await owner.query(`delete from channels where key = 'main'`)
    expect((await owner.query('select from channel_recounts')).rows).toEqual([])
  } finally {
    await database.drop()
  }
})

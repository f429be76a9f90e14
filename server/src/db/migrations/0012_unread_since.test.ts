import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('existing tickets are not rewritten, and later ones can be told from them', async () => {
  const database = await createDatabaseAt('0011_retries')
  const { owner } = database
  try {
    await owner.query(`
      insert into customers (channel_key, line_user_id) select 'main', 'U' || n from generate_series(1, 3000) n;
      insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, last_seq, last_in_seq)
        select 'main', id, 'อื่นๆ', now(), now(), 1, 1 from customers`)
    const fileOf = async () =>
      (await owner.query<{ file: number }>("select pg_relation_filenode('tickets') as file")).rows[0]?.file
    const before = await fileOf()
    await database.migrate({ until: '0012_unread_since' })
    expect(await fileOf()).toBe(before)
    const { rows: old } = await owner.query('select distinct last_in_xid::int > 0 as is_set from tickets')
    expect(old).toEqual([{ is_set: true }])

    // As a server of the release before opens one, and as this one notes a message.
    await owner.query(`
      insert into customers (channel_key, line_user_id) values ('main', 'new');
      insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
        select 'main', id, 'อื่นๆ', now(), now() from customers where line_user_id = 'new';
      update tickets set last_in_seq = 2, last_in_xid = default
        where customer_id = (select id from customers where line_user_id = 'U7')`)
    const { rows: since } = await owner.query(
      `select c.line_user_id as id from tickets t join customers c on c.id = t.customer_id
       where t.last_in_xid > (select min(last_in_xid) from tickets) order by c.line_user_id = 'new'`,
    )
    expect(since).toEqual([{ id: 'U7' }, { id: 'new' }])
  } finally {
    await database.drop()
  }
})

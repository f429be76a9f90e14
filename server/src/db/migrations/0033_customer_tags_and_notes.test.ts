import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('tags and notes about customers come to a desk that is in use, and go with their customer', async () => {
  const database = await createDatabaseAt('0032_messages_to_search')
  const { owner } = database
  try {
    await owner.query(`insert into staff (line_user_id, display_name) values ('S', 'เอ')`)
    await addAnsweredTicket(owner, 1)
    await owner.query(`insert into customers (channel_key, line_user_id) values ('main', 'U2')`)
    await database.migrate({ until: '0033_customer_tags_and_notes' })
    const tag = (name: string) =>
      owner.query(
        `insert into tags (channel_key, name, name_norm, created_at) values ('main', $1, lower($1), now())`,
        [name],
      )
    await tag('VIP')
    await expect(tag('vip')).rejects.toThrow(/tags_name/)
    await owner.query(
      `insert into customer_tags (customer_id, tag_id, staff_id, created_at)
       select c.id, t.id, s.id, now() from customers c, tags t, staff s`,
    )
    const write = (clientId: string, text: string | null, deletedAt: string | null) =>
      owner.query(
        `insert into customer_notes (customer_id, staff_id, client_id, text, created_at, deleted_at)
         select c.id, s.id, $1, $2, now(), $3::timestamptz from customers c, staff s`,
        [clientId, text, deletedAt],
      )
    await write('a', 'โอนช้า', null)
    await expect(write('a', 'โอนช้า', null)).rejects.toThrow(/customer_notes_client_id/)
    await expect(write('b', 'โอนช้า', '2026-01-01T00:00:00Z')).rejects.toThrow(
      /customer_notes_deleted_is_empty/,
    )
    await owner.query(`delete from customers where line_user_id = 'U2'`)
    const left = await owner.query(
      'select (select count(*) from customer_tags)::int as tags, (select count(*) from customer_notes)::int as notes',
    )
    expect(left.rows).toEqual([{ tags: 1, notes: 1 }])
  } finally {
    await database.drop()
  }
})

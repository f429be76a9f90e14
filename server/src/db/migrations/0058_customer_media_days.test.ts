import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('a customer has one day, which goes with the customer', async () => {
  const database = await createDatabaseAt('0057_waiting_replies_and_absent_assignees')
  const { owner } = database
  try {
    await owner.query(`insert into customers (channel_key, line_user_id) select key, 'U' from channels`)
    await database.migrate({ until: '0058_customer_media_days' })
    const count = (customer: string) =>
      owner.query(
        `insert into customer_media_days (customer_id, day, bytes) select ${customer}, now(), 5000000000 from customers`,
      )
    await count('id')
    await expect(count('id')).rejects.toThrow('duplicate key')
    await expect(count('gen_random_uuid()')).rejects.toThrow('foreign key')
    await owner.query('delete from customers')
    expect((await owner.query('select from customer_media_days')).rowCount).toBe(0)
  } finally {
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('existing messages have no retry_of, and a message can be repeated once', async () => {
  const database = await createDatabaseAt('0010_calls_of_line')
  const { owner } = database
  try {
    await addAnsweredTicket(owner, 3)
    await database.migrate({ until: '0011_retries' })
    const { rows } = await owner.query('select retry_of from messages')
    expect(rows).toEqual([{ retry_of: null }, { retry_of: null }, { retry_of: null }])
    const repeat = (seq: number) =>
      owner.query('update messages set retry_of = (select id from messages where seq = 1) where seq = $1', [
        seq,
      ])
    await repeat(2)
    await expect(repeat(3)).rejects.toThrow('messages_retry_of')
  } finally {
    await database.drop()
  }
})

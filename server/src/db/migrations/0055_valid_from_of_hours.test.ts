import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('opening hours of before are valid for all days', async () => {
  const database = await createDatabaseAt('0054_refused_sign_ins')
  const { owner } = database
  try {
    await owner.query(
      `insert into channel_hours (channel_key, weekday, opens_at, closes_at) values ('main', 1, 540, 1080)`,
    )
    await database.migrate({ until: '0055_valid_from_of_hours' })
    const { rows } = await owner.query(
      `select valid_from::text, weekday, opens_at, closes_at from channel_hours`,
    )
    expect(rows).toEqual([{ valid_from: '2000-01-01', weekday: 1, opens_at: 540, closes_at: 1080 }])
  } finally {
    await database.drop()
  }
})

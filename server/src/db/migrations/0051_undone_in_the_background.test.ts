import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('nothing of before is being undone, and what is asked for goes with its line', async () => {
  const database = await createDatabaseAt('0050_pictures_seen_before')
  const { owner } = database
  const asked = async () => (await owner.query('select done, error from knowledge_undos')).rows
  try {
    await owner.query(`insert into staff (line_user_id, display_name) values ('U1', 'กิตติ')`)
    await owner.query(
      `insert into knowledge_logs (source, origin, action, inserted, replaced, at) values ('ทั่วไป', 'manual', 'import', 1, false, now())`,
    )
    await database.migrate({ until: '0051_undone_in_the_background' })
    expect(await asked()).toEqual([])
    await owner.query(
      `insert into knowledge_undos (log_id, staff_id, asked_at, total, attempts) select l.id, s.id, now(), 1, 1 from knowledge_logs l, staff s`,
    )
    expect(await asked()).toEqual([{ done: 0, error: null }])
    await owner.query('delete from knowledge_logs')
    expect(await asked()).toEqual([])
  } finally {
    await database.drop()
  }
})

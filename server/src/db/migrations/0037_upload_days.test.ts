import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('a person has one day, which is somebody of the staff; servers of the release before go on storing pictures twice', async () => {
  const database = await createDatabaseAt('0036_lists_of_customers_and_recounts')
  const { owner } = database
  const upload = () =>
    owner.query(
      `insert into media (purpose, kind, state, uploaded_by_id, original_blob, preview_blob)
       select 'staff', 'image', 'ready', id, 'public/aa/a.png', 'public/aa/a.png' from staff`,
    )
  try {
    await owner.query(`insert into staff (line_user_id, display_name) values ('S', 'เอ')`)
    await owner.query(
      `insert into blobs (key, scope, sha256, content_type, bytes) values ('public/aa/a.png', 'public', '00', 'image/png', 1)`,
    )
    await upload()
    await database.migrate({ until: '0037_upload_days' })
    await upload()
    expect((await owner.query('select from media')).rowCount).toBe(2)
    const count = (staff: string) =>
      owner.query(
        `insert into upload_days (staff_id, day, bytes) select ${staff}, now(), 5000000000 from staff`,
      )
    await count('id')
    await expect(count('id')).rejects.toThrow('duplicate key')
    await expect(count('gen_random_uuid()')).rejects.toThrow('foreign key')
  } finally {
    await database.drop()
  }
})

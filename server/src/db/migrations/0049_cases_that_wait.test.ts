import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('cases that waited to be counted wait on, and servers of before note others', async () => {
  const database = await createDatabaseAt('0048_long_pages')
  const { owner } = database
  const note = (n: number) =>
    owner.query(`insert into case_figures_due (ticket_id) values (md5($1::text)::uuid)`, [n])
  try {
    await note(1)
    await database.migrate({ until: '0049_cases_that_wait' })
    await note(2)
    const { rows } = await owner.query(
      `select is_aside, noted_at > now() - interval '1 minute' as is_fresh from case_figures_due order by id`,
    )
    expect(rows).toEqual([1, 2].map(() => ({ is_aside: false, is_fresh: true })))
  } finally {
    await database.drop()
  }
})

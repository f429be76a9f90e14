import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('sums of before are in the sums of them, and so is what servers of the release before add, change and take away', async () => {
  const database = await createDatabaseAt('0037_upload_days')
  const { owner } = database
  const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const add = (days: [string, string, number][]) =>
    owner.query(
      `insert into agent_days as total (day, channel_key, staff_id, closed)
       select day::date, 'main', staff_id::uuid, closed::int from json_to_recordset($1::json) d (day text, staff_id text, closed int)
       on conflict (day, channel_key, staff_id) do update set closed = total.closed + excluded.closed`,
      [JSON.stringify(days.map(([day, staff_id, closed]) => ({ day, staff_id, closed })))],
    )
  const rows = async (text: string) =>
    (await owner.query<{ row: string }>(`select concat_ws(' ', ${text} order by 1`)).rows.map(
      ({ row }) => row,
    )
  const byDay = () => rows(`day, channel_key, closed) as row from channel_days`)
  const byMonth = () => rows(`month, right(staff_id::text, 1), closed) as row from agent_months`)
  try {
    await add([
      ['2026-01-31', one, 3],
      ['2026-02-01', one, 4],
      ['2026-02-01', two, 5],
    ])
    await owner.query(
      `insert into subject_days (day, channel_key, subject, handled) values ('2026-02-01', 'main', 'อื่นๆ', 6), ('2026-02-28', 'main', 'อื่นๆ', 1);
       insert into incoming_hours (day, channel_key, hour, messages) values ('2026-02-01', 'main', 9, 6), ('2026-02-08', 'main', 9, 1), ('2026-02-09', 'main', 9, 2)`,
    )
    await database.migrate({ until: '0038_sums_of_months' })
    expect(await byDay()).toEqual(['2026-01-31 main 3', '2026-02-01 main 9'])
    expect(await byMonth()).toEqual(['2026-01-01 1 3', '2026-02-01 1 4', '2026-02-01 2 5'])
    expect(await rows(`month, subject, handled) as row from subject_months`)).toEqual(['2026-02-01 อื่นๆ 7'])
    expect(await rows(`month, weekday, hour, messages) as row from incoming_months`)).toEqual([
      '2026-02-01 0 9 7',
      '2026-02-01 1 9 2',
    ])

    // New rows and rows that were there, in one statement.
    await add([
      ['2026-02-01', one, -1],
      ['2026-02-14', one, 10],
      ['2026-03-01', two, 2],
    ])
    await owner.query(`delete from agent_days where staff_id = '${two}' and day < '2026-03-01'`)
    expect(await byDay()).toEqual([
      '2026-01-31 main 3',
      '2026-02-01 main 3',
      '2026-02-14 main 10',
      '2026-03-01 main 2',
    ])
    expect(await byMonth()).toEqual(['2026-01-01 1 3', '2026-02-01 1 13', '2026-02-01 2 0', '2026-03-01 2 2'])
  } finally {
    await database.drop()
  }
})

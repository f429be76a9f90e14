import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabaseAt, type OldDatabase } from '../../testing/database-at.ts'

let database: OldDatabase
beforeAll(async () => {
  database = await createDatabaseAt('0004_channel_rights')
})
afterAll(() => database?.drop())

test('events given up by the previous release are parked; waiting ones stay due', async () => {
  const { owner } = database
  const add = (where: string) =>
    owner.query(
      `insert into line_events (webhook_event_id, channel_key, type, user_id, body, attempts, applied_at) ${where}`,
    )
  await add(`select 'left ' || n, 'main', 'message', 'U1', '{}', 10, null from generate_series(1, 2300) n`)
  await add(`select 'waits ' || n, 'main', 'message', 'U2', '{}', 3, null from generate_series(1, 5) n`)
  await add(`select 'done ' || n, 'main', 'message', 'U3', '{}', 10, now() from generate_series(1, 5) n`)
  await database.migrate()
  const { rows } = await owner.query(
    `select split_part(webhook_event_id, ' ', 1) as kind, count(parked_at)::int as parked, count(*)::int as count
     from line_events group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { kind: 'done', parked: 0, count: 5 },
    { kind: 'left', parked: 2300, count: 2300 },
    { kind: 'waits', parked: 0, count: 5 },
  ])
})

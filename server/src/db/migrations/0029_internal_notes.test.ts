import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('notes come to a desk that is in use, once each, and are empty when removed', async () => {
  const database = await createDatabaseAt('0028_assignments_and_lines')
  const { owner } = database
  try {
    await owner.query(`insert into staff (line_user_id, display_name) values ('S', 'เอ')`)
    await addAnsweredTicket(owner, 3)
    await database.migrate({ until: '0029_internal_notes' })
    const write = (clientId: string, text: string | null, deletedAt: string | null) =>
      owner.query(
        `insert into internal_notes (ticket_id, staff_id, client_id, text, after_seq, revision, created_at, deleted_at)
         select t.id, s.id, $1, $2, 3, 4, now(), $3::timestamptz from tickets t, staff s`,
        [clientId, text, deletedAt],
      )
    await write('a', 'โน้ต', null)
    await expect(write('a', 'โน้ต', null)).rejects.toThrow(/internal_notes_client_id/)
    await expect(write('b', 'โน้ต', '2026-01-01T00:00:00Z')).rejects.toThrow(/internal_notes_deleted_is_empty/)
    await expect(write('c', null, null)).rejects.toThrow(/internal_notes_deleted_is_empty/)
    await owner.query(
      `insert into mentions (note_id, staff_id, ticket_id, created_at) select n.id, n.staff_id, n.ticket_id, now() from internal_notes n`,
    )
    // What goes to LINE and notes do not know each other, in either direction.
    const keys = await owner.query<{ of: string; to: string }>(
      `select conrelid::regclass::text as of, confrelid::regclass::text as to from pg_constraint where contype = 'f'
       and 'internal_notes' in (conrelid::regclass::text, confrelid::regclass::text) order by 1, 2`,
    )
    expect(keys.rows.map((key) => `${key.of} to ${key.to}`)).toEqual([
      'internal_notes to staff',
      'internal_notes to tickets',
      'mentions to internal_notes',
    ])
  } finally {
    await database.drop()
  }
})

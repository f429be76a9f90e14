import { expect, test } from 'vitest'
import { foldMessages } from '../../search/fold.store.ts'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('what was said before, and what servers of the release before write and take back, is noted and folded', async () => {
  const database = await createDatabaseAt('0029_internal_notes')
  const { owner } = database
  const norms = async () =>
    (await owner.query<{ norm: string }>('select norm from message_search order by norm')).rows.map(
      ({ norm }) => norm,
    )
  try {
    await addAnsweredTicket(owner, 5)
    await owner.query(
      `update messages set text = 'เเบงค์ ' || seq, created_at = ('2025-0' || seq || '-15')::timestamptz where seq < 5`,
    )
    await owner.query(`update messages set text = 'ยกเลิกข้อความแล้ว', unsent_at = now() where seq = 4`)
    await database.migrate({ until: '0031_message_search' })
    // Between the two migrations as after both: a server that knows nothing of them appends, and takes back.
    await owner.query(
      `insert into messages (ticket_id, channel_key, seq, direction, event_time, text)
       select id, 'main', n, 'IN', now(), 'ใหม่ ' || n from tickets, generate_series(6, 8) n`,
    )
    await database.migrate({ until: '0032_messages_to_search' })
    await owner.query(`update messages set text = 'ยกเลิกข้อความแล้ว', unsent_at = now() where seq = 7`)

    // The newest first: those of this month, of which one says nothing any more.
    expect(await foldMessages(database.db, 3)).toBe(3)
    expect(await norms()).toEqual(['ใหม่ 6', 'ใหม่ 8'])
    while ((await foldMessages(database.db, 2)) > 0);
    expect(await norms()).toEqual(['แบงค์ 1', 'แบงค์ 2', 'แบงค์ 3', 'ใหม่ 6', 'ใหม่ 8'])
    await owner.query(`update messages set text = 'ยกเลิกข้อความแล้ว', unsent_at = now() where seq in (1, 6)`)
    expect(await norms()).toEqual(['แบงค์ 2', 'แบงค์ 3', 'ใหม่ 8'])
    const months = await owner.query(
      `select count(*)::int as n from pg_inherits where inhparent = 'message_search'::regclass`,
    )
    expect(months.rows[0]?.n).toBeGreaterThanOrEqual(5)
  } finally {
    await database.drop()
  }
})

import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

test('stored events of the previous release know the message that they bring or take back', async () => {
  const database = await createDatabaseAt('0001_desk')
  const { owner } = database
  try {
    await owner.query(`
      insert into line_events (channel_key, webhook_event_id, user_id, type, body) values
        ('main', 'E1', 'U1', 'message', '{"message": {"id": "100"}}'),
        ('main', 'E2', 'U1', 'unsend', '{"unsend": {"messageId": "100"}}'),
        ('main', 'E3', 'U1', 'follow', '{"message": {"id": "of no message"}}')`)
    await database.migrate({ until: '0002_events_by_message' })
    const { rows } = await owner.query(
      'select webhook_event_id as id, line_message_id from line_events order by 1',
    )
    expect(rows).toEqual([
      { id: 'E1', line_message_id: '100' },
      { id: 'E2', line_message_id: '100' },
      { id: 'E3', line_message_id: null },
    ])
  } finally {
    await database.drop()
  }
})

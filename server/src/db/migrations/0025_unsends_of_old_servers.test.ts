import { expect, test } from 'vitest'
import { createDatabaseAt } from '../../testing/database-at.ts'

const UNSEND = (lineId: string) =>
  `update messages set text = '[ยกเลิกข้อความ]', image_url = null, media_url = null, payload = null, unsent_at = now()
   where line_message_id = '${lineId}'`

test('what a server of the release before takes back goes with its media, also what it took back before', async () => {
  const database = await createDatabaseAt('0024_media_by_account')
  const { owner } = database
  const mediaOf = async (lineId: string) => {
    const { rows } = await owner.query(
      `select md.state, md.reason, md.original_blob, md.preview_blob, md.file_name, md.lease_owner, m.kind, m.content, m.payload
       from messages m join media md on md.message_id = m.id where m.line_message_id = $1`,
      [lineId],
    )
    return rows[0]
  }
  const gone = { state: 'gone', reason: 'unsent', original_blob: null, preview_blob: null, file_name: null }
  try {
    await owner.query(`
      insert into customers (channel_key, line_user_id) values ('main', 'U1');
      insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
        select 'main', id, 'อื่นๆ', now(), now() from customers;
      insert into blobs (key, scope, sha256, content_type, bytes)
        select 'private/' || name, 'private', 'of ' || name, 'image/png', 5 from unnest(array['kept', 'before', 'ready', 'ours']) name;
      insert into messages (ticket_id, channel_key, seq, direction, message_type, kind, content, line_message_id, event_time)
        select id, 'main', nth, 'IN', 'text', 'file', '{"kind": "file", "file_name": "slip.pdf"}', name, now()
        from tickets, unnest(array['kept', 'before', 'ready', 'waiting', 'ours']) with ordinality as n (name, nth);
      insert into media (purpose, kind, channel_key, message_id, line_message_id, file_name, state, original_blob, lease_owner)
        select 'customer', 'file', 'main', id, line_message_id, 'slip.pdf', case when b.key is null then 'pending' else 'ready' end,
          b.key, case when b.key is null then gen_random_uuid() end
        from messages left join blobs b on b.key = 'private/' || line_message_id`)
    await owner.query(UNSEND('before'))
    await database.migrate({ until: '0025_unsends_of_old_servers' })
    expect(await mediaOf('before')).toMatchObject(gone)
    expect(await mediaOf('kept')).toMatchObject({
      state: 'ready',
      original_blob: 'private/kept',
      kind: 'file',
    })

    await owner.query(UNSEND('ready'))
    const unsent = { kind: 'unsent', content: { kind: 'unsent' } }
    expect(await mediaOf('ready')).toMatchObject({
      ...gone,
      ...unsent,
      payload: { was: 'file', media_sha256: 'of ready' },
    })
    await owner.query(UNSEND('waiting'))
    expect(await mediaOf('waiting')).toMatchObject({
      ...gone,
      ...unsent,
      lease_owner: null,
      payload: { was: 'file' },
    })
    // A server of this release says that it has done so, and removes the content itself.
    await owner.query(
      `update messages set unsent_at = now(), kind = 'unsent', content = '{"kind": "unsent"}', payload = '{"was": "file"}' where line_message_id = 'ours'`,
    )
    expect(await mediaOf('ours')).toMatchObject({ state: 'ready', original_blob: 'private/ours' })
    expect(await mediaOf('kept')).toMatchObject({ state: 'ready' })
  } finally {
    await database.drop()
  }
})

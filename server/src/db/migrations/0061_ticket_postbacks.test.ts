import { expect, test } from 'vitest'
import { addAnsweredTicket, createDatabaseAt } from '../../testing/database-at.ts'

test('stored postbacks lose their data and keep their words and dates; channels list no postbacks', async () => {
  const database = await createDatabaseAt('0060_staff_id_tails')
  const { owner } = database
  try {
    await addAnsweredTicket(owner, 5)
    const store = (seq: number, text: string, postback: object, label: string | null, data: string) =>
      owner.query(
        `update messages set kind = 'postback', text = $2, payload = $3, content = $4 where seq = $1`,
        [seq, text, JSON.stringify(postback), JSON.stringify({ kind: 'postback', label, data })],
      )
    const alias = { params: { newRichMenuAliasId: 'menu-b', status: 'SUCCESS' } }
    await store(1, '[กดปุ่ม] a=1 31 ม.ค. 2569', { data: 'a=1', params: { date: '2026-01-31' } }, null, 'a=1')
    await store(2, '[กดปุ่ม] ดูยอด', { data: 'a=1' }, 'ดูยอด', 'a=1')
    await store(3, '[กดปุ่ม] menu=1 menu-b', { data: 'menu=1', ...alias }, null, 'menu=1')
    await store(4, '[กดปุ่ม]', {}, null, '')
    await owner.query(`update tickets set shown_seq = 3, last_message_text = '[กดปุ่ม] menu=1 menu-b'`)
    await database.migrate({ until: '0061_ticket_postbacks' })
    const { rows } = await owner.query(
      `select text, payload, content from messages where kind = 'postback' order by seq`,
    )
    const stored = (text: string, label: string | null) => ({
      text,
      payload: null,
      content: { kind: 'postback', label },
    })
    expect(rows).toEqual([
      stored('[กดปุ่ม] 31 ม.ค. 2569', null),
      stored('[กดปุ่ม] ดูยอด', 'ดูยอด'),
      stored('[กดปุ่ม]', null),
      stored('[กดปุ่ม]', null),
    ])
    expect((await owner.query('select last_message_text from tickets')).rows).toEqual([
      { last_message_text: '[กดปุ่ม]' },
    ])
    expect((await owner.query('select distinct ticket_postbacks from channels')).rows).toEqual([
      { ticket_postbacks: [] },
    ])
  } finally {
    await database.drop()
  }
})

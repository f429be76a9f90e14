import { SEARCH_NORM_VERSION } from 'shared/contract/thai-text.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { normalizeNames, saveProfile } from '../../line/customer.store.ts'
import { appendMessage } from '../../messages/append-message.store.ts'
import { touchMessage } from '../../messages/message.store.ts'
import { createDatabaseAt, type OldDatabase } from '../../testing/database-at.ts'
import { UnreadTickets } from '../../tickets/unread-tickets.store.ts'
import { inTransaction } from '../client.ts'

const TICKETS = 2_000

let database: OldDatabase
beforeEach(async () => {
  database = await createDatabaseAt('0002_events_by_message')
  await database.owner.query(`
    insert into customers (channel_key, line_user_id, display_name)
      select 'main', 'U' || n, 'ลูกค้า ' || n from generate_series(1, ${TICKETS}) n;
    insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
      select 'main', id, 'อื่นๆ', now(), now() from customers`)
  await appendAsBefore('U1', 'IN')
  await database.migrate()
})
afterEach(() => database.drop())

const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await database.owner.query<T & Record<string, unknown>>(text, values)).rows

/** As the release before appends a message. */
async function appendAsBefore(user: string, direction: 'IN' | 'OUT'): Promise<string> {
  const [message] = await rows<{ id: string }>(
    `with ticket as (
       update tickets set last_seq = last_seq + 1,
         last_in_seq = case when $2::text = 'IN' then last_seq + 1 else last_in_seq end,
         in_count = in_count + case when $2 = 'IN' then 1 else 0 end,
         last_out_seq = case when $2 = 'OUT' then last_seq + 1 else last_out_seq end,
         last_message_direction = $2::message_direction, last_message_type = 'text', last_message_text = 'before',
         last_message_at = now(), version = version + 1
       where customer_id = (select id from customers where line_user_id = $1) and status = 'OPEN'
       returning id, channel_key, last_seq)
     insert into messages (ticket_id, channel_key, seq, direction, text, line_message_id, event_time)
     select id, channel_key, last_seq, $2::message_direction, 'before', $1 || last_seq, now() from ticket
     returning id`,
    [user, direction],
  )
  return message?.id ?? ''
}

const ticketOf = async (user: string) =>
  (
    await rows<{ id: string; revision: number; last_seq: number; shown_seq: number | null }>(
      `select t.id, revision, last_seq, shown_seq from tickets t join customers c on c.id = t.customer_id
       where line_user_id = $1`,
      [user],
    )
  )[0] ?? { id: '', revision: 0, last_seq: 0, shown_seq: null }

/** As this release does. */
const append = async (user: string, at = new Date()) => {
  const { id: ticketId } = await ticketOf(user)
  const message = { ticketId, direction: 'IN' as const, messageType: 'text', text: 'now', eventTime: at }
  return inTransaction(database.db, (tx) => appendMessage(tx, message, new Date()))
}

describe('what a server of the release before writes beside this one', () => {
  test('is unread for whoever has looked before', async () => {
    const [me] = await rows<{ id: string }>(
      `insert into staff (line_user_id, display_name) values ('S', 'me') returning id`,
    )
    const unread = new UnreadTickets(database.db, () => 0)
    const viewerId = me?.id ?? ''
    expect(await unread.of(viewerId, undefined)).toHaveLength(1)
    // The look after this one asks only for what has come since.
    await append('U2')
    await appendAsBefore('U3', 'IN')
    await appendAsBefore('U4', 'OUT')
    const ids = [(await ticketOf('U1')).id, (await ticketOf('U2')).id, (await ticketOf('U3')).id]
    expect([...((await unread.of(viewerId, undefined)) ?? [])].sort()).toEqual(ids.sort())
  })

  test('has the next revision, also where old messages have changed since', async () => {
    const first = await append('U5')
    await inTransaction(database.db, (tx) => touchMessage(tx, first?.id ?? ''))
    expect(await ticketOf('U5')).toMatchObject({ revision: 2, last_seq: 1 })
    const second = await appendAsBefore('U5', 'IN')
    const third = await appendAsBefore('U5', 'OUT')
    expect(await ticketOf('U5')).toMatchObject({ revision: 4, last_seq: 3 })
    await rows(`update messages set text = '', unsent_at = now() where id = $1`, [second])
    const after = await rows(
      'select id from messages where greatest(revision, seq) > 2 and ticket_id = $1 order by revision',
      [(await ticketOf('U5')).id],
    )
    expect(after).toEqual([{ id: third }, { id: second }])
    expect(await ticketOf('U5')).toMatchObject({ revision: 5 })
  })

  test('is what the row shows', async () => {
    await append('U6')
    await append('U6', new Date(Date.now() - 3_600_000))
    expect(await ticketOf('U6')).toMatchObject({ shown_seq: 1 })
    await appendAsBefore('U6', 'IN')
    expect(await ticketOf('U6')).toMatchObject({ shown_seq: null, last_seq: 3, revision: 3 })
  })

  test('is found by the new name, and has its exact form after housekeeping', async () => {
    while ((await normalizeNames(database.db, new Date(), 5_000)) > 0);
    await rows(`update customers set display_name = 'เเบงค์ BANK' where line_user_id = 'U7'`)
    await rows(
      `insert into customers (channel_key, line_user_id, display_name) values ('main', 'new', 'Ｎｅｗ')`,
    )
    const forms = () =>
      rows(
        `select name_norm, name_norm_version from customers where line_user_id in ('U7', 'U8', 'new') order by line_user_id`,
      )
    const untouched = { name_norm: 'ลูกค้า 8', name_norm_version: SEARCH_NORM_VERSION }
    expect(await forms()).toEqual([
      { name_norm: 'เเบงค์ bank', name_norm_version: 0 },
      untouched,
      { name_norm: 'new', name_norm_version: 0 },
    ])
    while ((await normalizeNames(database.db, new Date(), 5_000)) > 0);
    expect(await forms()).toEqual([
      { name_norm: 'แบงค์ bank', name_norm_version: SEARCH_NORM_VERSION },
      untouched,
      { name_norm: 'new', name_norm_version: SEARCH_NORM_VERSION },
    ])
  })
})

test('what this release writes stays as it is', async () => {
  const [customer] = await rows<{ id: string }>(`select id from customers where line_user_id = 'U9'`)
  const profile = { displayName: 'เเบงค์', pictureUrl: null, statusMessage: null }
  await inTransaction(database.db, (tx) => saveProfile(tx, customer?.id ?? '', profile, new Date()))
  expect(await rows(`select name_norm, name_norm_version from customers where line_user_id = 'U9'`)).toEqual([
    { name_norm: 'แบงค์', name_norm_version: SEARCH_NORM_VERSION },
  ])
  await append('U9')
  const late = await append('U9', new Date(Date.now() - 3_600_000))
  expect(await ticketOf('U9')).toMatchObject({ revision: 2, last_seq: 2, shown_seq: 1 })
  expect(await rows('select revision from messages where id = $1', [late?.id])).toEqual([{ revision: 2 }])
})

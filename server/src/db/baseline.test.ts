import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTicketRows } from '../testing/plain-rows.ts'
import { queryOnce } from '../testing/query-once.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await addTicketRows(database.db.$client, 3)
})
afterAll(() => database.drop())

const query = async (text: string) => (await database.db.$client.query(text)).rows
const count = async (table: string) => (await query(`select count(*)::int as n from ${table}`))[0]?.n

describe('rules enforced by the database', () => {
  const note =
    (table: string, owner: string, more: string) => (clientId: string, text: string, deleted: string) =>
      `insert into ${table} (${owner}_id, staff_id, client_id, text, created_at, deleted_at${more === '' ? '' : ', after_seq, revision'})
     select o.id, s.id, '${clientId}', ${text}, now(), ${deleted}${more} from ${owner}s o, staff s`
  const internalNote = note('internal_notes', 'ticket', ', 3, 4')
  const customerNote = note('customer_notes', 'customer', '')
  const entry = (source: string, hash: string, url = 'null') =>
    `insert into knowledge_entries (source, text, content_hash, url, created_at, updated_at) values ('${source}', 'ก', '\\x${hash}', ${url}, now(), now())`
  const assign = `insert into ticket_assignments (ticket_id, staff_id, started_at) select t.id, s.id, now() from tickets t, staff s`
  const tag = (name: string) =>
    `insert into tags (channel_key, name, name_norm, created_at) values ('main', '${name}', lower('${name}'), now())`
  const day = (table: string, column: string, value: string, from: string) =>
    `insert into ${table} (${column}, day, bytes) select ${value}, now(), 5000000000 from ${from}`

  test.each([
    [
      'one internal note per client id',
      internalNote('a', "'x'", 'null'),
      internalNote('a', "'x'", 'null'),
      /internal_notes_client_id/,
    ],
    [
      'a deleted internal note has no text',
      null,
      internalNote('b', "'x'", 'now()'),
      /internal_notes_deleted_is_empty/,
    ],
    [
      'an internal note has a text',
      null,
      internalNote('c', 'null', 'null'),
      /internal_notes_deleted_is_empty/,
    ],
    [
      'one customer note per client id',
      customerNote('a', "'x'", 'null'),
      customerNote('a', "'x'", 'null'),
      /customer_notes_client_id/,
    ],
    [
      'a deleted customer note has no text',
      null,
      customerNote('b', "'x'", 'now()'),
      /customer_notes_deleted_is_empty/,
    ],
    ['one tag per name in any case', tag('VIP'), tag('vip'), /tags_name/],
    ['one text per source', entry('ทั่วไป', '00'), entry('ทั่วไป', '00'), /knowledge_entries_content/],
    [
      'one entry per page',
      entry('ก', '01', "'https://a.example'"),
      entry('ข', '02', "'https://a.example'"),
      /knowledge_entries_url/,
    ],
    ['one open assignment per ticket', assign, assign, /ticket_assignments_one_open/],
    [
      'one upload day per staff member',
      day('upload_days', 'staff_id', 'id', 'staff'),
      day('upload_days', 'staff_id', 'id', 'staff'),
      /upload_days_pkey/,
    ],
    [
      'an upload day belongs to a staff member',
      null,
      day('upload_days', 'staff_id', 'gen_random_uuid()', 'staff'),
      /upload_days_staff/,
    ],
    [
      'one media day per customer',
      day('customer_media_days', 'customer_id', 'id', 'customers'),
      day('customer_media_days', 'customer_id', 'id', 'customers'),
      /customer_media_days_pkey/,
    ],
    [
      'a media day belongs to a customer',
      null,
      day('customer_media_days', 'customer_id', 'gen_random_uuid()', 'customers'),
      /customer_media_days_customer/,
    ],
    [
      'one use of a suggestion per message',
      `insert into suggestion_uses values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002')`,
      `insert into suggestion_uses values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002')`,
      /suggestion_uses/,
    ],
  ])('rejects a violation of the rule: %s', async (_rule, first, second, refusal) => {
    if (first !== null) await query(first)
    await expect(query(second)).rejects.toThrow(refusal)
  })

  test('accepts a knowledge text again after its removal, and in another source', async () => {
    await query(entry('โปรโมชั่น', '00'))
    await query(`update knowledge_entries set removed_at = now() where source = 'ทั่วไป'`)
    await query(entry('ทั่วไป', '00'))
  })

  test('deletes dependent rows together with the row that they depend on', async () => {
    await query(`insert into customers (channel_key, line_user_id) values ('main', 'U2')`)
    await query(day('customer_media_days', 'customer_id', 'id', `customers where line_user_id = 'U2'`))
    await query(
      `insert into customer_tags (customer_id, tag_id, staff_id, created_at) select c.id, t.id, s.id, now() from customers c, tags t, staff s where c.line_user_id = 'U2'`,
    )
    await query(
      `insert into customer_notes (customer_id, staff_id, client_id, text, created_at) select c.id, s.id, 'z', 'x', now() from customers c, staff s where c.line_user_id = 'U2'`,
    )
    const notes = await count('customer_notes')
    await query(`delete from customers where line_user_id = 'U2'`)
    expect([
      await count('customer_tags'),
      await count('customer_notes'),
      await count('customer_media_days'),
    ]).toEqual([0, notes - 1, 1])

    await query(
      `insert into knowledge_chunks (no, entry_id, part, content, heading) select 0, id, 0, 'ก', '' from knowledge_entries limit 1`,
    )
    await query(`insert into knowledge_vectors (chunk_no, model) values (0, 'small')`)
    await query('delete from knowledge_chunks')
    await query(`insert into knowledge_blocks (block, lengths, terms_version) values (0, '\\x00', '1')`)
    await query(`insert into knowledge_postings (term, block, places) values ('wก', 0, '\\x000001')`)
    await query('delete from knowledge_blocks')
    await query(
      `insert into knowledge_logs (source, origin, action, inserted, replaced, at) values ('ทั่วไป', 'manual', 'import', 1, false, now())`,
    )
    await query(
      `insert into knowledge_undos (log_id, staff_id, asked_at, total, attempts) select l.id, s.id, now(), 1, 1 from knowledge_logs l, staff s`,
    )
    await query('delete from knowledge_logs')
    await query(
      `insert into channels (key, name, line_bot_user_id, secret, access_token) values ('gone', 'OA', 'Ugone', '', '')`,
    )
    await query(`insert into channel_recounts (channel_key) values ('gone')`)
    await query(`delete from channels where key = 'gone'`)
    for (const table of ['knowledge_vectors', 'knowledge_postings', 'knowledge_undos', 'channel_recounts'])
      expect(await count(table), table).toBe(0)
  })

  test('no foreign key connects internal notes with tables of messages to LINE', async () => {
    const keys = await query(
      `select conrelid::regclass::text as of, confrelid::regclass::text as to from pg_constraint where contype = 'f'
       and 'internal_notes' in (conrelid::regclass::text, confrelid::regclass::text) order by 1, 2`,
    )
    expect(keys.map((key) => `${key.of} to ${key.to}`)).toEqual([
      'internal_notes to staff',
      'internal_notes to tickets',
      'mentions to internal_notes',
    ])
  })
})

describe('schema parts that drizzle cannot express', () => {
  test('indexes include the columns that the dashboard reads', async () => {
    const found = await query(
      `select indexname as name, substring(indexdef from 'INCLUDE \\(([^)]*)\\)') as columns from pg_indexes
       where schemaname = 'public' and indexdef like '%INCLUDE%' order by 1`,
    )
    expect(found).toEqual([
      { name: 'case_figures_staff', columns: 'channel_key' },
      { name: 'tickets_open_assignee', columns: 'channel_key, waiting_since' },
      { name: 'tickets_open_channel_waiting', columns: 'assignee_id' },
    ])
  })

  test('stores binary columns of the knowledge index uncompressed', async () => {
    const found = await query(
      `select attrelid::regclass::text || '.' || attname as name from pg_attribute
       where attstorage = 'e' and attrelid in ('knowledge_blocks'::regclass, 'knowledge_postings'::regclass) order by 1`,
    )
    expect(found.map(({ name }) => name)).toEqual(['knowledge_blocks.lengths', 'knowledge_postings.places'])
  })

  test('finds expired knowledge entries and computed vectors by index', async () => {
    await query(
      `insert into knowledge_entries (source, text, content_hash, created_at, updated_at)
       select 'มาก', 'ข', ('many ' || n)::bytea, now(), now() from generate_series(1, 3000) n`,
    )
    await queryOnce(database.ownerAddress, 'analyze knowledge_entries')
    const planOf = async (statement: string) =>
      (await queryOnce(database.ownerAddress, `explain ${statement}`))
        .map((row) => Object.values(row))
        .join('\n')
    expect(
      await planOf(
        `select id from knowledge_entries where removed_at is null and (valid_from > now() or valid_until <= now())`,
      ),
    ).toMatch(/knowledge_entries_begins.*knowledge_entries_ends/s)
    const client = await database.db.$client.connect()
    try {
      await client.query('set enable_seqscan = off')
      const { rows } = await client.query(
        `explain select chunk_no / 4096, count(*) from knowledge_vectors where model = 'small' and vector is not null group by 1`,
      )
      expect(JSON.stringify(rows)).toContain('knowledge_vectors_made')
    } finally {
      client.release(true)
    }
  })
})

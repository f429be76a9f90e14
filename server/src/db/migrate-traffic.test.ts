import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDatabaseAt, type OldDatabase } from '../testing/database-at.ts'
import { writeMigrationFolder } from '../testing/migration-folder.ts'
import { findPendingMigrations } from './applied-migrations.ts'
import { connectionOptions } from './client.ts'
import { readMigrations } from './migration-files.ts'

/** Released migration, which creates the table that the other migrations of these tests change. */
const RELEASED = `create table suggestions (id uuid primary key default gen_random_uuid(), text text, image_url text,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now())`
const ROWS = 2_500
const BREAK = '\n--> statement-breakpoint\n'

let database: OldDatabase
let dir: string
const others: pg.Client[] = []

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'desk-migrations-'))
  writeMigrations()
  database = await createDatabaseAt('released', dir)
  await database.owner.query(
    `insert into suggestions (text, created_at) select 'ข้อความ ' || n, now() - n * interval '1 second' from generate_series(1, $1::int) n`,
    [ROWS],
  )
})
afterEach(async () => {
  await Promise.all(others.splice(0).map((each) => each.end()))
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

/** Writes a migrations folder with the released migration and migrations with the given texts. */
function writeMigrations(...texts: string[]): void {
  const added = texts.map((text, index) => [`added_${index}`, text])
  writeMigrationFolder(dir, { released: RELEASED, ...Object.fromEntries(added) })
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(connectionOptions(database.ownerAddress))
  others.push(client)
  await client.connect()
  return client
}

const indexes = async () =>
  (
    await database.owner.query<{ relname: string; indisvalid: boolean }>(
      `select c.relname, i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relname like 'suggestions_by%' order by 1`,
    )
  ).rows

const pending = async () =>
  (await findPendingMigrations(database.owner, readMigrations(dir))).map(({ tag }) => tag)

const CONCURRENT = `-- no transaction
create unique index concurrently if not exists suggestions_by_text on suggestions (text)`

describe('migrations of a filled database under traffic', () => {
  test('a migration that waits for a lock does not block other traffic', async () => {
    writeMigrations('alter table suggestions add column revision integer not null default 0')
    const reader = await connect()
    await reader.query('begin')
    await reader.query('select count(*) from suggestions')

    const migrated = database.migrate({ dir })
    const user = await connect()
    await user.query(`set lock_timeout = '10s'`)
    // An open reader blocks the migration. If its ALTER kept waiting for the lock, each insert would wait behind it.
    for (let blocked = 0; blocked < 3; ) {
      const { rows } = await database.owner.query(
        `select from pg_stat_activity where application_name = 'oa-desk migrations' and wait_event_type = 'Lock'
         and datname = current_database()`,
      )
      blocked += rows.length
      await user.query(`insert into suggestions (text) values ('ระหว่างนั้น')`)
    }
    expect(await pending()).toEqual(['added_0'])
    await reader.query('commit')
    await migrated
    expect(await pending()).toEqual([])
    await user.query('select revision from suggestions limit 1')
  })

  test('migrations of indexes, columns and rows allow concurrent writes and miss no row', async () => {
    writeMigrations(
      'alter table suggestions add column length integer',
      [
        "-- no transaction\n-- in batches\nwith batch as (select id from suggestions where id::text > coalesce($1, '') order by id::text limit 100), changed as (update suggestions s set length = char_length(text) from batch b where b.id = s.id) select id::text as cursor from batch order by id::text",
        `-- in batches\nupdate suggestions set length = char_length(text) where id in (select id from suggestions where length is null and text <> 'ระหว่างนั้น' limit 100)`,
        'create index concurrently if not exists suggestions_by_length on suggestions (length)',
      ].join(BREAK),
    )
    let over = false
    let written = 0
    const writers = [1, 2, 3].map(async () => {
      const user = await connect()
      do {
        await user.query('begin')
        await user.query(`insert into suggestions (text) values ('ระหว่างนั้น')`)
        await user.query(
          `update suggestions set updated_at = now() where id = (select id from suggestions offset $1 limit 1)`,
          [written % ROWS],
        )
        await user.query('commit')
        written += 1
      } while (!over)
    })
    await database.migrate({ dir })
    over = true
    await Promise.all(writers)
    expect(await pending()).toEqual([])
    expect(await indexes()).toEqual([{ relname: 'suggestions_by_length', indisvalid: true }])
    const { rows } = await database.owner.query(
      `select count(*)::int as count from suggestions where length is null and text <> 'ระหว่างนั้น'`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('a migration that drops an index waits for a long reader, such as a backup, without a retry', async () => {
    await database.owner.query('create index suggestions_by_image on suggestions (image_url)')
    writeMigrations('-- no transaction\ndrop index concurrently if exists suggestions_by_image')
    const reader = await connect()
    await reader.query('begin')
    await reader.query('select count(*) from suggestions')
    const migrated = database.migrate({ dir })
    // Waits longer than the lock timeout of migrations that block other statements.
    const waiting = `select from pg_stat_activity where application_name = 'oa-desk migrations' and wait_event_type = 'Lock'
      and datname = current_database() and query like 'drop index%' and now() - query_start > interval '1 second'`
    await expect.poll(async () => (await database.owner.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
    await reader.query('commit')
    await migrated
    expect([await indexes(), await pending()]).toEqual([[], []])
  })

  test('concurrent servers apply each migration once, with or without a transaction', async () => {
    writeMigrations('create table once (id integer)', CONCURRENT, 'insert into once values (1)')
    await Promise.all([1, 2, 3].map(() => database.migrate({ dir })))
    expect((await database.owner.query('select id from once')).rows).toEqual([{ id: 1 }])
    expect(await indexes()).toEqual([{ relname: 'suggestions_by_text', indisvalid: true }])
  })
})

describe('interrupted migrations', () => {
  test('keeps the migrations before a failing migration and rolls back the failing one', async () => {
    writeMigrations(
      'create table first (id integer)',
      ['create table second (id integer)', 'select 1/0'].join(BREAK),
      'create table third (id integer)',
    )
    await expect(database.migrate({ dir })).rejects.toThrow('division by zero')
    expect(await pending()).toEqual(['added_1', 'added_2'])
    const found = await database.owner.query(
      `select to_regclass('first') as first, to_regclass('second') as second`,
    )
    expect(found.rows).toEqual([{ first: 'first', second: null }])
  })

  test('a repeated migration rebuilds an invalid index', async () => {
    writeMigrations(CONCURRENT)
    await database.owner.query(`insert into suggestions (text) values ('สองครั้ง'), ('สองครั้ง')`)
    await expect(database.migrate({ dir })).rejects.toThrow('could not create unique index')
    expect(await indexes()).toEqual([{ relname: 'suggestions_by_text', indisvalid: false }])
    expect(await pending()).toEqual(['added_0'])

    await database.owner.query(`delete from suggestions where text = 'สองครั้ง'`)
    await database.migrate({ dir })
    expect(await indexes()).toEqual([{ relname: 'suggestions_by_text', indisvalid: true }])
    expect(await pending()).toEqual([])
  })

  test('a repeated migration continues a backfill after the last committed batch', async () => {
    const backfill = (extra: string) =>
      `-- no transaction\n-- in batches\nupdate suggestions set image_url = 'https://x/' || id ${extra} where id in (select id from suggestions where image_url is null order by created_at limit 1000)`
    // Makes one row in the second batch cause a division by zero.
    writeMigrations(
      backfill(`, text = case when text = 'ข้อความ 1200' then (1 / (length(text) - 12))::text else text end`),
    )
    await expect(database.migrate({ dir })).rejects.toThrow('division by zero')
    const done = async () =>
      (await database.owner.query('select count(image_url)::int as count from suggestions')).rows[0]?.count
    expect(await done()).toBe(1_000)
    writeMigrations(backfill(''))
    await database.migrate({ dir })
    expect(await done()).toBe(ROWS)
  })
})

test.each([
  [
    'a concurrent index inside a transaction',
    'create index concurrently if not exists i on t (a)',
    'no transaction',
  ],
  [
    'a concurrent index without "if not exists"',
    '-- no transaction\ncreate index concurrently i on t (a)',
    'if not exists',
  ],
  ['a concurrent drop without "if exists"', '-- no transaction\ndrop index concurrently i', 'if exists'],
])('a migration with %s is refused before anything runs', (_name, text, words) => {
  writeMigrations(text)
  expect(() => readMigrations(dir)).toThrow(words)
})

test('readMigrations() returns the migrations of this release in order of their times', () => {
  const times = readMigrations().map(({ when }) => when)
  expect(times).toEqual([...times].sort((a, b) => a - b))
})

test('triggers of an applied migration run for the server even when the next migration fails', async () => {
  const noting = `create table noted (suggestion_id uuid);${BREAK}
    create function note_suggestion() returns trigger language plpgsql as $$
      begin insert into noted values (new.id); return new; end $$;${BREAK}
    create trigger note_suggestion after insert on suggestions for each row execute function note_suggestion();`
  writeMigrations(noting, 'select 1 / 0;')
  await expect(database.migrate({ dir })).rejects.toThrow('division by zero')
  await database.db.$client.query(`insert into suggestions (text) values ('ระหว่างอัปเกรด')`)
  const noted = await database.db.$client.query('select from noted')
  expect(noted.rowCount).toBe(1)
})

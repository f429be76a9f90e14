import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { MIGRATIONS_DIR, readMigrations } from '../db/migration-files.ts'
import { findEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { bareEnvironment, runCliProcess } from '../testing/cli-process.ts'
import { queryOnce } from '../testing/query-once.ts'
import { runCli } from '../testing/run-cli.ts'
import { databaseUrl, startServerProcess } from '../testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { sealedColumn, TEST_SECRETS_KEY } from '../testing/test-encryption.ts'
import { readArchive, verifyArchive } from './archive-reader.ts'
import { loadDatabase } from './load-database.ts'

const BACKUP = 'backup/backup.cli.ts'
const RESTORE = 'backup/restore.cli.ts'

interface Desk {
  database: TestDatabase
  owner: pg.Client
  dataDir: string
  environment: Record<string, string>
}

let folder: string
let file: string
let desks: Desk[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-test-'))
  file = join(folder, 'desk.backup')
  desks = []
})
afterEach(async () => {
  for (const { owner, database } of desks) {
    await owner.end()
    await database.drop()
  }
  rmSync(folder, { recursive: true, force: true })
})

async function newDesk(options: { blank: boolean }): Promise<Desk> {
  const database = await createTestDatabase(options)
  const owner = new pg.Client(connectionOptions(database.ownerAddress))
  await owner.connect()
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(database.address),
    SECRETS_KEY: TEST_SECRETS_KEY,
    DATABASE_MIGRATION_URL: databaseUrl(database.ownerAddress),
  }
  const desk = { database, owner, dataDir, environment }
  desks.push(desk)
  return desk
}

/** Returns a desk with rows in every table, including rows that triggers would change when inserted normally. */
async function filledDesk(): Promise<Desk> {
  const desk = await newDesk({ blank: false })
  await desk.owner.query(`
    insert into staff (line_user_id, display_name, status, role) values
      ('Ustaff', E'ส้ม \\t\\n\\\\ "', 'APPROVED', 'ADMIN'), ('U2', '', 'PENDING', null);
    insert into sessions (token_hash, staff_id, expires_at) select 'hash', id, now() from staff limit 1;
    insert into channels (key, name, line_bot_user_id, secret, access_token) values
      ('main', 'OA', 'Ubot', '${sealedColumn('main', 'secret', 'a secret')}', '${sealedColumn('main', 'access_token', 'a token')}');
    insert into staff_channels select id, 'main' from staff;
    insert into channels (key, name, line_bot_user_id, secret, access_token, removed_at) values ('old', 'OA', 'Uold', '', '', now());
    insert into security_events (kind, staff_id, address, detail, at)
      select 'approved', id, '192.0.2.1', '{"by": "command line"}', now() - interval '500 days' from staff;
    insert into customers (channel_key, line_user_id, display_name) select 'main', 'C' || n, 'ลูกค้า' from generate_series(1, 5) n;
    update customers set friendship = 'friend', name_norm = '', name_norm_version = 1;
    insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at, last_seq, assignee_id)
      select 'main', id, 'อื่นๆ', now(), now(), 3, (select id from staff limit 1) from customers;
    insert into messages (ticket_id, channel_key, seq, direction, text, payload, line_message_id, event_time)
      select id, 'main', n, 'OUT', null, '{"a": [1.0, "\\\\N"]}', id || '-' || n, now() from tickets, generate_series(1, 3) n;
    update tickets set revision = 50;
    insert into deliveries (message_id, ticket_id, customer_id, channel_key, seq, state)
      select m.id, m.ticket_id, t.customer_id, 'main', m.seq, 'sent' from messages m join tickets t on t.id = m.ticket_id;
    insert into reply_tokens (token, ticket_id, customer_id, received_at, expires_at) select id::text, id, customer_id, now(), now() from tickets;
    insert into line_events (webhook_event_id, channel_key, type, body) select n::text, 'main', 'message', '{}' from generate_series(1, 7) n;
    insert into ticket_reads (ticket_id, staff_id, seq) select t.id, s.id, 2 from tickets t, staff s;
    insert into ticket_events (ticket_id, channel_key, kind, at) select id, 'main', 'opened', now() from tickets;
    insert into suggestions (channel_key, text) values ('main', 'สวัสดี'), (null, null);
    insert into release_registry (id, revision, document) values (1, 4, '{"remotes": {}}');
    insert into release_log (revision, remote, action) values (4, 'chat', 'release')`)
  const release = join(desk.dataDir, 'releases/chat/r1')
  mkdirSync(join(release, 'static'), { recursive: true })
  mkdirSync(join(desk.dataDir, 'releases/chat/.working-1'))
  writeFileSync(join(desk.dataDir, 'releases/chat/.working-1/half.js'), 'half of an upload')
  writeFileSync(join(release, 'remote.json'), '{}')
  writeFileSync(join(release, 'empty.js'), '')
  writeFileSync(join(release, `static/${'long'.repeat(40)}.js`), randomBytes(300_000))
  symlinkSync('/etc/hostname', join(release, 'link.js'))
  for (const name of ['remote.json', 'empty.js', `static/${'long'.repeat(40)}.js`])
    utimesSync(join(release, name), 1_700_000_000, 1_700_000_000)
  mkdirSync(join(desk.dataDir, 'media/private/0a'), { recursive: true })
  mkdirSync(join(desk.dataDir, 'media/.unfinished'))
  writeFileSync(join(desk.dataDir, 'media/.unfinished/1'), 'half of an upload')
  writeFileSync(join(desk.dataDir, 'media/private/0a/0a1b'), randomBytes(5_000))
  return desk
}

/** Returns every row of every table, and every sequence. */
async function contentsOf({ owner }: Desk): Promise<Record<string, unknown>> {
  const { rows: names } = await owner.query<{ name: string; kind: string }>(
    `select relname as name, relkind as kind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')`,
  )
  const contents: Record<string, unknown> = {}
  for (const { name, kind } of names) {
    const what = kind === 'S' ? 'last_value::text, is_called' : 'to_jsonb(t) as row'
    const order = kind === 'S' ? '' : 'order by t::text'
    const { rows } = await owner.query(`select ${what} from ${pg.escapeIdentifier(name)} t ${order}`)
    contents[name] = rows
  }
  return contents
}

const filesOf = ({ dataDir }: Desk) => [...filesBelow(dataDir, 'releases'), ...filesBelow(dataDir, 'media')]

function filesBelow(dataDir: string, folder: string): string[][] {
  const root = join(dataDir, folder)
  const names = (existsSync(root) ? (readdirSync(root, { recursive: true }) as string[]) : []).toSorted()
  const isIntact = (name: string) =>
    !/\.working|\.unfinished|link\.js/.test(name) && statSync(join(root, name)).isFile()
  return names.filter(isIntact).map((name) => [name, readFileSync(join(root, name)).toString('base64')])
}

const backup = (desk: Desk) => runCli(BACKUP, [file], desk.environment)
const restore = (desk: Desk, from = file) => runCli(RESTORE, [from], desk.environment)

test('a restore brings back every row and file, except sessions and secrets of the environment', async () => {
  const desk = await filledDesk()
  const outcome = await runCli(BACKUP, [file], {
    ...desk.environment,
    PUBLIC_URL: 'https://desk.example.com',
    LINE_LOGIN_CLIENT_SECRET: 'never kept',
    METRICS_TOKEN: 'never kept either',
  })
  expect(outcome).toEqual({
    code: 0,
    stdout: expect.stringContaining('2 people, 2 official accounts, 5 cases, 15 messages, 4 files'),
    stderr: '',
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  const text = gunzipSync(readFileSync(file)).toString('latin1')
  expect(text).toContain('Ubot')
  expect(text).not.toMatch(/never kept|half of an upload|a secret|a token/)

  const destination = await newDesk({ blank: true })
  expect(await restore(destination)).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^Restored from .*5 cases.*\n.*\n(.*\n)* {2}PUBLIC_URL=https:\/\/desk.example.com\n/,
    ),
    stderr: '',
  })
  const before = await contentsOf(desk)
  expect(before.sessions).toHaveLength(1)
  expect(before.security_events).toHaveLength(2)
  expect(await contentsOf(destination)).toEqual({ ...before, sessions: [] })
  expect(filesOf(destination)).toEqual(filesOf(desk))
  expect(statSync(join(destination.dataDir, 'releases/chat/r1')).mtimeMs).toBe(1_700_000_000_000)
  expect(statSync(join(destination.dataDir, 'media/private/0a/0a1b')).mode & 0o777).toBe(0o600)
  expect(statSync(join(destination.dataDir, 'media/private')).mode & 0o777).toBe(0o700)
  const { rows } = await destination.owner.query(`select from pg_trigger where tgenabled = 'D'`)
  expect(rows).toEqual([])
  // Inserts a row, which would fail if the sequence did not continue after the restored rows.
  await destination.owner.query(
    `insert into line_events (webhook_event_id, channel_key, type, body) values ('new', 'main', 'message', '{}')`,
  )
})

test('a restore marks pending replies as failed, so that customers wait again and staff decide', async () => {
  const desk = await filledDesk()
  // Adds a ticket whose customer has asked a question; one reply is queued and another is being sent to LINE.
  await desk.owner.query(`
    create temp table one as select id, customer_id from tickets limit 1;
    insert into messages (ticket_id, channel_key, seq, direction, text, event_time, revision)
      select id, 'main', n, (case when n = 4 then 'IN' else 'OUT' end)::message_direction, 'x', '2026-01-02', 50 + n
      from one, generate_series(4, 6) n;
    update tickets set last_seq = 6, revision = 56 where id in (select id from one);
    insert into line_sends (id, channel_key, customer_id, message_ids, via, body)
      select gen_random_uuid(), 'main', customer_id, '{}', 'reply', '{}' from one;
    insert into deliveries (message_id, ticket_id, customer_id, channel_key, seq, state, leased_until)
      select m.id, m.ticket_id, one.customer_id, 'main', seq, (case when seq = 5 then 'sending' else 'queued' end)::delivery_state, 'infinity'
      from messages m join one on one.id = m.ticket_id where seq > 4`)
  await backup(desk)
  const destination = await newDesk({ blank: true })
  expect((await restore(destination)).code).toBe(0)
  const { rows } = await destination.owner.query(`
    select d.seq, d.state, d.error_code, d.leased_until, m.revision, t.revision as of_ticket, t.waiting_since, s.outcome,
      (select count(*)::int from ticket_events e where e.kind = 'answer_failed' and e.data ->> 'message_id' = m.id::text) as events
    from deliveries d join messages m on m.id = d.message_id join tickets t on t.id = m.ticket_id cross join line_sends s
    where d.seq > 4 order by d.seq`)
  const ended = {
    state: 'failed',
    error_code: 'reply_unknown',
    leased_until: null,
    outcome: 'unknown',
    events: 1,
  }
  const waiting_since = new Date('2026-01-02')
  expect(rows).toEqual([
    { seq: 5, revision: 57, of_ticket: 58, waiting_since, ...ended },
    { seq: 6, revision: 58, of_ticket: 58, waiting_since, ...ended },
  ])
})

test('backup and restore leave out the files of a bucket and report this', async () => {
  const desk = await filledDesk()
  const bucket = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'desk',
    S3_ACCESS_KEY_ID: 'i',
    S3_SECRET_ACCESS_KEY: 's',
  }
  const written = await runCli(BACKUP, [file], { ...desk.environment, ...bucket })
  expect(written.stdout).toContain('15 messages, 3 files')
  expect(written.stdout).toContain(
    'in the bucket desk at https://s3.example.com and are not part of the backup',
  )
  const destination = await newDesk({ blank: true })
  const restored = await runCli(RESTORE, [file], { ...destination.environment, ...bucket })
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('in the bucket desk') })
})

test('reports after a restore that the secrets key is missing', async () => {
  const desk = await filledDesk()
  await backup(desk)
  const destination = await newDesk({ blank: true })
  const restored = await runCli(RESTORE, [file], {
    ...destination.environment,
    SECRETS_KEY: '0f'.repeat(32),
  })
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('set SECRETS_KEY to the key of the desk that wrote this backup'),
  })
  const { rows } = await destination.owner.query<{ secret: string }>(
    "select secret from channels where key = 'main'",
  )
  expect(rows[0]?.secret).toMatch(/^sealed:/)
})

test('restores a backup of an older release and migrates it', async () => {
  const desk = await filledDesk()
  expect(await backup(desk)).toMatchObject({ code: 0 })
  const manifest = await verifyArchive(file)
  const migrations = join(folder, 'migrations')
  cpSync(MIGRATIONS_DIR, migrations, { recursive: true })
  const known = readMigrations().map(({ tag, when }) => ({ tag, when }))
  expect(manifest.migration).toBe(known.at(-1)?.tag)
  // Adds a migration of a later release that changes existing rows.
  writeFileSync(
    join(migrations, 'later.sql'),
    `alter table suggestions add column length integer; update suggestions set length = char_length(text)`,
  )
  const entries = [...known, { tag: 'later', when: Date.now() }]
  writeFileSync(join(migrations, 'meta/_journal.json'), JSON.stringify({ entries }))

  const destination = await newDesk({ blank: true })
  const { ownerAddress, runtimeUser } = destination.database
  await loadDatabase(
    { owner: ownerAddress, runtimeRole: runtimeUser ?? undefined, close: async () => {} },
    manifest,
    (writeRows) =>
      readArchive(file, manifest, async (part) => {
        if (part.name.startsWith('database/')) return writeRows(part)
        for await (const _ of part.content);
      }),
    migrations,
  )
  const { rows } = await destination.owner.query('select text, length from suggestions order by text')
  expect(rows).toEqual([
    { text: 'สวัสดี', length: 6 },
    { text: null, length: null },
  ])
})

// Reads the peak memory from Linux. Skipped with an external PostgreSQL, because the result is the same.
test.skipIf(process.env.DATABASE_URL !== undefined)(
  'backup and restore stream a large database without holding it in memory',
  async () => {
    const desk = await filledDesk()
    // Inserts 300 MB in COPY format. The database compresses the rows, so that they need little disk space.
    await desk.owner.query(`
      insert into line_events (webhook_event_id, channel_key, type, body)
      select 'large' || n, 'main', 'message', jsonb_build_object('text', repeat('0123456789', 3000))
      from generate_series(1, 10000) n`)
    const destination = await newDesk({ blank: true })
    for (const [program, { environment }] of [
      [BACKUP, desk],
      [RESTORE, destination],
    ] as const) {
      const { outcome, peakBytes } = await peakOf(program, environment)
      expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('15 messages'), stderr: '' })
      // Peak memory is about 280 MB with a single row (mostly Node.js itself) and 315 MB with 900 MB of rows.
      expect(peakBytes / 1e6, program).toBeLessThan(450)
    }
    const { rows } = await destination.owner.query<{ bytes: string }>(
      'select sum(length(body::text)) as bytes from line_events',
    )
    expect(Number(rows[0]?.bytes)).toBeGreaterThan(300_000_000)
  },
  180_000,
)

/** Runs a program on `file`. Returns its outcome and its peak memory. */
async function peakOf(program: string, environment: Record<string, string>) {
  const report = join(folder, 'peak')
  // Code that makes the program write its peak memory to a file on exit.
  const notify = `data:text/javascript,${encodeURIComponent(
    `import { writeFileSync } from 'node:fs'
     process.on('exit', () => writeFileSync(${JSON.stringify(report)}, String(process.resourceUsage().maxRSS)))`,
  )}`
  const outcome = await runCliProcess(program, [file], {
    ...environment,
    NODE_OPTIONS: `--import=${notify}`,
  })
  return { outcome, peakBytes: Number(readFileSync(report, 'utf8')) * 1024 }
}

test('a backup overwrites no existing file, and a restore overwrites no desk with data', async () => {
  const desk = await filledDesk()
  writeFileSync(file, 'mine')
  expect(await backup(desk)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('exists') })
  expect(readFileSync(file, 'utf8')).toBe('mine')
  rmSync(file)
  await backup(desk)
  const before = await contentsOf(desk)
  expect(await restore(desk)).toMatchObject({ code: 1, stderr: expect.stringContaining('desk already') })
  expect(await contentsOf(desk)).toEqual(before)
})

test('restores into a desk whose server has been started once but never used', async () => {
  const desk = await filledDesk()
  await backup(desk)
  const destination = await newDesk({ blank: false })
  await destination.owner.query(`
    insert into release_registry (id, revision, document) values (1, 1, '{}');
    insert into release_log (revision, remote, action) values (1, 'host', 'release')`)
  expect(await restore(destination)).toMatchObject({ code: 0, stderr: '' })
  expect(await contentsOf(destination)).toEqual({ ...(await contentsOf(desk)), sessions: [] })
})

describe('an incomplete backup file', () => {
  const spoilt: [string, (whole: Buffer) => Buffer][] = [
    ['cut off', (whole) => whole.subarray(0, whole.length - 2_000)],
    ['a byte changed', (whole) => withByte(whole, Math.floor(whole.length / 2))],
    [
      'a byte of its content changed, packed anew',
      (whole) => {
        const tar = gunzipSync(whole)
        return gzipSync(withByte(tar, tar.indexOf('Ubot')))
      },
    ],
    ['no backup', () => Buffer.from('hello')],
    ['another compressed file', () => gzipSync('hello')],
  ]
  const withByte = (content: Buffer, at: number) => {
    const copy = Buffer.from(content)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }

  test('restore refuses an incomplete backup file before anything is written', async () => {
    const desk = await filledDesk()
    await backup(desk)
    const whole = readFileSync(file)
    const copy = join(folder, 'spoilt')
    for (const [what, spoil] of spoilt) {
      writeFileSync(copy, spoil(whole))
      await expect(verifyArchive(copy), what).rejects.toThrow(
        / is not a complete backup: .*Nothing was changed\.$/,
      )
    }
    const dataDir = join(folder, 'new')
    const refused = await runCli(RESTORE, [copy], { DATA_DIR: dataDir })
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Nothing was changed'),
    })
    expect(existsSync(dataDir)).toBe(false)
    const missing = await runCli(RESTORE, [join(folder, 'missing')], { DATA_DIR: dataDir })
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/cannot be read: ENOENT\n$/) })
  })
})

test.each([BACKUP, RESTORE])('%s changes nothing when called with an unknown argument', async (program) => {
  const environment = { DATA_DIR: join(folder, 'new') }
  for (const args of [[], [file, 'more'], [file, '--fast']]) {
    expect(await runCli(program, args, environment)).toMatchObject({ code: 2, stdout: '' })
  }
  expect(readdirSync(folder)).toEqual([])
})

describe('backup and restore killed during the run', () => {
  /** Returns a desk with about 20 MB of hardly compressible data, so that programs run long enough to be killed. */
  async function largeDesk(): Promise<Desk> {
    const desk = await filledDesk()
    await desk.owner.query(`
      insert into line_events (webhook_event_id, channel_key, type, body)
      select 'large' || n, 'main', 'message', jsonb_build_object('text',
        (select string_agg(md5(n || '-' || i), '') from generate_series(1, 60) i))
      from generate_series(1, 10000) n`)
    return desk
  }

  function startCli(program: string, desk: Desk) {
    const child = spawn(process.execPath, [resolve(import.meta.dirname, '..', program), file], {
      env: { ...bareEnvironment(), ...desk.environment },
      stdio: 'ignore',
    })
    const ended = new Promise<NodeJS.Signals | null>((done) =>
      child.once('exit', (_, signal) => done(signal)),
    )
    return { child, ended }
  }

  test('a killed backup leaves no final file, and a repeated backup and restore succeed', async () => {
    const desk = await largeDesk()
    const first = startCli(BACKUP, desk)
    const watcher = watch(folder, () => {
      const part = statSync(`${file}.part`, { throwIfNoEntry: false })
      if (part !== undefined) first.child.kill('SIGKILL')
    })
    expect(await first.ended).toBe('SIGKILL')
    watcher.close()
    expect(existsSync(`${file}.part`)).toBe(true)
    expect(existsSync(file)).toBe(false)
    expect(await backup(desk)).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
    await verifyArchive(file)

    const destination = await newDesk({ blank: true })
    const { child, ended } = startCli(RESTORE, destination)
    await untilTrue(
      destination,
      `select exists (select from pg_stat_progress_copy
      where datname = current_database() and command = 'COPY FROM' and tuples_processed > 1000)`,
    )
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    await untilTrue(
      destination,
      `select not exists (select from pg_stat_activity
      where datname = current_database() and application_name like 'oa-desk%')`,
    )
    for (const [table, rows] of Object.entries(await contentsOf(destination)))
      if (!table.endsWith('_seq')) expect(rows, table).toEqual([])
    expect(filesOf(destination)).toEqual([])

    expect(await restore(destination)).toMatchObject({ code: 0, stderr: '' })
    expect(await contentsOf(destination)).toEqual({ ...(await contentsOf(desk)), sessions: [] })
    expect(filesOf(destination)).toEqual(filesOf(desk))
    expect(readdirSync(join(destination.dataDir, 'releases'))).toEqual(['chat'])
  }, 180_000)

  async function untilTrue({ owner }: Desk, question: string): Promise<void> {
    const deadline = performance.now() + 60_000
    for (;;) {
      const { rows } = await owner.query<Record<string, boolean>>(question)
      if (Object.values(rows[0] ?? {})[0]) return
      if (performance.now() > deadline) throw new Error(`never true: ${question}`)
      await owner.query('select pg_sleep(0.01)')
    }
  }
})

test('backs up a running server with an embedded database, and restores into a new one', async () => {
  const from = { DATA_DIR: join(folder, 'from'), PORT: '0', LOG_LEVEL: 'error' }
  const to = { ...from, DATA_DIR: join(folder, 'to') }
  const server = await startServerProcess(from)
  try {
    const address = findEmbeddedPostgres(from.DATA_DIR)
    if (address === undefined) throw new Error('no embedded database runs')
    await queryOnce(address, `insert into staff (line_user_id, display_name) values ('Usom', 'ส้ม')`)
    expect(await runCli(BACKUP, [file], from)).toMatchObject({ code: 0, stderr: '' })
    expect(await runCli(RESTORE, [file], from)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already in use'),
    })
  } finally {
    await server.end('SIGTERM')
  }
  expect(await runCli(RESTORE, [file], to)).toMatchObject({ code: 0 })
  const restored = await startServerProcess(to)
  const listed = await runCli('staff.cli.ts', ['list'], to)
  await restored.end('SIGTERM')
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('Usom') })
}, 120_000)

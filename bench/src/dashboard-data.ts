import { setTimeout as pause } from 'node:timers/promises'
import { projectTickets } from '../../server/src/dashboard/ticket-metrics.store.ts'
import type { Db } from '../../server/src/db/client.ts'
import { queryOnce } from '../../server/src/testing/query-once.ts'
import type { StandaloneServer } from './standalone-server.ts'

type Run = <T = unknown>(text: string) => Promise<T[]>

export const ACCOUNTS = Array.from({ length: 10 }, (_, index) => `oa${index}`)
/** Channels with very few tickets, so that matching rows are far apart. */
export const QUIET_CHANNELS = ['quiet1', 'quiet2']
export const RARE_SUBJECT = 'เรื่องที่ไม่ค่อยมี'
const RARE = 40
const DAYS = 366
const AGENTS = 60
const MESSAGES_OF_A_TICKET = 10
/** Percentage of tickets that are open, as in a team's usual backlog and in `pnpm bench queue-page`. */
const OPEN_OF_HUNDRED = 2
const CHUNK = 50_000
const MAX_MARKED = 5_000
const PROJECTED_AT_ONCE = 2_500
const WHOLE = 'filled by bench dashboard'
const FILLED = ['customers', 'tickets', 'ticket_events', 'messages']
const SUMS = [
  'agent_days',
  'agent_months',
  'channel_days',
  'subject_days',
  'subject_months',
  'incoming_hours',
  'incoming_months',
  'agent_duration_days',
  'agent_duration_months',
  'channel_duration_days',
]

const SUBJECTS = `array['ฝากเงินไม่สำเร็จ','ถอนเงินช้า','เข้าเว็บไซต์ไม่ได้','แอดมินตอบช้า','อื่นๆ']`
const FIRST_NAMES = `array['สมชาย','สมหญิง','กิตติ','พิมพ์ชนก','ณัฐวุฒิ','somchai','วราภรณ์','ธนกฤต','ปวีณา','อนุชา','ศิริพร','nok','beer','ploy','จิราพร','ชัยวัฒน์']`
const LAST_NAMES = `array['ใจดี','สุขสันต์','ทองคำ','ศรีสุข','แก้วมณี','บุญมา','รักไทย','วงศ์ใหญ่','พงษ์ศิริ','มั่นคง','แสงทอง','ชูใจ','เจริญสุข','ดีเลิศ','สายชล','อินทร์แก้ว','พรหมมา']`

/** Reproducible pseudo-random number below `bound`. */
const dice = (seed: string, bound: number) =>
  `(abs(hashint8extended(i, ${seed.length * 7 + bound})) % ${bound})`

/** Creates the data, or reuses existing data. Returns the last day with metrics, in Bangkok time. */
export async function fillDashboard(
  server: StandaloneServer,
  tickets: number,
  log: (line: string) => void,
): Promise<string> {
  const run: Run = async <T>(text: string) => (await queryOnce(server.ownerAddress, text)) as T[]
  const [stats] = await run<{ n: number; word: string | null }>(
    `select (select count(*)::int from tickets) as n, obj_description('case_figures'::regclass) as word`,
  )
  if (stats !== undefined && stats.n > 0 && (stats.n !== tickets || stats.word !== WHOLE))
    throw new Error(`the stored data has ${stats.n} of ${tickets} tickets and is incomplete: remove it`)
  if (stats?.n === 0) await build(server.db, run, tickets, log)
  await scatter(server.db, run, tickets)
  const [last] = await run<{ day: string }>('select max(day)::text as day from agent_days')
  return last?.day ?? ''
}

/** Spreads tickets of quiet channels and of the rare issue type over the year, unless an earlier run has done so. */
async function scatter(db: Db, run: Run, tickets: number): Promise<void> {
  const [done] = await run<{ n: number }>(
    `select count(*)::int as n from tickets where subject = '${RARE_SUBJECT}'`,
  )
  if (done !== undefined && done.n > 0) return
  const some = (first: number) =>
    `select md5('case ' || (n * ${Math.floor(tickets / RARE)} + ${first}))::uuid from generate_series(0, ${RARE - 1}) n`
  await run(`update tickets set subject = '${RARE_SUBJECT}' where id in (${some(1)})`)
  for (const [index, key] of QUIET_CHANNELS.entries())
    await run(`update tickets set channel_key = '${key}' where id in (${some(2 + index)})`)
  for (const first of [1, 2, 3]) await run(`insert into case_figures_due (ticket_id) ${some(first)}`)
  await projectAll(db)
}

async function projectAll(db: Db): Promise<void> {
  for (let taken: number | undefined = PROJECTED_AT_ONCE; taken !== 0; ) {
    taken = await projectTickets(db, PROJECTED_AT_ONCE)
    if (taken === undefined) await pause(20)
  }
}

async function build(db: Db, run: Run, tickets: number, log: (line: string) => void): Promise<void> {
  await run(`set maintenance_work_mem = '1GB'; set synchronous_commit = off; set statement_timeout = 0`)
  await run(`
    insert into staff (id, line_user_id, display_name, status, role, all_channels)
    select md5('agent ' || n)::uuid, 'agent ' || n, 'เจ้าหน้าที่ ' || n, 'APPROVED', 'ADMIN', true from generate_series(1, ${AGENTS - 1}) n`)
  await run(`create unlogged table bench_agents as
    select (row_number() over (order by id))::int - 1 as place, id from staff`)
  const again = await withoutIndexes(run, FILLED)
  for (let from = 0; from < tickets; from += CHUNK) {
    await insertTickets(run, { from, to: Math.min(from + CHUNK, tickets), tickets })
    log(`${Math.min(from + CHUNK, tickets).toLocaleString('en')} of ${tickets.toLocaleString('en')} tickets`)
  }
  await run('drop table bench_made, bench_agents')
  await again()
  for (const table of FILLED) await run(`vacuum analyze ${table}`)
  log('indexes are created; counting')
  // Keeps the index on staff members, because counting a day's durations uses it.
  const metricsAgain = await withoutIndexes(run, ['case_figures'], ['case_figures_staff'])
  const start = performance.now()
  await countAll(db, run, tickets, (noted) => {
    if (noted % 100_000 === 0) log(`${noted.toLocaleString('en')} tickets counted`)
  })
  log(`counted in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  await metricsAgain()
  // Sorts the rows of each table by day, as in production, where days are counted one after the other.
  for (const table of SUMS) {
    const [index] = await run<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index where indrelid = '${table}'::regclass and indisprimary`,
    )
    await run(`cluster ${table} using ${index?.name}`)
  }
  for (const table of ['case_figures', ...SUMS, 'case_figures_due', 'staff'])
    await run(`vacuum analyze ${table}`)
  await run(`comment on table case_figures is '${WHOLE}'`)
}

/** Drops the indexes, because inserting is much faster without them. Returns a function that creates them again. */
async function withoutIndexes(
  run: Run,
  tables: readonly string[],
  except: readonly string[] = [],
): Promise<() => Promise<void>> {
  const names = tables.map((table) => `'${table}'::regclass`).join()
  const references = await run<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conrelid in (${names})`,
  )
  const indexes = await run<{ drop: string; add: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as add
     from pg_index i where i.indrelid in (${names}) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  const dropped = indexes.filter(({ drop }) => !except.includes(drop.split(' ').at(-1) ?? ''))
  for (const { drop } of [...references, ...dropped]) await run(drop)
  for (const table of tables) await run(`alter table ${table} disable trigger user`)
  return async () => {
    for (const { add } of [...dropped, ...references]) await run(add)
    for (const table of tables) await run(`alter table ${table} enable trigger user`)
  }
}

async function insertTickets(
  run: Run,
  { from, to, tickets }: { from: number; to: number; tickets: number },
): Promise<void> {
  const oneOf = (names: string, length: number, seed: string) => `(${names})[1 + ${dice(seed, length)}]`
  await run(`drop table if exists bench_made`)
  await run(`
    create unlogged table bench_made as
    select i, md5('case ' || i)::uuid as id, 'oa' || account as channel_key, is_open, opened,
      (select id from bench_agents where place = (account * 6 + who) % ${AGENTS}) as agent,
      (select id from bench_agents where place = (account * 6 + who + 1) % ${AGENTS}) as other,
      opened + (20 + ${dice('pickup', 600)}) * interval '1 second' as taken,
      opened + (640 + ${dice('answer', 300)}) * interval '1 second' as answered,
      opened + (1800 + ${dice('closing', 7200)}) * interval '1 second' as closed, waits, is_vip, name
    from (
      select i, ${dice('account', 10)} as account, ${dice('agent', 12)} as who, ${dice('open', 100)} < ${OPEN_OF_HUNDRED} as is_open,
        ${dice('waiting', 3)} = 0 as waits, ${dice('vip', 20)} = 0 as is_vip,
        now() - interval '4 hours' - i * (interval '${DAYS - 1} days' / ${tickets}) as opened,
        ${oneOf(FIRST_NAMES, 16, 'first name')} || ' ' || ${oneOf(LAST_NAMES, 17, 'name')} ||
          case when ${dice('rare', 50_000)} = 0 then ' ฆฏฐวงศ์' else '' end || ' ' || i as name
      from generate_series(${from}::bigint, ${to - 1}) i) n`)
  await run(`analyze bench_made`)
  await run(`
    insert into customers (id, channel_key, line_user_id, display_name, name_norm, name_norm_version, is_vip, created_at, last_message_at, profile_fetched_at)
    select id, channel_key, 'U' || md5(i::text), name, name, 1, is_vip, opened, opened, now() from bench_made order by opened`)
  await run(`
    insert into tickets (id, channel_key, customer_id, status, subject, priority, assignee_id, closed_by_id, opened_at, accepted_at, first_response_at,
      closed_at, last_activity_at, last_seq, last_in_seq, last_out_seq, in_count, revision, waiting_since, last_message_at, newest_sort_at,
      last_message_direction, last_message_type, last_message_text)
    select id, channel_key, id, (case when is_open then 'OPEN' else 'CLOSED' end)::ticket_status, ${oneOf(SUBJECTS, 5, 'subject')},
      (case when is_vip then 'VIP' else 'NORMAL' end)::ticket_priority, agent, case when not is_open then agent end, opened, taken, answered,
      case when not is_open then closed end, closed, ${MESSAGES_OF_A_TICKET}, 9, 10, 5, ${MESSAGES_OF_A_TICKET}, case when is_open and waits then answered end,
      closed, closed, 'OUT', 'text', 'ขอบคุณค่ะ'
    from bench_made order by opened`)
  await run(`
    insert into ticket_events (ticket_id, channel_key, kind, staff_id, at, data)
    select id, channel_key, kind, staff_id, at, data from bench_made, lateral (values
      ('opened', null::uuid, opened, null::jsonb), ('accepted', agent, taken, null), ('first_response', agent, answered, null),
      (case when i % 20 = 0 then 'transferred' end, agent, answered + interval '5 minutes', jsonb_build_object('to', other)),
      (case when not is_open then 'closed' end, agent, closed, null)) e (kind, staff_id, at, data)
    where kind is not null order by opened`)
  await run(`
    insert into messages (id, ticket_id, channel_key, seq, direction, text, kind, sender_staff_id, event_time, sort_at, created_at, revision)
    select ('00000000-0000-4000-8000-' || lpad(to_hex(i * ${MESSAGES_OF_A_TICKET} + seq), 12, '0'))::uuid, id, channel_key, seq,
      (case when is_in then 'IN' else 'OUT' end)::message_direction, 'ขอสอบถามเรื่องยอดเงินค่ะ', 'text', case when not is_in then agent end, at, at, at, seq
    from (
      select *, seq in (1, 2, 4, 7, 9) as is_in, case when seq < 3 then opened + seq * interval '8 seconds' else answered + (seq - 3) * interval '2 minutes' end as at
      from bench_made, generate_series(1, ${MESSAGES_OF_A_TICKET}) seq) said
    order by opened, seq`)
}

/** Counts tickets in the order in which they were opened, so that each batch affects few days. */
async function countAll(db: Db, run: Run, tickets: number, received: (noted: number) => void): Promise<void> {
  for (let from = 0; from < tickets; from += MAX_MARKED) {
    const to = Math.min(from + MAX_MARKED, tickets)
    await run(
      `insert into case_figures_due (ticket_id) select md5('case ' || i)::uuid from generate_series(${from}, ${to - 1}) i`,
    )
    await projectAll(db)
    received(to)
  }
}

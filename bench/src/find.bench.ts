import { normalizeForSearch, SEARCH_NORM_VERSION } from 'shared/contract/search-text.ts'
import { queryOnce } from '../../server/src/testing/query-once.ts'
import { type StandaloneServer, startStandaloneServer } from './standalone-server.ts'
import { summary } from './statistics.ts'

/** Number of messages: `pnpm bench find 1000000`. With BENCH_DATA_DIR the messages are created only once. */
const MESSAGES = Number(process.argv[3] ?? 10_000_000)
const MONTHS = 24
const ACCOUNTS = 10
const WARM_UP = 3
const ROUNDS = 40
const CHUNK = 200_000

const OPENINGS = [
  'สวัสดีค่ะ',
  'สวัสดีครับ',
  'รบกวนสอบถามหน่อยค่ะ',
  'ขอบคุณมากนะคะ',
  'แอดมินอยู่ไหมครับ',
  'โอนเงินแล้วค่ะ',
  'ขอเลขพัสดุหน่อยครับ',
  'ยังไม่ได้รับของเลยค่ะ',
  'สินค้ามีตำหนิต้องทำอย่างไร',
  'อยากเปลี่ยนไซซ์ได้ไหมคะ',
]
const ENDINGS = [
  'เมื่อไหร่จะถึงคะ',
  'ช่วยเช็คให้หน่อย',
  'รอนานแล้วนะครับ',
  'ส่งเคอรี่ได้ไหม',
  'ขอใบกำกับภาษีด้วยค่ะ',
  'ที่อยู่เดิมค่ะ',
  'จ่ายปลายทางได้ไหม',
  'มีสีดำไหมคะ',
  'ราคาเท่าไหร่ครับ',
  'ok thank you',
]
/** Rare words, each with a number `n`: one of `n` messages contains the word. */
const RARE = [
  ['มะม่วงน้ำดอกไม้', 50_000],
  ['กระเป๋าหนังจระเข้', 1_000_000],
] as const
/** Word in every twentieth message of one month a year ago, and in no other message. */
const OF_A_MONTH = 'ชุดลอยกระทง'

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()

const SEARCHES: [string, Record<string, string>][] = [
  ['a common word', { q: 'เลขพัสดุ' }],
  ['a common word, English', { q: 'Thank you' }],
  ['half a common word', { q: 'ใบกำ' }],
  ['one in 50,000', { q: 'น้ำดอกไม้' }],
  ['one in 1,000,000', { q: 'หนังจระเข้' }],
  ['common in one month long ago', { q: 'ลอยกระทง' }],
  ['a number in one message', { q: String(Math.floor(MESSAGES * 0.7654321)) }],
  ['no match, rare trigrams', { q: 'ฆฏฐณฌ' }],
  ['no match, common trigrams', { q: 'พัสดุเมื่อไหร่ครับ' }],
  ['two letters in a channel', { q: 'ดำ', channel_key: 'oa3' }],
  ['two letters without a match, in a channel', { q: 'ฌฆ', channel_key: 'oa3' }],
  ['rare, in a channel', { q: 'น้ำดอกไม้', channel_key: 'oa3' }],
  ['common, in a channel, last 30 days', { q: 'ใบกำกับภาษี', channel_key: 'oa7', since: day(30) }],
  ['rare, last 90 days', { q: 'น้ำดอกไม้', since: day(90) }],
  ['common, until a year ago', { q: 'เคอรี่', until: day(365) }],
  ['common, of a customer', { q: 'สวัสดี', customer_id: 'some' }],
]

export async function bench(): Promise<void> {
  const channelKeys = Array.from({ length: ACCOUNTS }, (_, index) => `oa${index}`)
  const server = await startStandaloneServer({ storedAs: `messages-${MESSAGES}`, channelKeys })
  try {
    await fill(server)
    // Selects an id that the API accepts as a UUID: ids in this data are MD5 hashes, and some are not valid UUIDs.
    const { rows } = await server.db.$client.query<{ id: string }>(
      `select id from customers where id::text ~ '^.{14}4.{4}[89ab]' order by id limit 1`,
    )
    console.log(`ms per page among ${MESSAGES.toLocaleString('en')} messages`)
    const all: number[] = []
    for (const [name, words] of SEARCHES) {
      const query = words.customer_id === undefined ? words : { ...words, customer_id: rows[0]?.id ?? '' }
      const times: number[] = []
      let found = ''
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        const start = performance.now()
        const page = await search(server, query)
        if (round >= WARM_UP) times.push(performance.now() - start)
        found = `${page.items.length} found${page.cursor === null ? '' : `, until ${page.searched_until?.slice(0, 10)}`}`
      }
      all.push(...times)
      console.log(`${summary(name, times)}   ${found}`)
    }
    console.log(summary('all', all))
  } finally {
    await server.stop()
  }
}

async function search(server: StandaloneServer, words: Record<string, string>) {
  const page = await server.call(`/api/staff/messages/search?${new URLSearchParams(words)}`)
  return JSON.parse(page) as { items: unknown[]; cursor: string | null; searched_until: string | null }
}

/** All random numbers depend on the message's index, so that every run has the same data. */
async function fill(server: StandaloneServer): Promise<void> {
  const stats = await server.countRows('messages')
  if (stats > MESSAGES)
    throw new Error(`the stored data has ${stats} messages instead of ${MESSAGES}: remove it`)
  const run = (statement: string) => queryOnce(server.ownerAddress, statement)
  const customers = Math.ceil(MESSAGES / 200)
  const list = (words: readonly string[]) =>
    `array[${words.map((word) => `'${normalizeForSearch(word)}'`).join()}]`
  const rare = RARE.map(
    ([word, each]) => `|| case when i % ${each} = 17 then ' ${normalizeForSearch(word)}' else '' end`,
  ).join(' ')
  if (stats === 0)
    await run(`
    insert into customers (id, channel_key, line_user_id, display_name, name_norm, name_norm_version)
      select md5('customer ' || n)::uuid, 'oa' || n % ${ACCOUNTS}, 'customer ' || n, 'ลูกค้า ' || n, 'ลูกค้า ' || n, ${SEARCH_NORM_VERSION} from generate_series(0, ${customers - 1}) n;
    insert into tickets (id, channel_key, customer_id, status, subject, opened_at, closed_at, last_activity_at, last_seq)
      select id, channel_key, id, 'CLOSED', 'อื่นๆ', now(), now(), now(), 200 from customers;
    select make_message_search_month(now() - n * interval '1 month') from generate_series(0, ${MONTHS + 1}) n`)
  // Adds only messages that are missing after an interrupted run. Indexes are created at the end, which is faster.
  if (stats < MESSAGES)
    await run(`alter table messages disable trigger user; drop index if exists message_search_norm_trgm`)
  for (let from = stats; from < MESSAGES; from += CHUNK) {
    await run(`
      with made as (
        select md5('message ' || i)::uuid as id, md5('customer ' || i % ${customers})::uuid as customer_id, 'oa' || i % ${customers} % ${ACCOUNTS} as channel_key,
          i / ${customers} + 1 as seq, date_trunc('day', now()) - (${MESSAGES} - i) * (interval '${MONTHS} months' / ${MESSAGES}) as at,
          (${list(OPENINGS)})[1 + i * 7919 % 9973 % ${OPENINGS.length}] || ' ' || (${list(ENDINGS)})[1 + i * 104729 % 99991 % ${ENDINGS.length}]
            || ' ' || i ${rare}
            || case when i % 20 = 3 and i / (${MESSAGES} / ${MONTHS}) = ${MONTHS / 2} then ' ${OF_A_MONTH}' else '' end as text
        from generate_series(${from}::bigint, ${Math.min(from + CHUNK, MESSAGES) - 1}) i),
      stored as (
        insert into messages (id, ticket_id, channel_key, seq, direction, text, kind, event_time, sort_at, created_at, revision)
        select id, customer_id, channel_key, seq, 'IN', text, 'text', at, at, at, seq from made)
      insert into message_search (message_id, at, channel_key, customer_id, norm, norm_version)
      select id, at, channel_key, customer_id, lower(text), 1 from made order by at`)
    if (from % 1_000_000 === 0)
      console.log(`${from.toLocaleString('en')} of ${MESSAGES.toLocaleString('en')} messages`)
  }
  await run(`
    set maintenance_work_mem = '512MB'; alter table messages enable trigger user;
    create index if not exists message_search_norm_trgm on message_search using gin (norm gin_trgm_ops) with (gin_pending_list_limit = 512)`)
  if (stats === MESSAGES) return
  for (const table of ['messages', 'message_search', 'tickets', 'customers'])
    await run(`vacuum analyze ${table}`)
}

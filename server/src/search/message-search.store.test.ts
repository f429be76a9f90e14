import fc from 'fast-check'
import { normalizeForSearch, searchForms } from 'shared/contract/search-text.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../db/client.ts'
import { hasTrigrams } from '../db/trigrams.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { queryOnce } from '../testing/query-once.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import {
  FORCE_BITMAPS,
  FORCE_ORDER,
  findMessages,
  type MessageSearch,
  type SearchBounds,
  trigramStatement,
  walkStatement,
} from './message-search.store.ts'

const desk = useTestDesk()
const { query } = desk
const everything = ChannelScope.granted({ allChannels: true, channelKeys: [] })
const ofOne = ChannelScope.granted({ allChannels: false, channelKeys: ['oa1'] })
const ofTwo = ChannelScope.granted({ allChannels: false, channelKeys: ['oa1', 'oa2'] })
const customerOf = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`
const MESSAGES = 12_000

/** Creates messages of four months: every second one has สวัสดี, one in 400 มะม่วง, and all of one month ลอยกระทง. */
beforeAll(async () => {
  await query(
    `select make_message_search_month('2026-06-01'::timestamptz + n * interval '1 month') from generate_series(0, 3) n`,
  )
  await query(
    `insert into message_search (message_id, at, channel_key, customer_id, norm, norm_version)
     select md5(n::text)::uuid, '2026-06-01'::timestamptz + n * interval '14 minutes', 'oa' || n % 5, ('00000000-0000-0000-0000-' || lpad((n % 100)::text, 12, '0'))::uuid,
       case when n % 2 = 0 then 'สวัสดีค่ะ' else 'ขอบคุณครับ' end || ' ' || n || case when n % 400 = 7 then ' มะม่วง' else '' end
         || case when n between 1000 and 3000 then ' ลอยกระทง' else '' end, 1
     from generate_series(1, $1::int) n`,
    [MESSAGES],
  )
  await queryOnce(desk.database.ownerAddress, 'analyze message_search')
})

function search(typed: string, more: Partial<MessageSearch> = {}): MessageSearch {
  const open = { customerId: undefined, since: undefined, until: undefined, before: undefined, limit: 20 }
  return { norms: searchForms(typed), scope: everything, ...open, ...more }
}

const SMALL: SearchBounds = { newest: 50, narrow: 40, common: 30, ofMonth: 60, ms: 60_000, msInAll: 120_000 }
/** The search limits of `SMALL`, but with no time to search a second month. */
const HASTY: SearchBounds = { ...SMALL, msInAll: 0 }

/** Reads all pages with limits so small that every code path runs. Checks the order, and that no message repeats. */
async function findAll(wanted: MessageSearch, bounds: SearchBounds): Promise<string[]> {
  const ids: string[] = []
  let before = wanted.before
  for (let page = 0; page < 5_000; page += 1) {
    const { found, end } = await inTransaction(desk.context.db, (tx) =>
      findMessages(tx, { ...wanted, before }, bounds),
    )
    expect(found.length).toBeLessThanOrEqual(wanted.limit)
    ids.push(...found.map(({ id }) => id))
    if (end === null) return ids
    before = end
  }
  throw new Error('it does not end')
}

async function plain({ norms: [norm], scope, customerId, since, until }: MessageSearch): Promise<string[]> {
  const rows = await query<{ message_id: string }>(
    `select message_id from message_search where strpos(norm, $1) > 0 and ($2::uuid is null or customer_id = $2::uuid)
       and ($3::text[] is null or channel_key = any($3)) and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
     order by at desc, message_id desc`,
    [
      norm,
      customerId ?? null,
      scope.channels === 'all' ? null : scope.channels,
      since ?? null,
      until ?? null,
    ],
  )
  return rows.map(({ message_id }) => message_id)
}

describe('pages of a search, with any limits', () => {
  const moment = fc.date({ min: new Date('2026-05-20'), max: new Date('2026-10-10'), noInvalidDate: true })
  test.each(['มะม่วง', 'ลอยกระทง', '77', '1177', 'ครับ 11', 'ไม่มีใครพูด', '😀😀😀'])(
    'the pages of a search for %s contain every match once and in order',
    async (typed) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(everything, ofOne, ofTwo),
          fc.option(fc.nat(99).map(customerOf), { nil: undefined, freq: 3 }),
          fc.option(moment, { nil: undefined }),
          fc.option(moment, { nil: undefined }),
          fc.constantFrom(7, 50),
          fc.constantFrom(SMALL, { ...SMALL, common: 5_000 }, { ...SMALL, ms: -1 }, HASTY),
          async (scope, customerId, since, until, limit, bounds) => {
            const wanted = search(typed, { scope, customerId, since, until, limit })
            expect(await findAll(wanted, bounds)).toEqual(await plain(wanted))
          },
        ),
        { numRuns: 6, endOnFailure: true },
      )
    },
  )
})

test('the cursor of a message search never contains a message of a forbidden channel', async () => {
  const wanted = search('😀😀😀', { scope: ofTwo })
  // Scans 42 messages at a time, not a multiple of the number of channels, so that pages end in each channel.
  const bounds = { ...SMALL, narrow: 42 }
  const named: string[] = []
  let before = wanted.before
  for (let page = 0; page < 10; page += 1) {
    const { end } = await inTransaction(desk.context.db, (tx) =>
      findMessages(tx, { ...wanted, before }, bounds),
    )
    if (end === null) throw new Error('it ends too soon')
    named.push(end.id)
    before = end
  }
  const seen = await query<{ channel_key: string }>(
    'select distinct channel_key from message_search where message_id = any($1::uuid[])',
    [named],
  )
  expect(seen.map(({ channel_key }) => channel_key).filter((key) => !ofTwo.includes(key))).toEqual([])
})

test('a message search runs no further SQL statement after the client has disconnected', async () => {
  const left = AbortSignal.abort(new Error('left'))
  const pendingSearch = inTransaction(desk.context.db, (tx) =>
    findMessages(tx, search('มะม่วง', { left }), SMALL),
  )
  await expect(pendingSearch).rejects.toThrow('left')
})

describe('query plans of message searches', () => {
  const parts = async (statement: Parameters<typeof readsOf>[2], force = FORCE_ORDER) => {
    const months = (
      await query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'message_search'::regclass`,
      )
    ).map(({ name }) => name)
    return inTransaction(desk.context.db, async (tx) => {
      await tx.execute(force)
      const reads = []
      for (const month of months) reads.push(...(await readsOf(tx, month, statement)))
      return reads.filter(({ loops }) => loops > 0)
    })
  }
  const rowsOf = (reads: { rows: number }[]) => reads.reduce((sum, { rows }) => sum + rows, 0)

  test('a message search for a common word reads the time index until the page is full', async () => {
    const reads = await parts(walkStatement(search('สวัสดี'), 10_000))
    expect(rowsOf(reads)).toBeLessThan(100)
    expect(reads.map(({ type }) => type)).toEqual(
      reads.map(() => expect.stringMatching(/^Index (Only )?Scan$/)),
    )
  })

  test('a message search by time reads a bounded number of messages, by the index of the channel or customer', async () => {
    expect(rowsOf(await parts(walkStatement(search('ไม่มี'), 500)))).toBeLessThan(600)
    expect(rowsOf(await parts(walkStatement(search('ไม่มี', { scope: ofOne }), 500)))).toBeLessThan(600)
    expect(
      rowsOf(await parts(walkStatement(search('ไม่มี', { customerId: customerOf(7) }), 500))),
    ).toBeLessThan(600)
  })

  test('a message search for a rare word in one month reads few rows, by the trigram index', async () => {
    const [since, until] = [new Date('2026-02-01'), new Date('2026-03-01')]
    await query('select make_message_search_month($1)', [since])
    await query(
      `insert into message_search (message_id, at, channel_key, customer_id, norm, norm_version)
       select md5('feb' || n)::uuid, $1::timestamptz + n * interval '1 minute', 'oa1', md5('c')::uuid, 'สวัสดีค่ะ ขอเลขพัสดุ ' || n
         || case when n % 1000 = 7 then ' มะม่วง' else '' end, 1 from generate_series(1, 20000) n`,
      [since],
    )
    await queryOnce(desk.database.ownerAddress, 'analyze message_search')
    const reads = await parts(trigramStatement(search('มะม่วง', { since, until }), 3_000), FORCE_BITMAPS)
    expect(reads.map(({ type }) => type)).toEqual(['Bitmap Heap Scan'])
    expect(rowsOf(reads)).toBeLessThan(100)
  })
})

test.each([
  ['พัสดุ', true],
  ['ที่', true],
  ['abc', true],
  ['12 3', false],
  ['😀😀😀😀', false],
  ['ๆๆๆ', false],
  ['...', false],
])('detects whether the text %s has trigrams: %s', (typed, has) => {
  expect(hasTrigrams(normalizeForSearch(typed))).toBe(has)
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { normalizeForSearch } from 'shared/contract/search-text.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../db/client.ts'
import { appendMessage } from '../messages/append-message.store.ts'
import { unsendMessage } from '../messages/message.store.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { projectMessages } from './message-search-projection.store.ts'

const desk = useTestDesk()
const { query } = desk

interface Found {
  items: { message_id: string; ticket_id: string; seq: number; snippet: string; direction: string }[]
  cursor: string | null
}

beforeEach(async () => {
  await query('delete from deliveries; delete from messages; delete from tickets; delete from customers')
  await project()
})

async function project(): Promise<void> {
  while ((await projectMessages(desk.context.db, 100)) > 0);
}

async function openTicket(channelKey = 'main'): Promise<{ ticketId: string; customerId: string }> {
  const [made] = await query<{ id: string; customer_id: string }>(
    `with customer as (insert into customers (channel_key, line_user_id, display_name) values ($1, $2, 'สมศรี') returning id)
     insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
     select $1, id, 'อื่นๆ', now(), now() from customer returning id, customer_id`,
    [channelKey, randomUUID()],
  )
  return { ticketId: made?.id ?? '', customerId: made?.customer_id ?? '' }
}

async function say(
  ticketId: string,
  text: string,
  { at = new Date(), lineMessageId = null as string | null, kind = null as 'image' | null } = {},
): Promise<string> {
  const message = { ticketId, direction: 'IN' as const, messageType: 'text', text, kind, lineMessageId }
  const appended = await inTransaction(desk.context.db, (tx) =>
    appendMessage(tx, { ...message, eventTime: at, sortAt: at }, at),
  )
  return appended?.id ?? ''
}

let token = ''
beforeEach(async () => {
  token = (await desk.signInAs()).token
})

async function search(words: Record<string, string>, as = token) {
  const response = await desk.app.inject({
    url: `/api/staff/messages/search?${new URLSearchParams(words)}`,
    headers: { authorization: `Bearer ${as}` },
  })
  return { status: response.statusCode, body: response.json<Found & { code?: string }>() }
}

/** Returns all search results, page by page. */
async function searchAll(words: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null && page < 100; page += 1) {
    const { body }: { body: Found } = await search(cursor === '' ? words : { ...words, cursor })
    ids.push(...body.items.map((item) => item.message_id))
    cursor = body.cursor
  }
  return ids
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('message search finds Thai text inside words, and returns ticket, customer and position', async () => {
  const { ticketId } = await openTicket()
  await say(ticketId, 'สวัสดีค่ะ')
  const id = await say(ticketId, 'รบกวนขอเลขพัสดุของออเดอร์ล่าสุดด้วยค่ะ')
  await project()
  const { body } = await search({ q: 'เลขพัสดุ' })
  expect(body).toEqual({
    items: [
      {
        message_id: id,
        ticket_id: ticketId,
        seq: 2,
        direction: 'IN',
        at: expect.any(String),
        channel: { key: 'main', name: 'OA หลัก' },
        customer: { id: expect.any(String), display_name: 'สมศรี', picture_url: null, is_vip: false },
        sender_name: null,
        snippet: 'รบกวนขอเลขพัสดุของออเดอร์ล่าสุดด้วยค่ะ',
        snippet_start: 0,
        matches: [{ start: 7, end: 15 }],
      },
    ],
    cursor: null,
    searched_until: null,
  })
})

describe('message search', () => {
  test('message search does not find placeholders of images', async () => {
    const { ticketId } = await openTicket()
    await say(ticketId, '[รูปภาพ]', { kind: 'image' })
    const written = await say(ticketId, 'ส่งรูปภาพให้แล้วค่ะ')
    await project()
    expect(await searchAll({ q: 'รูปภาพ' })).toEqual([written])
  })

  test('message search does not find a message that was unsent before or after it was indexed', async () => {
    const { ticketId } = await openTicket()
    for (const isProjected of [false, true]) {
      const lineMessageId = randomUUID()
      await say(ticketId, 'ความลับสุดยอด', { lineMessageId })
      if (isProjected) await project()
      const unsent = { channelKey: 'main', lineMessageId, at: new Date() }
      await inTransaction(desk.context.db, (tx) => unsendMessage(tx, unsent))
      expect((await search({ q: 'ความลับ' })).body.items).toEqual([])
      expect(await query(`select from message_search where norm like '%ความลับ%'`)).toEqual([])
      await project()
      expect(await query(`select from message_search`)).toEqual([])
    }
  })

  test('message search does not find the former text of a changed message, or a deleted message', async () => {
    const { ticketId } = await openTicket()
    const id = await say(ticketId, 'ข้อความเดิม')
    await project()
    await query(`update messages set text = 'ถ้อยคำใหม่' where id = $1`, [id])
    await project()
    expect((await search({ q: 'ข้อความเดิม' })).body.items).toEqual([])
    expect(await searchAll({ q: 'ถ้อยคำ' })).toEqual([id])
    await query('delete from messages where id = $1', [id])
    expect(await query('select from message_search')).toEqual([])
  })

  test('message search does not find messages of forbidden channels, with any filter', async () => {
    await desk.addChannel('other').catch(() => {})
    const { ticketId, customerId } = await openTicket('other')
    await say(ticketId, 'เลขพัสดุของร้านอื่น')
    await project()
    const agent = (await desk.signInAs({ channelKeys: ['main'] })).token
    expect((await search({ q: 'พัสดุ' }, agent)).body.items).toEqual([])
    expect((await search({ q: 'พัสดุ', customer_id: customerId }, agent)).body.items).toEqual([])
    expect(await search({ q: 'พัสดุ', channel_key: 'other' }, agent)).toMatchObject({
      status: 403,
      body: { code: 'forbidden_channel' },
    })
    const withoutChannels = (await desk.signInAs({ channelKeys: [] })).token
    expect((await search({ q: 'พัสดุ' }, withoutChannels)).body).toEqual({
      items: [],
      cursor: null,
      searched_until: null,
    })
  })
})

test('a message search for one or two characters requires a channel or customer', async () => {
  const { ticketId, customerId } = await openTicket()
  const id = await say(ticketId, 'ได้ค่ะ')
  await project()
  expect(await search({ q: 'ได้'.slice(0, 2) })).toMatchObject({
    status: 400,
    body: { code: 'search_too_short' },
  })
  expect(await searchAll({ q: 'ค่', channel_key: 'main' })).toEqual([id])
  expect(await searchAll({ q: 'ค่', customer_id: customerId })).toEqual([id])
  expect(await search({ q: 'พัสดุ', cursor: '1.2' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  })
})

test('message search filters by time and customer, and pages across months', async () => {
  const [one, other] = [await openTicket(), await openTicket()]
  const ids: string[] = []
  for (const days of [100, 70, 40, 10, 1]) {
    // Gives all messages the same time, so that they are ordered by their random ids.
    const at = daysAgo(days)
    ids.unshift(await say(one.ticketId, `ขอใบเสร็จ ${days}`, { at }))
    ids.unshift(await say(other.ticketId, `ขอใบเสร็จ ${days}`, { at: new Date(at.getTime() + 1) }))
  }
  await project()
  expect(await searchAll({ q: 'ใบเสร็จ', limit: '3' })).toEqual(ids)
  expect(await searchAll({ q: 'ใบเสร็จ', since: daysAgo(41).toISOString() })).toEqual(ids.slice(0, 6))
  expect(await searchAll({ q: 'ใบเสร็จ', until: daysAgo(41).toISOString(), limit: '1' })).toEqual(ids.slice(6))
  expect(await searchAll({ q: 'ใบเสร็จ', customer_id: one.customerId })).toEqual(
    ids.filter((_id, position) => position % 2 === 1),
  )
})

test('message search returns the same messages as a plain text comparison', async () => {
  const words = fc.constantFrom(
    'พัสดุ',
    'เลข',
    'ค่ะ',
    'เเบงค์',
    'น้ำ',
    'นํ้า',
    'Order',
    'ORDER',
    '100%',
    'a_b',
    '😀',
    '👩‍👩‍👧',
    ' ',
    '\\',
    'ก',
    'ที่่',
    '1,250',
  )
  const texts = fc.array(
    fc.array(words, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
    { minLength: 1, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(texts, fc.array(words, { minLength: 1, maxLength: 3 }), async (withText, typed) => {
      const { ticketId, customerId } = await openTicket()
      const ids: string[] = []
      for (const [position, text] of withText.entries())
        ids.push(
          await say(ticketId, text, {
            at: new Date(Date.now() - 40 * 86_400_000 + position * 6 * 3_600_000),
          }),
        )
      await project()
      const q = typed.join('')
      const norm = normalizeForSearch(q)
      const plain = ids.filter(
        (_id, position) => norm !== '' && normalizeForSearch(withText[position] ?? '').includes(norm),
      )
      expect(await searchAll({ q, customer_id: customerId, limit: '4' })).toEqual(plain.toReversed())
      if ([...norm].length < 3) return
      const all = new Set(await searchAll({ q, limit: '50' }))
      expect(ids.filter((id) => all.has(id))).toEqual(plain)
    }),
    { numRuns: 25 },
  )
})

test.each(['ก่ำ', '1,2-3 4.', 'ﷺ', '㎨'])(
  'message search lets other requests run between long messages of %j',
  async (unit) => {
    const { ticketId } = await openTicket()
    const length = 4_900
    for (let at = 0; at < 20; at += 1)
      await say(ticketId, `ถอนเงินไม่ได้ ${unit.repeat(Math.floor(length / unit.length))}`)
    await project()
    const { normalize } = String.prototype
    let [queued, most] = [0, 0]
    let immediate = setImmediate(function next() {
      queued = 0
      immediate = setImmediate(next)
    })
    vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
      const normalized = normalize.call(this, form)
      queued += this.length + normalized.length
      most = Math.max(most, queued)
      return normalized
    })
    const { body } = await search({ q: 'ถอนเงินไม่ได้', channel_key: 'main', limit: '20' })
    vi.restoreAllMocks()
    clearImmediate(immediate)
    expect(body.items).toHaveLength(20)
    expect(most).toBeGreaterThan(0)
    // Limits the number of normalized characters: each message is normalized once as a whole and once in parts.
    expect(most).toBeLessThan(12 * length)
  },
)

import { ALL_CALLS } from 'shared/contract/all-calls.ts'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { Call } from 'shared/contract/define-call.ts'
import { hasLongMarks, MAX_EXPANSION } from 'shared/contract/safe-normalize.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from './db/client.ts'
import { textOfHtml, textOfPlain } from './knowledge/web-page-text.ts'
import { saveProfile } from './line/customer.store.ts'
import { projectMessages } from './search/message-search-projection.store.ts'
import { addressOf, inputsOf, withValue } from './testing/contract-inputs.ts'
import { postWebhook, textEvent } from './testing/line-events.ts'
import { createTestDesk, randomLineUserId, type TestDesk } from './testing/test-desk.ts'

let desk: TestDesk
let headers: { authorization: string }
let ids: Record<string, string>
beforeAll(async () => {
  desk = await createTestDesk({ config: (config) => ({ ...config, callsPerMinute: 100_000 }) })
  headers = (await desk.signInAs({ role: 'BUSINESS' })).headers
  await postWebhook(desk, [textEvent(randomLineUserId(), 'สวัสดีค่ะ')])
  const { rows } = await desk.context.db.$client.query('select id, customer_id from tickets')
  ids = { channel_key: 'main', any_id: rows[0].id, id: rows[0].id, ticket_id: rows[0].id }
  for (const call of Object.values(ALL_CALLS))
    if (call.path.includes('/customers/:id')) ids[`${call.name}.id`] = rows[0].customer_id
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => desk?.close())

/** Texts that make careless code slow; the test repeats each text to any length. */
const HOSTILE: Readonly<Record<string, string>> = {
  'alternating Latin marks': '\u0301\u0323',
  'alternating Thai marks': '\u0e48\u0e38',
  'half-width voicing and an accent': '\uff9e\u0301',
  'SARA AM and NIKHAHIT': 'ำ\u0e4d',
  'one tone mark': '\u0e48',
  'Hangul jamo': '\u1100\u1161\u11a8',
  'joined emoji': '👩\u200d',
  'variation selectors': '\ufe0f',
  'right-to-left marks and overrides': '\u202e\u200f\u05b0',
  'one word without spaces': 'กา',
  'one Latin word': 'a',
  'the beginning of an image link': '[IMAGE:',
  'digits and separators': '1,2-3 4.',
  'quotation marks': '",',
  'endless polite endings': 'ค่ะ',
  'spaces and a line break': ' \t\n',
  'characters of an email address': 'a@a.',
  'a character that expands to 18 letters': 'ﷺ',
  'a character that expands to 8 letters': 'ﷻ',
  'a unit that expands to 4 letters': '㎨',
}
const LENGTH = 100_000

const textOf = (unit: string, length: number) =>
  unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .toWellFormed()

interface Work {
  characters: number
  /** Number of `String.normalize` calls with a long run of combining marks, which takes quadratic time to sort. */
  longRuns: number
  /** Number of `String.normalize` results that are more than `MAX_EXPANSION` times longer than their input. */
  expansions: number
  /** Number of characters returned by `String.normalize`. */
  produced: number
}

/** Counts the characters passed to functions whose cost grows with the text's length. */
async function measure(run: () => Promise<void>): Promise<Work> {
  const work = { characters: 0, longRuns: 0, expansions: 0, produced: 0 }
  const normalize = String.prototype.normalize
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    const text = String(this)
    work.characters += text.length
    if (hasLongMarks(text)) work.longRuns += 1
    const normalized = normalize.call(text, form)
    work.produced += normalized.length
    if (normalized.length > MAX_EXPANSION * text.length) work.expansions += 1
    return normalized
  })
  const { segment } = Intl.Segmenter.prototype
  vi.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function (
    this: Intl.Segmenter,
    text: string,
  ) {
    work.characters += text.length
    return segment.call(this, text)
  })
  await run()
  vi.restoreAllMocks()
  return work
}

/** Maximum number of times that a character may be normalized or segmented, as part of entries, questions or hashes. */
const TIMES = 30

function expectLinear(work: Work, length: number, what: string): void {
  expect(work, what).toMatchObject({ longRuns: 0, expansions: 0 })
  expect(work.characters, what).toBeLessThan(TIMES * length + 50_000)
  expect(work.produced, what).toBeLessThan(TIMES * length + 50_000)
}

const fields = (Object.values(ALL_CALLS) as Call[]).flatMap((call) =>
  inputsOf(call, { any_id: '00000000-0000-4000-8000-000000000000' })
    .filter(({ field }) => field.type === 'string')
    .map(({ field }) => [call.name, `${field.part}.${field.path.join('.')}`] as const),
)

test('the test of text inputs finds the text fields of the contract', () => {
  expect(fields.length).toBeGreaterThan(50)
})

test.each(fields)('%s %s rejects hostile texts or handles them in linear time', async (name, path) => {
  const call: Call = ALL_CALLS[name as keyof typeof ALL_CALLS]
  const { field, sample } = inputsOf(call, ids).find(
    ({ field: each }) => `${each.part}.${each.path.join('.')}` === path,
  ) as ReturnType<typeof inputsOf>[number]
  // Limits query parameters, since a URL has at most 16 KB and a Thai character takes nine bytes in it.
  const length = Math.min(field.maxLength ?? LENGTH, field.part === 'query' ? 1_000 : LENGTH)
  for (const [what, unit] of Object.entries(HOSTILE)) {
    const input = withValue(sample, field.path, textOf(unit, length))
    const work = await measure(async () => {
      const response = await desk.app.inject({
        method: call.method,
        url: addressOf(call, ids, field.part === 'query' ? input : undefined),
        headers,
        ...(field.part === 'body' && { payload: input as object }),
      })
      expect(response.json().code, what).not.toBe('internal')
    })
    expectLinear(work, length, what)
  }
})

describe('messages from LINE are stored unchanged and handled in linear time', () => {
  test.each(Object.entries(HOSTILE))('message: %s', async (what, unit) => {
    // Text that starts with a visible letter, because text without visible characters is shown as a placeholder.
    const text = `ก${textOf(unit, 10_000)}`
    const userId = randomLineUserId()
    const work = await measure(async () => {
      await postWebhook(desk, [textEvent(userId, text)])
      while ((await projectMessages(desk.context.db, 100)) > 0);
      const { rows } = await desk.context.db.$client.query(
        'select m.text, t.id from messages m join tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id where c.line_user_id = $1',
        [userId],
      )
      expect(rows[0].text).toBe(text)
      const q = encodeURIComponent(textOf(unit, 30))
      for (const url of [
        `/api/staff/tickets/${rows[0].id}/messages?limit=50`,
        `/api/staff/tickets/${rows[0].id}/answers`,
        `/api/staff/tickets/${rows[0].id}/proposal-texts`,
        `/api/staff/messages/search?channel_key=main&limit=1&q=${q}`,
        '/api/staff/tickets',
      ]) {
        const response = await desk.app.inject({ url, headers })
        expect(response.statusCode, url).toBeLessThan(500)
      }
    })
    expectLinear(work, text.length, what)
  })

  test.each(Object.entries(HOSTILE))('display name: %s', async (what, unit) => {
    const name = textOf(unit, 5_000)
    const { rows } = await desk.context.db.$client.query('select id from customers limit 1')
    const work = await measure(async () => {
      const profile = { displayName: name, pictureUrl: null, statusMessage: name }
      await inTransaction(desk.context.db, (tx) => saveProfile(tx, rows[0].id, profile, new Date()))
      for (const path of ['/api/business/customers', '/api/staff/tickets']) {
        const url = `${path}?search=${encodeURIComponent(textOf(unit, 30))}`
        expect((await desk.app.inject({ url, headers })).statusCode, url).toBe(200)
      }
    })
    const saved = await desk.context.db.$client.query('select display_name from customers where id = $1', [
      rows[0].id,
    ])
    expect(saved.rows[0].display_name).toBe(name)
    expectLinear(work, name.length, what)
  })
})

test.each(Object.entries(HOSTILE))('web page: %s', (what, unit) => {
  const { text } = textOfPlain(`หน้าเว็บ\n${textOf(unit, LENGTH)}`)
  expect(hasLongMarks(text), what).toBe(false)
  expect(
    textOfHtml(`<title>${textOf(unit, 500)}</title><p>${textOf(unit, LENGTH)}`).text.length,
  ).toBeLessThan(LENGTH + 1_000)
})

test('texts with unusual combining marks are rejected with a code, a Thai text and the field', async () => {
  const text = 'ก\u0e48\u0e38'.concat('\u0e48\u0e38'.repeat(500))
  const response = await desk.app.inject({
    method: 'POST',
    url: '/kb/upsert',
    headers,
    payload: { source: KNOWLEDGE_SOURCES.general, text },
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({
    code: 'too_many_marks',
    message: expect.stringMatching(/[ก-๙]/),
    fields: [{ field: 'body.text' }],
  })
})

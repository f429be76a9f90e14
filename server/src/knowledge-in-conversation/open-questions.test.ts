import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { writeGeneral } from 'shared/contract/knowledge/knowledge-text.ts'
import { listOpenQuestions } from 'shared/contract/knowledge/open-questions.call.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reindexKnowledge } from '../knowledge/reindex.ts'
import { projectMessages } from '../search/message-search-projection.store.ts'
import { emptyKnowledge } from '../testing/empty-knowledge.ts'
import { lineEvent, openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { randomLineUserId, type TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { looksLikeQuestion } from './question-detection.ts'
import { projectQuestions } from './question-projector.ts'

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
const desk = useTestDesk()
let manager: TestStaff

beforeAll(async () => {
  await desk.addChannel('vip')
  manager = await desk.signInAs({ role: 'BUSINESS' })
})
beforeEach(async () => {
  for (const table of ['questions', 'questions_due', 'question_groups', 'postings'])
    await desk.query(`delete from knowledge_${table}`)
  await emptyKnowledge(desk.context)
  await upsert('สมัครสมาชิกอย่างไร', 'กดปุ่มสมัครที่หน้าแรก แล้วกรอกข้อมูล')
})

async function call(method: 'GET' | 'POST', url: string, who = manager, payload?: object) {
  const response = await desk.app.inject({
    method,
    url,
    headers: who.headers,
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.json() }
}
const upsert = (question: string, answer: string, period: object = {}) =>
  call('POST', '/kb/upsert', manager, {
    source: KNOWLEDGE_SOURCES.general,
    text: writeGeneral({ questions: [question], answer }),
    replace: false,
    ...period,
  })
async function sendQuestion(text: string, channelKey = 'main') {
  const { ticketId, userId } = await openTicket(desk, { text, channelKey })
  return { ticketId, userId }
}
async function project(): Promise<void> {
  while ((await projectMessages(desk.context.db, 500)) > 0);
  while ((await projectQuestions(desk.context)) > 0);
}
async function open(who = manager) {
  const { status, body } = await call('GET', '/kb/open-questions', who)
  expect(status).toBe(200)
  return listOpenQuestions.response.parse(body)
}

test('groups similar unanswered questions and lists the most frequent group first', async () => {
  await sendQuestion('เปิดกี่โมงคะ')
  await sendQuestion('ถอนเงินขั้นต่ำเท่าไหร่')
  const { ticketId } = await sendQuestion('สวัสดีค่ะ ถอนเงินขั้นต่ำเท่าไหร่คะ')
  await sendQuestion('ถอนเงินขั้นต่ำเท่าไร')
  await sendQuestion('สมัครสมาชิกอย่างไรคะ')
  await sendQuestion('ขอบคุณค่ะ')
  await project()
  const { items, total } = await open()
  expect(total).toBe(2)
  expect(items.map(({ asked }) => asked)).toEqual([3, 1])
  expect(items[0]?.questions.toSorted()).toEqual(
    ['ถอนเงินขั้นต่ำเท่าไร', 'ถอนเงินขั้นต่ำเท่าไหร่', 'สวัสดีค่ะ ถอนเงินขั้นต่ำเท่าไหร่คะ'].toSorted(),
  )
  expect(items[1]?.questions).toEqual(['เปิดกี่โมงคะ'])
  expect(items[0]?.ticket_id).not.toBe(ticketId)
})

test('treats a question inside a longer message as answered when the knowledge base answers it', async () => {
  await upsert('ฝากเงินขั้นต่ำเท่าไหร่', '100 บาท')
  await sendQuestion('ฝากขั้นต่ำเท่าไหร่คะ… พอดีเมื่อกี้โอน 50 จากแอปธนาคารแล้วไม่ผ่านค่ะ')
  await project()
  expect((await open()).items).toEqual([])
})

test('counts a question once when several servers process its message or the message is queued again', async () => {
  for (let n = 0; n < 25; n += 1) await sendQuestion(`รองเท้าไซส์ ${n} มีไหม`)
  while ((await projectMessages(desk.context.db, 500)) > 0);
  await Promise.all([
    projectQuestions(desk.context),
    projectQuestions(desk.context),
    projectQuestions(desk.context),
  ])
  await project()
  await desk.query(
    `insert into knowledge_questions_due (message_id, at) select message_id, now() from knowledge_questions`,
  )
  await project()
  const { items } = await open()
  expect(items.reduce((sum, { asked }) => sum + asked, 0)).toBe(25)
  expect(items).toHaveLength(1)
})

test('removes a question once an entry answers it, and lists it again when asked after the entry is removed', async () => {
  await sendQuestion('ถอนเงินขั้นต่ำเท่าไหร่')
  await project()
  await upsert('ถอนเงินขั้นต่ำเท่าไหร่', '100 บาท')
  await project()
  expect(await open()).toEqual({ items: [], total: 0 })
  await sendQuestion('ถอนเงินขั้นต่ำเท่าไหร่')
  await project()
  expect((await open()).total).toBe(0)
  const [entry] = await desk.query<{ id: string; version: number }>(
    `select id, version from knowledge_entries where text like '%ขั้นต่ำ%'`,
  )
  const removed = await desk.app.inject({
    method: 'DELETE',
    url: `/kb/entries/${entry?.id}?version=${entry?.version}`,
    headers: manager.headers,
  })
  expect(removed.statusCode).toBe(200)
  await sendQuestion('ถอนเงินขั้นต่ำเท่าไหร่คะ')
  await project()
  expect((await open()).items.map(({ asked }) => asked)).toEqual([2])
})

test('removes a question after a rebuild of an outdated index that had not found the answer', async () => {
  await desk.query(`update knowledge_blocks set terms_version = 'of another release'`)
  const postings = await desk.query('delete from knowledge_postings returning term')
  expect(postings).not.toHaveLength(0)
  await sendQuestion('สมัครสมาชิกอย่างไรคะ')
  await sendQuestion('เปิดกี่โมงคะ')
  await project()
  expect((await open()).total).toBe(2)
  expect(await reindexKnowledge(desk.context.db, 10)).toBe(1)
  await project()
  expect((await open()).items.map(({ questions }) => questions)).toEqual([['เปิดกี่โมงคะ']])
})

test('removes an open question when the validity period of its answer begins', async () => {
  await sendQuestion('ถอนเงินขั้นต่ำเท่าไหร่')
  await project()
  const begins = new Date(Date.now() + 3_600_000)
  await upsert('ถอนเงินขั้นต่ำเท่าไหร่', '100 บาท', { valid_from: begins.toISOString() })
  await project()
  expect((await open()).total).toBe(1)
  const later = { ...desk.context, now: () => new Date(begins.getTime() + 1) }
  while ((await projectQuestions(later)) > 0);
  expect((await open()).total).toBe(0)
})

test('after a knowledge change, the most frequent and the recently listed question groups are checked again', async () => {
  await sendQuestion('ถอนเงินขั้นต่ำเท่าไหร่')
  await project()
  await desk.query(
    `insert into knowledge_question_groups (asked, last_asked_at, checked_log, checked_at) select 2, now(), 2147483647, now() from generate_series(1, 200)`,
  )
  await upsert('ถอนเงินขั้นต่ำเท่าไหร่', '100 บาท')
  await desk.query(`update knowledge_question_groups set checked_log = 0 where asked = 2`)
  expect(await projectQuestions(desk.context)).toBe(2)
  await project()
  expect(await desk.query(`select from knowledge_question_groups where checked_log = 0`)).toHaveLength(0)
  expect((await open()).items.map(({ asked }) => asked)).toEqual([1])
  await project()
  expect((await open()).items).toEqual([])
})

test('removes a dismissed question for good', async () => {
  await sendQuestion('วันนี้แอดมินกินข้าวหรือยัง')
  await project()
  const [group] = (await open()).items
  expect((await call('POST', `/kb/open-questions/${group?.id}/dismiss`)).status).toBe(200)
  expect((await call('POST', `/kb/open-questions/${group?.id}/dismiss`)).body.code).toBe('not_found')
  await sendQuestion('วันนี้แอดมินกินข้าวหรือยังคะ')
  await project()
  expect((await open()).total).toBe(0)
})

describe('questions of unsent messages', () => {
  const unsend = async (ticketId: string, userId: string) => {
    const [message] = await desk.query<{ line_message_id: string }>(
      `select line_message_id from messages where ticket_id = $1 and direction = 'IN'`,
      [ticketId],
    )
    await postWebhook(desk, [
      lineEvent(userId, { type: 'unsend', unsend: { messageId: message?.line_message_id } }),
    ])
  }

  test('an unsend deletes the question, and its group when no other question is left', async () => {
    const { ticketId, userId } = await sendQuestion('เบอร์ผมโดนล็อค 0812345678 ทำไงดี')
    const first = await sendQuestion('ร้านเปิดกี่โมง')
    await project()
    expect((await open()).total).toBe(2)
    await unsend(ticketId, userId)
    expect((await open()).items.map(({ ticket_id }) => ticket_id)).toEqual([first.ticketId])
    expect(await desk.query(`select id from knowledge_question_groups`)).toHaveLength(1)
  })

  test('stores no question when the message is unsent during processing, without a deadlock', async () => {
    const { ticketId } = await sendQuestion('ขอเบอร์โทรร้านหน่อย เบอร์อะไร')
    while ((await projectMessages(desk.context.db, 500)) > 0);
    const unsending = await desk.context.db.$client.connect()
    try {
      await unsending.query('begin')
      await unsending.query('select from messages where ticket_id = $1 for update', [ticketId])
      const projecting = projectQuestions(desk.context)
      await expect
        .poll(
          () =>
            desk.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          { timeout: 5_000 },
        )
        .toHaveLength(1)
      await unsending.query('update messages set unsent_at = now() where ticket_id = $1', [ticketId])
      await unsending.query('commit')
      await projecting
    } finally {
      unsending.release()
    }
    expect((await open()).total).toBe(0)
    expect(await desk.query('select from knowledge_questions_due')).toEqual([])
  })

  test('stores no question for messages that were unsent before processing', async () => {
    const { ticketId, userId } = await sendQuestion('ขอที่อยู่บริษัทหน่อย อยู่ที่ไหน')
    while ((await projectMessages(desk.context.db, 500)) > 0);
    await unsend(ticketId, userId)
    await project()
    expect((await open()).total).toBe(0)
  })
})

test('sorts and counts open questions by the channels that the manager may see', async () => {
  await sendQuestion('มีสาขาที่ไหนบ้าง', 'vip')
  for (const ending of ['', 'คะ', 'ครับ']) await sendQuestion(`มีสาขาที่ไหนบ้าง${ending}`)
  for (const ending of ['', 'คะ']) await sendQuestion(`จองห้องพักยังไง${ending}`, 'vip')
  await project()
  const counts = async (who?: TestStaff) => (await open(who)).items.map(({ asked }) => asked)
  expect(await counts()).toEqual([4, 2])
  const { items } = await open(await desk.signInAs({ role: 'BUSINESS', channelKeys: ['vip'] }))
  expect(items.map(({ asked, questions }) => [asked, questions.at(-1)])).toEqual([
    [2, 'จองห้องพักยังไง'],
    [1, 'มีสาขาที่ไหนบ้าง'],
  ])
})

test('returns the stored count to managers of all channels, and counts questions only for the others', async () => {
  await sendQuestion('มีสาขาที่ไหนบ้าง', 'vip')
  await project()
  const [newest] = (await open()).items
  await desk.query('update knowledge_question_groups set asked = 7, last_asked_at = now()')
  const ofVip = await desk.signInAs({ role: 'BUSINESS', channelKeys: ['vip'] })
  // The stored time may belong to an unsent message, so the list reads the time from the last question itself.
  expect((await open()).items).toEqual([{ ...newest, asked: 7 }])
  expect((await open(ofVip)).items).toEqual([newest])
  await desk.query(`update knowledge_question_groups set dismissed_channels = '{main}'`)
  expect((await open()).items).toEqual([newest])
})

test('defers only the message whose search fails and processes the other messages', async () => {
  await sendQuestion('ร้านเปิดกี่โมง')
  await sendQuestion('ส่งของกี่วัน')
  await sendQuestion('มีสาขาที่ไหนบ้าง')
  while ((await projectMessages(desk.context.db, 500)) > 0);
  const vectors = {
    same: 1,
    nearest: async (question: string) => {
      if (question.includes('สาขา')) throw new Error('a search that fails')
      return []
    },
  }
  // The failing search is that of the newest message, which is processed first.
  await expect(projectQuestions({ ...desk.context, vectors })).rejects.toThrow('a search that fails')
  await project()
  const openTexts = async () => (await open()).items.flatMap(({ questions }) => questions).toSorted()
  expect(await openTexts()).toEqual(['ร้านเปิดกี่โมง', 'ส่งของกี่วัน'])
  await desk.query('update knowledge_questions_due set leased_until = now()')
  await project()
  expect(await openTexts()).toHaveLength(3)
})

test("lists only questions of the manager's channels and refuses agents", async () => {
  await sendQuestion('จองห้อง VIP ยังไง', 'vip')
  await sendQuestion('ที่จอดรถมีไหม')
  await project()
  const ofVip = await desk.signInAs({ role: 'BUSINESS', channelKeys: ['vip'] })
  const { items, total } = await open(ofVip)
  expect([items.map(({ questions }) => questions), total]).toEqual([[['จองห้อง VIP ยังไง']], 1])
  const other = (await open()).items.find(({ questions }) => questions[0] === 'ที่จอดรถมีไหม')
  expect((await call('POST', `/kb/open-questions/${other?.id}/dismiss`, ofVip)).status).toBe(404)
  expect((await call('GET', '/kb/open-questions', await desk.signInAs({}))).status).toBe(403)
})

test('keeps a question for other channels when managers of one channel dismiss it', async () => {
  await sendQuestion('มีสาขาที่ไหนบ้าง', 'vip')
  await sendQuestion('มีสาขาที่ไหนบ้างคะ')
  await project()
  const ofVip = await desk.signInAs({ role: 'BUSINESS', channelKeys: ['vip'] })
  const [group] = (await open(ofVip)).items
  expect((await call('POST', `/kb/open-questions/${group?.id}/dismiss`, ofVip)).status).toBe(200)
  expect((await call('POST', `/kb/open-questions/${group?.id}/dismiss`, ofVip)).status).toBe(404)
  await sendQuestion('มีสาขาที่ไหนบ้างครับ', 'vip')
  await project()
  expect(await open(ofVip)).toEqual({ items: [], total: 0 })
  const { items, total } = await open()
  expect([items.map(({ questions }) => questions), total]).toEqual([[['มีสาขาที่ไหนบ้างคะ']], 1])
})

test('drops messages that wait longer than a day when more messages are due than one round processes', async () => {
  for (let n = 0; n < 11; n += 1) await sendQuestion(`ข้อความที่ ${n}`)
  while ((await projectMessages(desk.context.db, 500)) > 0);
  const [oldest] = await desk.query<{ message_id: string }>(
    `update knowledge_questions_due set at = now() - interval '25 hours'
     where message_id = (select message_id from knowledge_questions_due order by at limit 1) returning message_id`,
  )
  expect(oldest).toBeDefined()
  await projectQuestions(desk.context)
  expect(await desk.query('select from knowledge_questions_due')).toEqual([])
})

test('indexing an old message does not queue it for the detection of open questions', async () => {
  const userId = randomLineUserId()
  await postWebhook(desk, [textEvent(userId, 'ร้านเปิดกี่โมง', { timestamp: Date.now() })])
  while ((await projectMessages(desk.context.db, 500)) > 0);
  expect(await desk.query('select from knowledge_questions_due')).toHaveLength(1)
  await desk.query(`delete from knowledge_questions_due`)
  await desk.query(
    `insert into message_search (message_id, at, channel_key, customer_id, norm, norm_version)
     values (gen_random_uuid(), now() - interval '25 hours', 'main', gen_random_uuid(), 'ก', 1)`,
  )
  expect(await desk.query('select from knowledge_questions_due')).toHaveLength(0)
})

test.each([
  ['ถอนเงินกี่นาทีคะ', true],
  ['เงินไม่เข้าเลยครับ', true],
  ['how long does it take', true],
  ['ขอบคุณมากค่ะ', false],
  ['สวัสดีค่ะ', false],
  ['โอเคครับ', false],
  ['??', false],
  ['ได้แล้วค่ะ ขอบคุณที่ช่วยตามนะคะ', false],
  ['ลองแล้วไม่หายค่ะ', false],
  ['แล้วอีกนานไหม', false],
  ['ได้ไหมคะ', false],
  ['ขอบคุณนะคะ แล้วถอนเงินได้กี่โมง', true],
  ['รบกวนช่วยเช็คยอดให้หน่อยค่ะ', true],
  ['ไหม'.repeat(300), false],
])('detects whether %s is a question: %s', (text, is) => {
  expect(looksLikeQuestion(text)).toBe(is)
})

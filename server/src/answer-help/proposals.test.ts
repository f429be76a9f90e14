import { randomUUID } from 'node:crypto'
import { KnowledgeProposalSchema } from 'shared/contract/knowledge/proposal.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { lineEvent, openTicket, postWebhook } from '../testing/line-events.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

type Person = Awaited<ReturnType<TestDesk['signInAs']>>
const desk = useTestDesk()
let manager: Person
let agent: Person
beforeAll(async () => {
  await desk.addChannel('vip')
  manager = await desk.signInAs({ role: 'BUSINESS', displayName: 'หัวหน้า' })
  agent = await desk.signInAs({ channelKeys: ['main'], displayName: 'เอ' })
})

async function call(method: 'GET' | 'POST', url: string, who: Person, payload?: object) {
  const answer = await desk.app.inject({ method, url, headers: who.headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}
const TEXTS = { questions: 'ถอนขั้นต่ำเท่าไหร่\n ถอนได้น้อยสุดกี่บาท ', answer: ' 100 บาทค่ะ ' }

/** A case in which something was asked and answered, and what a proposal may begin with. */
async function answered(question = 'ถอนขั้นต่ำเท่าไหร่คะ') {
  const { ticketId, userId } = await openTicket(desk, { text: question })
  await call('POST', `/api/staff/tickets/${ticketId}/send`, agent, { type: 'text', text: '100 บาทค่ะ' })
  const { body } = await call('GET', `/api/staff/tickets/${ticketId}/proposal-texts`, agent)
  return { ticketId, userId, texts: body }
}
async function proposed(more: object = {}) {
  const { ticketId, userId, texts } = await answered()
  const id = randomUUID()
  const { status, body } = await call('POST', `/api/staff/tickets/${ticketId}/proposals`, agent, {
    ...TEXTS,
    id,
    question_message_ids: texts.questions.map((each: { message_id: string }) => each.message_id),
    answer_message_id: texts.answers[0].message_id,
    ...more,
  })
  expect(status).toBe(200)
  return { id, ticketId, userId, proposal: KnowledgeProposalSchema.parse(body) }
}
const accept = (id: string, who = manager, texts: object = TEXTS) =>
  call('POST', `/kb/proposals/${id}/accept`, who, texts)
const pending = async (who = manager) => (await call('GET', '/kb/proposals?limit=50', who)).body
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

test('begins with what the customer asked and what was answered, without what was taken back', async () => {
  const { ticketId, texts } = await answered('สวัสดีค่ะ ถอนขั้นต่ำเท่าไหร่')
  expect(texts).toEqual({
    questions: [{ message_id: expect.any(String), text: 'สวัสดีค่ะ ถอนขั้นต่ำเท่าไหร่', at: expect.any(String) }],
    answers: [{ message_id: expect.any(String), text: '100 บาทค่ะ', at: expect.any(String) }],
  })
  await desk.query(`update messages set unsent_at = now() where ticket_id = $1 and direction = 'IN'`, [
    ticketId,
  ])
  expect((await call('GET', `/api/staff/tickets/${ticketId}/proposal-texts`, agent)).body.questions).toEqual(
    [],
  )
})

test('waits for a manager, with who proposed it and from which case', async () => {
  const { id, ticketId, proposal } = await proposed()
  expect(proposal).toMatchObject({
    id,
    ticket_id: ticketId,
    channel: { key: 'main', name: 'OA หลัก' },
    questions: 'ถอนขั้นต่ำเท่าไหร่\nถอนได้น้อยสุดกี่บาท',
    answer: '100 บาทค่ะ',
    status: 'pending',
    proposed_by: { display_name: 'เอ' },
    decided_by: null,
    entry_id: null,
  })
  const { items, total } = await pending()
  expect(total).toBe(items.length)
  expect(idsOf({ items })).toContain(id)
})

test('is one, however often it is sent; its id is nobody else’s', async () => {
  const { id, ticketId } = await proposed()
  const before = (await pending()).total
  const send = (who: Person) =>
    call('POST', `/api/staff/tickets/${ticketId}/proposals`, who, { ...TEXTS, answer: 'อื่น', id })
  expect((await send(agent)).body).toMatchObject({ id, answer: '100 บาทค่ะ' })
  expect((await send(await desk.signInAs({ channelKeys: ['main'] }))).body.code).toBe('conflict')
  expect((await pending()).total).toBe(before)
})

test('names messages of its own case alone', async () => {
  const other = await answered()
  const { id } = await proposed({
    question_message_ids: other.texts.questions.map((each: { message_id: string }) => each.message_id),
    answer_message_id: other.texts.answers[0].message_id,
  })
  expect(
    await desk.query(
      `select question_message_ids, answer_message_id from knowledge_proposals where id = $1`,
      [id],
    ),
  ).toEqual([{ question_message_ids: [], answer_message_id: null }])
})

test('a case takes ten that wait', async () => {
  const { ticketId } = await answered()
  const send = () =>
    call('POST', `/api/staff/tickets/${ticketId}/proposals`, agent, { ...TEXTS, id: randomUUID() })
  for (let n = 0; n < 10; n += 1) expect((await send()).status).toBe(200)
  expect((await send()).body).toMatchObject({ code: 'proposals_full', limit: 10 })
})

describe('accepted', () => {
  test('it is found as the manager has it, and the history names both people', async () => {
    const { id } = await proposed()
    const texts = { questions: 'ถอนเงินขั้นต่ำเท่าไหร่', answer: 'ขั้นต่ำ 100 บาทต่อครั้ง' }
    const { status, body } = await accept(id, manager, texts)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'accepted',
      ...texts,
      decided_by: { display_name: 'หัวหน้า' },
      entry_id: expect.any(String),
    })
    const { results } = (await call('POST', '/kb/search', agent, { query: 'ถอนเงินขั้นต่ำ', top_k: 1 })).body
    expect(results[0].content).toBe('คำถาม: ถอนเงินขั้นต่ำเท่าไหร่\nคำตอบ: ขั้นต่ำ 100 บาทต่อครั้ง')
    const [log] = (await call('GET', '/kb/logs', agent)).body.items
    expect(log).toMatchObject({
      action: 'upsert',
      staff: { display_name: 'หัวหน้า' },
      proposed_by: { display_name: 'เอ' },
    })
    expect(idsOf(await pending())).not.toContain(id)
  })

  test('twice, also at once, it is one entry', async () => {
    const { id } = await proposed()
    const entries = () => desk.query(`select id from knowledge_entries where removed_at is null`)
    const before = (await entries()).length
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => accept(id, manager, { questions: 'คำถามเดียว', answer: 'คำตอบเดียว' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(new Set(answers.map(({ body }) => body.entry_id)).size).toBe(1)
    expect(await entries()).toHaveLength(before + 1)
  })

  test('nobody is told that other words came in than did', async () => {
    const { id } = await proposed()
    const first = { questions: 'ถอนสูงสุดเท่าไหร่', answer: 'วันละ 50,000 บาท' }
    const { entry_id } = (await accept(id, manager, first)).body
    const second = await desk.signInAs({ role: 'BUSINESS' })
    for (const refused of [
      await accept(id, second, { ...first, answer: 'วันละ 20,000 บาท' }),
      await accept(id, manager, { ...first, questions: 'ถอนได้กี่บาท' }),
      await accept(id, second, first),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'proposal_decided', proposal: { status: 'accepted', ...first, entry_id } },
      })
    expect((await accept(id, manager, { ...first, answer: ` ${first.answer} ` })).body.entry_id).toBe(
      entry_id,
    )
  })

  test('what the knowledge base has already becomes no second entry', async () => {
    const texts = { questions: 'มีอยู่แล้วไหม', answer: 'มีแล้ว' }
    const first = (await accept((await proposed()).id, manager, texts)).body
    expect((await accept((await proposed()).id, manager, texts)).body.entry_id).toBe(first.entry_id)
  })
})

describe('declined', () => {
  test('with a reason alone, and for good', async () => {
    const { id } = await proposed()
    const decline = (reason: string) => call('POST', `/kb/proposals/${id}/decline`, manager, { reason })
    expect((await decline('  ')).body.code).toBe('reason_required')
    expect((await decline('มีข้อมูลนี้แล้ว')).body).toMatchObject({ status: 'declined', reason: 'มีข้อมูลนี้แล้ว' })
    expect((await accept(id)).body).toMatchObject({
      code: 'proposal_decided',
      proposal: { status: 'declined' },
    })
    expect(idsOf(await pending())).not.toContain(id)
  })
})

test('what the customer takes back goes out of a proposal that waits', async () => {
  const { id, ticketId, userId } = await proposed()
  const [message] = await desk.query<{ line_message_id: string }>(
    `select line_message_id from messages where ticket_id = $1 and direction = 'IN'`,
    [ticketId],
  )
  await postWebhook(desk, [
    lineEvent(userId, { type: 'unsend', unsend: { messageId: message?.line_message_id } }),
  ])
  expect(idsOf(await pending())).not.toContain(id)
  expect(
    await desk.query(`select status, questions, answer from knowledge_proposals where id = $1`, [id]),
  ).toEqual([{ status: 'withdrawn', questions: null, answer: null }])
  expect((await accept(id)).body.code).toBe('proposal_decided')
})

test('agents propose in cases of their accounts, managers decide about those of theirs', async () => {
  const { id, ticketId } = await proposed()
  const ofVip = await desk.signInAs({ role: 'BUSINESS', channelKeys: ['vip'] })
  expect((await call('GET', `/api/staff/tickets/${ticketId}/proposal-texts`, ofVip)).body.code).toBe(
    'forbidden_channel',
  )
  expect(
    (await call('POST', `/api/staff/tickets/${ticketId}/proposals`, ofVip, { ...TEXTS, id: randomUUID() }))
      .body.code,
  ).toBe('forbidden_channel')
  expect(await pending(ofVip)).toEqual({ items: [], total: 0 })
  expect((await accept(id, ofVip)).status).toBe(404)
  for (const path of ['accept', 'decline'])
    expect((await call('POST', `/kb/proposals/${id}/${path}`, agent, { ...TEXTS, reason: 'ก' })).status).toBe(
      403,
    )
  expect((await call('GET', '/kb/proposals', agent)).status).toBe(403)
})

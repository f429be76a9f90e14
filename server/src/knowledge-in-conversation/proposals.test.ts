import { randomUUID } from 'node:crypto'
import { KnowledgeProposalSchema } from 'shared/contract/knowledge/proposal.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { lineEvent, openTicket, postWebhook } from '../testing/line-events.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { forgetOldProposals } from './proposal.store.ts'

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
const desk = useTestDesk()
let manager: TestStaff
let agent: TestStaff
beforeAll(async () => {
  await desk.addChannel('vip')
  manager = await desk.signInAs({ role: 'BUSINESS', displayName: 'หัวหน้า' })
  agent = await desk.signInAs({ channelKeys: ['main'], displayName: 'เอ' })
})

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, who: TestStaff, payload?: object) {
  const response = await desk.app.inject({
    method,
    url,
    headers: who.headers,
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.json() }
}
const TEXTS = { questions: 'ถอนขั้นต่ำเท่าไหร่\n ถอนได้น้อยสุดกี่บาท ', answer: ' 100 บาทค่ะ ' }

/** Creates a ticket with a question and a reply, and reads the ticket's texts for a proposal. */
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
const decline = (id: string, reason: string, who = manager) =>
  call('POST', `/kb/proposals/${id}/decline`, who, { reason })
const pending = async (who = manager) => (await call('GET', '/kb/proposals?limit=50', who)).body
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

test("a proposal starts with the customer's question and the agent's reply, without unsent messages", async () => {
  const { ticketId, texts } = await answered('สวัสดีค่ะ ถอนขั้นต่ำเท่าไหร่')
  expect(texts).toEqual({
    questions: [{ message_id: expect.any(String), text: 'สวัสดีค่ะ ถอนขั้นต่ำเท่าไหร่', at: expect.any(String) }],
    answers: [{ message_id: expect.any(String), text: '100 บาทค่ะ', at: expect.any(String) }],
    proposed: [],
  })
  await desk.query(`update messages set unsent_at = now() where ticket_id = $1 and direction = 'IN'`, [
    ticketId,
  ])
  expect((await call('GET', `/api/staff/tickets/${ticketId}/proposal-texts`, agent)).body.questions).toEqual(
    [],
  )
})

test('a new proposal is pending and shows its proposer and ticket', async () => {
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

test('proposing is idempotent by id, and returns 409 when another agent uses that id', async () => {
  const { id, ticketId } = await proposed()
  const before = (await pending()).total
  const send = (who: TestStaff) =>
    call('POST', `/api/staff/tickets/${ticketId}/proposals`, who, { ...TEXTS, answer: 'อื่น', id })
  expect((await send(agent)).body).toMatchObject({ id, answer: '100 บาทค่ะ' })
  expect((await send(await desk.signInAs({ channelKeys: ['main'] }))).body.code).toBe('conflict')
  expect((await pending()).total).toBe(before)
})

test("proposing the same text again returns the ticket's existing proposal, even an accepted one", async () => {
  const { id, ticketId } = await proposed()
  const received = async () =>
    (await call('GET', `/api/staff/tickets/${ticketId}/proposal-texts`, agent)).body.proposed
  const send = async (answer: string) =>
    (
      await call('POST', `/api/staff/tickets/${ticketId}/proposals`, agent, {
        ...TEXTS,
        answer,
        id: randomUUID(),
      })
    ).body
  expect(await send('100 บาทค่ะ')).toMatchObject({ id })
  expect(await received()).toMatchObject([{ id, status: 'pending', answer: '100 บาทค่ะ' }])
  await accept(id)
  const accepted = await send('100 บาทค่ะ')
  expect(accepted).toMatchObject({ id, status: 'accepted' })
  // After its entry is removed from the knowledge base, the text can be proposed again.
  await call('DELETE', `/kb/entries/${accepted.entry_id}?version=1`, manager)
  const again = await send('100 บาทค่ะ')
  expect(again).toMatchObject({ status: 'pending' })
  expect(again.id).not.toBe(id)
  const other = await send('200 บาทค่ะ')
  await decline(other.id, 'ไม่ใช่')
  expect((await send('200 บาทค่ะ')).id).not.toBe(other.id)
  expect(await received()).toHaveLength(4)
})

test('a proposal ignores message ids of other tickets', async () => {
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

test('limits a ticket to ten pending proposals', async () => {
  const { ticketId } = await answered()
  const send = (answer: number) =>
    call('POST', `/api/staff/tickets/${ticketId}/proposals`, agent, {
      ...TEXTS,
      answer: `${answer} บาท`,
      id: randomUUID(),
    })
  for (let n = 0; n < 10; n += 1) expect((await send(n)).status).toBe(200)
  expect((await send(10)).body).toMatchObject({ code: 'proposals_full', limit: 10 })
})

describe('accepting a proposal', () => {
  test("accepting a proposal publishes the manager's text and logs the names of proposer and manager", async () => {
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

  test('repeated and concurrent accepts of a proposal create one knowledge entry', async () => {
    const { id } = await proposed()
    const entries = () => desk.query(`select id from knowledge_entries where removed_at is null`)
    const before = (await entries()).length
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => accept(id, manager, { questions: 'คำถามเดียว', answer: 'คำตอบเดียว' })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(new Set(responses.map(({ body }) => body.entry_id)).size).toBe(1)
    expect(await entries()).toHaveLength(before + 1)
  })

  test('returns 409 when a proposal is accepted again with other text or by another manager', async () => {
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

  test('accepting a proposal reuses an identical entry of the knowledge base', async () => {
    const texts = { questions: 'มีอยู่แล้วไหม', answer: 'มีแล้ว' }
    const first = (await accept((await proposed()).id, manager, texts)).body
    expect((await accept((await proposed()).id, manager, texts)).body.entry_id).toBe(first.entry_id)
  })
})

describe('declining a proposal', () => {
  test('declining a proposal requires a reason and is final', async () => {
    const { id } = await proposed()
    expect((await decline(id, '  ')).body.code).toBe('reason_required')
    for (const reason of ['มีข้อมูลนี้แล้ว', ' มีข้อมูลนี้แล้ว '])
      expect((await decline(id, reason)).body).toMatchObject({ status: 'declined', reason: 'มีข้อมูลนี้แล้ว' })
    expect((await accept(id)).body).toMatchObject({
      code: 'proposal_decided',
      proposal: { status: 'declined' },
    })
    expect(idsOf(await pending())).not.toContain(id)
  })

  test('returns 409 when a proposal is declined again with another reason or by another manager', async () => {
    const { id } = await proposed()
    await decline(id, 'มีข้อมูลนี้แล้ว')
    const second = await desk.signInAs({ role: 'BUSINESS' })
    for (const refused of [await decline(id, 'คำตอบไม่ถูก'), await decline(id, 'มีข้อมูลนี้แล้ว', second)])
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'proposal_decided', proposal: { status: 'declined', reason: 'มีข้อมูลนี้แล้ว' } },
      })
  })
})

describe('proposals with unsent messages', () => {
  async function unsend({ ticketId, userId }: { ticketId: string; userId: string }) {
    const [message] = await desk.query<{ line_message_id: string }>(
      `select line_message_id from messages where ticket_id = $1 and direction = 'IN'`,
      [ticketId],
    )
    await postWebhook(desk, [
      lineEvent(userId, { type: 'unsend', unsend: { messageId: message?.line_message_id } }),
    ])
  }
  const textOf = (id: string) =>
    desk.query(`select status, questions, answer, reason from knowledge_proposals where id = $1`, [id])
  const gone = { status: 'withdrawn', questions: null, answer: null, reason: null }

  test('an unsend withdraws a pending proposal and deletes its text', async () => {
    const made = await proposed()
    await unsend(made)
    expect(idsOf(await pending())).not.toContain(made.id)
    expect(await textOf(made.id)).toEqual([gone])
    expect((await accept(made.id)).body.code).toBe('proposal_decided')
  })

  test('an unsend withdraws a declined proposal and deletes its text', async () => {
    const made = await proposed()
    await decline(made.id, 'มีเบอร์ 0812345678 ของลูกค้า')
    await unsend(made)
    expect(await textOf(made.id)).toEqual([gone])
  })

  test("an unsend withdraws the proposal while a manager's accept waits for the knowledge base lock", async () => {
    const made = await proposed()
    const busy = await desk.context.db.$client.connect()
    try {
      await busy.query(`begin`)
      await busy.query(`select pg_advisory_xact_lock(hashtextextended('knowledge base', 0))`)
      const accepting = accept(made.id)
      await expect
        .poll(
          () =>
            desk.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            ),
          { timeout: 5_000 },
        )
        .toHaveLength(1)
      await unsend(made)
      expect(await textOf(made.id)).toEqual([gone])
      await busy.query('commit')
      expect((await accepting).body).toMatchObject({
        code: 'proposal_decided',
        proposal: { status: 'withdrawn' },
      })
    } finally {
      busy.release()
    }
  })

  test('returns 409 for a proposal that uses an unsent message', async () => {
    const { texts, ...made } = await answered()
    await unsend(made)
    const send = (messages: { message_id: string }[]) =>
      call('POST', `/api/staff/tickets/${made.ticketId}/proposals`, agent, {
        ...TEXTS,
        id: randomUUID(),
        question_message_ids: messages.map(({ message_id }) => message_id),
      })
    expect(await send(texts.questions)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await send([])).status).toBe(200)
  })
})

test('deletes proposal texts half a year after the decision, but keeps message ids of accepted proposals', async () => {
  const [waits, accepted, declined] = [await proposed(), await proposed(), await proposed()]
  const { entry_id } = (await accept(accepted.id)).body
  await decline(declined.id, 'ซ้ำ')
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const rows = () =>
    desk.query(
      `select id, questions, entry_id from knowledge_proposals where id = any($1::uuid[]) order by status desc`,
      [[waits.id, accepted.id, declined.id]],
    )
  await forgetOldProposals(desk.context.db, inDays(179), 1_000)
  expect(await rows()).toHaveLength(3)
  expect(await forgetOldProposals(desk.context.db, inDays(181), 1_000)).toBeGreaterThan(1)
  expect(await rows()).toEqual([
    { id: waits.id, questions: expect.any(String), entry_id: null },
    { id: accepted.id, questions: null, entry_id },
  ])
  expect(await forgetOldProposals(desk.context.db, inDays(181), 1_000)).toBe(0)
})

test('agents propose for tickets of their channels, and managers decide on proposals of their channels', async () => {
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

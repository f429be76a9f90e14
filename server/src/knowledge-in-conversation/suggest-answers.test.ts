import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { writeGeneral, writePromotion } from 'shared/contract/knowledge/knowledge-text.ts'
import { suggestAnswers } from 'shared/contract/knowledge/suggest-answers.call.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { questionWords } from './question-content-words.ts'

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>
const { general, promotion } = KNOWLEDGE_SOURCES
const desk = useTestDesk()
let agent: TestStaff

const KNOWN = [
  writeGeneral({
    questions: ['ฝากเงินแล้วยอดไม่เข้าทำอย่างไร', 'โอนแล้วเงินยังไม่เข้า'],
    answer: 'ส่งสลิปในแชทนี้ ทีมงานตรวจสอบให้ภายใน 10 นาที',
  }),
  writeGeneral({ questions: ['ลืมรหัสผ่าน'], answer: 'กดลืมรหัสผ่านที่หน้าเข้าสู่ระบบ' }),
  writeGeneral({ questions: ['เปลี่ยนเบอร์โทรศัพท์ที่ลงทะเบียน'], answer: 'แจ้งเบอร์ใหม่พร้อมรูปบัตรประชาชน' }),
]
const bonus = writePromotion({
  name: 'โบนัสวันเกิด',
  text: 'รับเครดิตฟรี 100 บาทในเดือนเกิด',
  images: ['https://example.com/birthday.png'],
})

beforeAll(async () => {
  agent = await desk.signInAs({ channelKeys: ['main'] })
  for (const [text, source] of [...KNOWN.map((text) => [text, general]), [bonus, promotion]])
    await desk.app.inject({
      method: 'POST',
      url: '/kb/upsert',
      headers: agent.headers,
      payload: { source, text, replace: false },
    })
})

const suggest = (ticketId: string, who = agent) =>
  desk.app.inject({ method: 'GET', url: `/api/staff/tickets/${ticketId}/answers`, headers: who.headers })
async function suggested(...texts: string[]) {
  const { ticketId, userId } = await openTicket(desk, { text: texts[0] ?? '' })
  for (const text of texts.slice(1)) await postWebhook(desk, [textEvent(userId, text)])
  const response = await suggest(ticketId)
  expect(response.statusCode).toBe(200)
  return { ...suggestAnswers.response.parse(response.json()), ticketId, userId }
}
const send = (ticketId: string, text: string) =>
  desk.app.inject({
    method: 'POST',
    url: `/api/staff/tickets/${ticketId}/send`,
    headers: agent.headers,
    payload: { type: 'text', text },
  })

test('suggests the answer without the question of the entry, with source and matched words', async () => {
  const { question, answers, can_draft } = await suggested('ฝากเงินแล้วยอดไม่เข้าค่ะ')
  expect(question).toBe('ฝากเงินแล้วยอดไม่เข้าค่ะ')
  expect(answers[0]).toEqual({
    entry_id: expect.any(String),
    source: general,
    url: null,
    title: 'ฝากเงินแล้วยอดไม่เข้าทำอย่างไร',
    text: 'ส่งสลิปในแชทนี้ ทีมงานตรวจสอบให้ภายใน 10 นาที',
    image_url: null,
    matched: expect.arrayContaining(['ฝากเงินแล้วยอดไม่เข้า']),
    is_close: true,
    earlier_question: null,
    valid_from: null,
    valid_until: null,
    updated_at: expect.any(String),
  })
  // Checks that no matched word contains another matched word.
  const matched = answers[0]?.matched ?? []
  for (const word of matched)
    expect(matched.filter((other) => other !== word && other.includes(word))).toEqual([])
  expect(can_draft).toBe(false)
})

test('suggests a promotion with its text and image', async () => {
  const { answers } = await suggested('มีโบนัสวันเกิดไหมคะ')
  expect(answers[0]).toMatchObject({
    source: promotion,
    title: 'โบนัสวันเกิด',
    text: 'รับเครดิตฟรี 100 บาทในเดือนเกิด',
    image_url: 'https://example.com/birthday.png',
  })
})

test('suggests no entries outside their validity period', async () => {
  expect((await suggested('โบนัสวันเกิด')).answers).toHaveLength(1)
  for (const period of [
    `valid_until = now() - interval '1 second'`,
    `valid_until = null, valid_from = now() + interval '1 hour'`,
  ]) {
    await desk.query(`update knowledge_entries set ${period} where source = $1`, [promotion])
    expect((await suggested('โบนัสวันเกิด')).answers).toEqual([])
  }
  await desk.query(`update knowledge_entries set valid_from = null where source = $1`, [promotion])
})

test('a suggested answer has the URL of the web page that the entry was read from', async () => {
  const page = 'https://shop.example.com/password'
  await desk.query(`update knowledge_entries set url = $1 where text like '%ลืมรหัสผ่าน%'`, [page])
  expect((await suggested('ลืมรหัสผ่าน')).answers[0]).toMatchObject({ title: 'ลืมรหัสผ่าน', url: page })
  await desk.query(`update knowledge_entries set url = null`)
})

test('a suggested answer omits an image whose link cannot be sent', async () => {
  await desk.query(
    `update knowledge_entries set text = replace(text, 'https:', 'javascript:') where source = $1`,
    [promotion],
  )
  const { answers } = await suggested('โบนัสวันเกิด')
  expect(answers[0]).toMatchObject({ text: 'รับเครดิตฟรี 100 บาทในเดือนเกิด', image_url: null })
  await desk.query(
    `update knowledge_entries set text = replace(text, 'javascript:', 'https:') where source = $1`,
    [promotion],
  )
})

test('searches for answers to all messages since the last reply, without greetings', async () => {
  const { question, answers } = await suggested('สวัสดีค่ะ', 'ลืมรหัส', 'ผ่านเข้าไม่ได้เลยค่ะ')
  expect(question).toBe('สวัสดีค่ะ\nลืมรหัส\nผ่านเข้าไม่ได้เลยค่ะ')
  expect(answers[0]?.title).toBe('ลืมรหัสผ่าน')
})

test('after a reply, suggests answers to the last question until the customer writes again', async () => {
  const { ticketId, userId } = await suggested('ลืมรหัสผ่าน')
  expect((await send(ticketId, 'รอสักครู่ค่ะ')).statusCode).toBe(200)
  expect((await suggest(ticketId)).json().answers[0].title).toBe('ลืมรหัสผ่าน')
  await postWebhook(desk, [textEvent(userId, 'แล้วจะเปลี่ยนเบอร์โทรศัพท์ยังไงคะ')])
  const { question, answers } = (await suggest(ticketId)).json()
  expect(question).toBe('แล้วจะเปลี่ยนเบอร์โทรศัพท์ยังไงคะ')
  expect(answers[0].title).toBe('เปลี่ยนเบอร์โทรศัพท์ที่ลงทะเบียน')
})

test('lists answers to the last message first, and returns the earlier question that each other answer belongs to', async () => {
  const earlier = 'ลืมรหัสผ่านค่ะ'
  const both = await suggested(earlier, 'แล้วอยากเปลี่ยนเบอร์โทรศัพท์ด้วยค่ะ')
  expect(
    both.answers.map(({ title, is_close, earlier_question }) => [title, is_close, earlier_question]),
  ).toEqual([
    ['เปลี่ยนเบอร์โทรศัพท์ที่ลงทะเบียน', true, null],
    ['ลืมรหัสผ่าน', true, earlier],
  ])
  const unknown = await suggested(earlier, 'รับเลี้ยงแมวไหมคะ')
  expect(unknown.answers.map(({ title, earlier_question }) => [title, earlier_question])).toEqual([
    ['ลืมรหัสผ่าน', earlier],
  ])
  const pieces = await suggested('ฝากเงินแล้ว', 'ทำไมยอด', 'ยังไม่เข้าคะ')
  expect(pieces.answers[0]).toMatchObject({ title: 'ฝากเงินแล้วยอดไม่เข้าทำอย่างไร', earlier_question: null })
})

test('does not match answers by generic question words', async () => {
  const { answers } = await suggested('เติมน้ำมันรถทำอย่างไรคะ')
  expect(answers.filter(({ is_close }) => is_close)).toEqual([])
  expect((await suggested('ทำอย่างไรคะ')).answers).toEqual([])
  expect((await suggested('มีโปรอะไรบ้างคะ')).answers).toMatchObject([{ title: 'โบนัสวันเกิด', is_close: true }])
})

test('suggests no answers when nothing matches or nothing was asked', async () => {
  expect((await suggested('ร้านอยู่ใกล้รถไฟฟ้าสถานีไหน')).answers).toEqual([])
  expect(await suggested('สวัสดีครับ')).toMatchObject({ question: 'สวัสดีครับ', answers: [] })
})

test('finds answers to text typed with the wrong keyboard layout, including punctuation keys', async () => {
  // "ลืมรหัสผ่าน" typed on the English layout is `]n,isylzjko`: its punctuation keys are Thai letters.
  const { answers } = await suggested('สวัสดีค่ะ', ']n,isylzjko')
  expect(answers[0]).toMatchObject({ title: 'ลืมรหัสผ่าน', is_close: true, matched: ['ลืมรหัสผ่าน'] })
})

test('suggests no answers to unsent messages', async () => {
  const { ticketId } = await suggested('ลืมรหัสผ่าน')
  await desk.query(`update messages set unsent_at = now() where ticket_id = $1`, [ticketId])
  expect((await suggest(ticketId)).json()).toMatchObject({ question: '', answers: [] })
})

describe('rights to suggested answers', () => {
  test('suggested answers return forbidden_channel for other channels, ticket_not_found for unknown tickets', async () => {
    const { ticketId } = await suggested('ลืมรหัสผ่าน')
    await desk.addChannel('other')
    const stranger = await desk.signInAs({ channelKeys: ['other'] })
    expect((await suggest(ticketId, stranger)).json().code).toBe('forbidden_channel')
    expect((await suggest('0b9c1f6e-3a5f-4f0c-9d1c-6f2a4f6f9d11')).json().code).toBe('ticket_not_found')
  })
})

test.each([
  ['สวัสดีค่ะ ขอสอบถามหน่อยค่ะ ถอนเงินกี่นาทีคะ', 'ขอ', 'ถอนเงินกี่นาที'],
  ['คะแนนสะสมดูที่ไหน', 'คะแนนสะสมดูที่ไหน', 'คะแนนสะสมดูที่ไหน'],
])('strips greetings and particles around the question in %s', (text, starts, ends) => {
  const words = questionWords(text)
  expect(words.startsWith(starts.normalize('NFKC'))).toBe(true)
  expect(words.endsWith(ends.normalize('NFKC'))).toBe(true)
})

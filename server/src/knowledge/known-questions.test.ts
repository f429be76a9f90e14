import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { writeGeneral, writePromotion } from 'shared/contract/knowledge/knowledge-text.ts'
import { knownQuestions } from 'shared/contract/knowledge/known-questions.call.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyKnowledge } from '../testing/empty-knowledge.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

const { general, promotion } = KNOWLEDGE_SOURCES
const desk = useTestDesk()
let agent: Awaited<ReturnType<TestDesk['signInAs']>>
beforeAll(async () => {
  agent = await desk.signInAs({ channelKeys: ['main'] })
})
beforeEach(() => emptyKnowledge(desk.context))

async function post(url: string, payload: object) {
  const response = await desk.app.inject({ method: 'POST', url, headers: agent.headers, payload })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const add = async (text: string, source: string = general): Promise<string> =>
  (await post('/kb/upsert', { source, text, replace: false })).entry_id
const findKnown = async (text: string, more: object = {}) =>
  knownQuestions.response
    .parse(await post('/kb/entries/known-questions', { source: general, text, ...more }))
    .items.map(({ question, entry }) => [question, entry.id])
const qa = (answer: string, ...questions: string[]) => writeGeneral({ questions, answer })

test('the check for known questions returns only entries with another answer to one of the questions', async () => {
  const card = await add(qa('รับทุกธนาคาร', 'รับบัตรเครดิตไหม', 'จ่ายด้วยบัตรได้ไหม'))
  await add(qa('ได้ค่ะ', 'รับบัตรของขวัญไหม'))
  expect(await findKnown(qa('ไม่รับแล้ว', 'ส่งที่ไหน', ' รับบัตรเครดิต ไหม?'))).toEqual([['รับบัตรเครดิต ไหม?', card]])
  expect(await findKnown(qa('ไม่รับแล้ว', 'รับบัตรเครดิตใบใหม่ไหม'))).toEqual([])
  expect(await findKnown('รับบัตรเครดิตไหม')).toEqual([])
})

test('the check for known questions returns neither an identical text nor the entry being edited', async () => {
  const known = qa('ได้ค่ะ', 'ผ่อน 0% ได้ไหม')
  const id = await add(known)
  expect(await findKnown(known)).toEqual([])
  const other = qa('ไม่ได้แล้วค่ะ', 'ผ่อน 0% ได้ไหม')
  expect(await findKnown(other)).toEqual([['ผ่อน 0% ได้ไหม', id]])
  expect(await findKnown(other, { besides: id })).toEqual([])
})

test('the check for known questions compares promotions by name, and only with other promotions', async () => {
  const party = (text: string) => writePromotion({ name: 'วันเกิด', text, images: [] })
  await add(qa('ได้ค่ะ', 'วันเกิด'))
  const id = await add(party('รับ 100 บาท'), promotion)
  expect(await findKnown(party('รับ 200 บาท'), { source: promotion })).toEqual([['วันเกิด', id]])
})

test('the check for known questions reads the first eight questions, and returns each entry once', async () => {
  const many = await add(qa('ได้', ...Array.from({ length: 10 }, (_, at) => `สินค้ารุ่นที่ ${at} มีสีอะไร`)))
  const last = await add(qa('ไม่ได้', 'ซ่อมที่ไหน'))
  const eight = Array.from({ length: 8 }, (_, at) => `สินค้ารุ่นที่ ${at} มีสีอะไร`)
  expect(await findKnown(qa('อื่น', ...eight, 'ซ่อมที่ไหน'))).toEqual([[eight[0], many]])
  const long = `${'สีแดง '.repeat(300)}มีไหม`
  const id = await add(qa('มี', long))
  expect(await findKnown(qa('หมด', 'ซ่อมที่ไหน', long))).toEqual([
    ['ซ่อมที่ไหน', last],
    [long.trim(), id],
  ])
})

test('the check for known questions ignores polite endings', async () => {
  const space = await add(qa('ได้', 'จองคาราโอเกะได้ไหม'))
  expect(await findKnown(qa('ไม่ได้', 'จองคาราโอเกะได้ไหมคะ'))).toEqual([['จองคาราโอเกะได้ไหมคะ', space]])
  const code = await add(qa('รอ 1 นาที', 'OTP ไม่เข้าค่ะ'))
  expect(await findKnown(qa('ขอใหม่', 'OTP ไม่เข้านะครับ'))).toEqual([['OTP ไม่เข้านะครับ', code]])
  expect(await findKnown(qa('ขอใหม่', 'OTP ไม่เข้า?'))).toEqual([['OTP ไม่เข้า?', code]])
})

test('the check for known questions finds an entry although not all of its many questions are read', async () => {
  const many = Array.from({ length: 300 }, (_, at) => `ส่งไปยังสาขาที่ ${at} ได้หรือไม่`)
  const id = await add(qa('ได้', 'มีประกันสินค้าไหม', ...many))
  expect(await findKnown(qa('ไม่มี', 'มีประกันสินค้าไหม'))).toEqual([['มีประกันสินค้าไหม', id]])
})

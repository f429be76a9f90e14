import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { previewImport } from 'shared/contract/knowledge/import-entries.call.ts'
import { writeGeneral } from 'shared/contract/knowledge/knowledge-text.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyKnowledge } from '../testing/empty-knowledge.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

const source = KNOWLEDGE_SOURCES.general
const desk = useTestDesk()
let manager: Awaited<ReturnType<TestDesk['signInAs']>>
beforeAll(async () => {
  manager = await desk.signInAs({ role: 'BUSINESS' })
})
beforeEach(() => emptyKnowledge(desk.context))

async function post(url: string, payload: object) {
  const response = await desk.app.inject({ method: 'POST', url, headers: manager.headers, payload })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const generalText = (question: string, answer: string) => writeGeneral({ questions: [question], answer })
const upsert = (text: string) => post('/kb/upsert', { source, text })
const preview = async (text: string) =>
  previewImport.response.parse(await post('/kb/import/preview', { source, text }))

test('two imported rows overlap when they answer a question differently, and a row overlaps the first such entry', async () => {
  const qa = (answer: string, ...questions: string[]) => writeGeneral({ questions, answer })
  const received = async (text: string) => (await preview(text)).rows.map(({ overlap }) => overlap)
  const [yes, no] = [qa('มีค่ะ', 'มีที่จอดรถไหม'), qa('ไม่มีค่ะ', 'มีที่จอดรถไหม', 'จอดรถได้ไหม')]
  const [one, both] = ['มีที่จอดรถไหม,มีค่ะ', '"มีที่จอดรถไหม\nจอดรถได้ไหม",ไม่มีค่ะ']
  expect(await received(`คำถาม,คำตอบ\n${one}\n${both}`)).toEqual([no, yes])
  expect(await received(`คำถาม,คำตอบ\n${both}\n${one}\nฝากเงิน,โอน`)).toEqual([yes, no, null])
  await upsert(qa('ก', 'ข้อ 1', 'ข้อ 9'))
  await upsert(qa('ข', 'ข้อ 2', 'ข้อ 8'))
  await upsert(qa('ก', 'ข้อ 2', 'ข้อ 7'))
  expect(await received('คำถาม,คำตอบ\n"ข้อ 1\nข้อ 2",ก')).toEqual([qa('ข', 'ข้อ 2', 'ข้อ 8')])
})

test('an overlap is found despite polite endings or hundreds of other questions in the text', async () => {
  const overlaps = async (text: string) =>
    (await preview(text)).rows.map(({ state, overlap }) => [state, overlap])
  await upsert(generalText('จองคาราโอเกะได้ไหม', 'ได้ทุกวัน'))
  const row = 'คำถาม,คำตอบ\nจองคาราโอเกะได้ไหมคะ,ไม่ได้'
  expect(await overlaps(row)).toEqual([['new', generalText('จองคาราโอเกะได้ไหม', 'ได้ทุกวัน')]])
  const many = ['ส่งฟรีไหม', ...Array.from({ length: 300 }, (_, at) => `ส่งไปยังสาขาที่ ${at} ได้หรือไม่`)]
  await upsert(writeGeneral({ questions: many, answer: 'ฟรี' }))
  expect(await overlaps('คำถาม,คำตอบ\nส่งฟรีไหม,ไม่ฟรี')).toEqual([
    ['new', expect.stringMatching(/^คำถาม: ส่งฟรีไหม\n/)],
  ])
  // The text has more questions than the import compares.
  const first = many.slice(0, 100).join('\n')
  expect((await overlaps(`คำถาม,คำตอบ\n"${first}",ไม่ฟรี`)).map(([state]) => state)).toEqual(['new'])
})

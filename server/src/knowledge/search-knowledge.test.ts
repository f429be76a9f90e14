import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { writeGeneral, writePromotion } from 'shared/contract/knowledge/knowledge-text.ts'
import { expect, test } from 'vitest'
import { useEmptyKnowledge } from '../testing/use-empty-knowledge.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { searchEach, searchKnowledge } from './search-knowledge.ts'

const { general, promotion } = KNOWLEDGE_SOURCES
const desk = useTestDesk()
const { call, upsert, find } = useEmptyKnowledge(desk)

test('expired texts do not affect search results or scores', async () => {
  await upsert(
    `โบนัสวันเกิดของสมาชิกใหม่ทุกท่านในเดือนนี้รับเครดิตฟรี 100 บาท ${'ตามเงื่อนไขของบริษัท '.repeat(20)}`,
    promotion,
  )
  await upsert('ของขวัญวันเกิดสมาชิกเก่า', promotion)
  // Compares rounded scores, because floating point sums depend on the order of the postings.
  const search = async () =>
    (await searchKnowledge(desk.context, 'โบนัสวันเกิดสมาชิก', 3)).map(({ content, score, coverage }) => [
      content,
      score.toFixed(9),
      coverage.toFixed(9),
    ])
  const found = await search()
  expect(found).toHaveLength(2)
  const tomorrow = new Date(Date.now() + 86_400_000)
  for (let index = 0; index < 250; index += 1) await upsert(`โบนัสวันเกิด ${index}`, promotion, false, tomorrow)
  expect(await search()).not.toEqual(found)
  await desk.query(`update knowledge_entries set valid_until = now() where valid_until is not null`)
  expect(await search()).toEqual(found)
})

test('an expired text becomes searchable when its validity period changes', async () => {
  const id = await upsert('โบนัสวันเกิด', promotion, false, new Date(Date.now() + 3_600_000))
  await desk.query(`update knowledge_entries set valid_until = now() - interval '1 hour' where id = $1`, [id])
  expect(await find('โบนัสวันเกิด')).toEqual([])
  await call('PUT', `/kb/entries/${id}`, {
    version: 1,
    text: 'โบนัสวันเกิด',
    valid_from: null,
    valid_until: null,
  })
  expect(await find('โบนัสวันเกิด')).toEqual(['โบนัสวันเกิด'])
})

test('a search returns one chunk of each page with very many chunks, and also other entries', async () => {
  for (const page of [1, 2])
    await upsert(Array.from({ length: 6_000 }, (_, index) => `ส่งของฟรี ${page * index}`).join(' '))
  const [{ count = 0 } = {}] = await desk.query<{ count: number }>(
    'select count(*)::int as count from knowledge_chunks',
  )
  expect(count).toBeGreaterThan(200)
  for (const text of ['ถ้าส่งของไปต่างประเทศมีค่าใช้จ่ายตามน้ำหนัก', 'ของที่ส่งมาแล้วคืนได้ใน 7 วัน']) await upsert(text)
  expect(await find('ส่งของฟรี', 4)).toHaveLength(4)
})

test.each(['OTPไม่เข้า', 'otpไม่เข้า', 'ไม่ได้รับรหัสotp', 'otpยังไม่มา'])(
  'a search recognizes Latin words next to Thai letters: %s',
  async (questionText) => {
    const otp = writeGeneral({ questions: ['OTP ไม่เข้า'], answer: 'รอ 5 นาทีแล้วขอใหม่' })
    await upsert(writeGeneral({ questions: ['ฝากเงินแล้วยอดไม่เข้า'], answer: 'ส่งสลิปให้ทีมงาน' }))
    await upsert(otp)
    await upsert('เล่นผ่าน iPhoneเข้าเว็บตรงๆ ฝาก100บาทขึ้นไป')
    expect((await find(questionText))[0]).toBe(otp)
  },
)

test('a search recognizes numbers next to Thai letters', async () => {
  await upsert('เล่นผ่าน iPhoneเข้าเว็บตรงๆ')
  await upsert('ขั้นต่ำ ฝาก250บาทขึ้นไป')
  expect(await find('250')).toEqual(['ขั้นต่ำ ฝาก250บาทขึ้นไป'])
  expect(await find('iphone')).toEqual(['เล่นผ่าน iPhoneเข้าเว็บตรงๆ'])
})

test('searches ignore template labels and image links', async () => {
  await upsert(writeGeneral({ questions: ['ส่งสลิปที่ไหน'], answer: 'ในแชทนี้' }))
  const party = { name: 'วันเกิด', text: 'รับ 100 บาท', images: ['https://example.com/party.png'] }
  await upsert(writePromotion(party), promotion)
  for (const questionText of ['คำถาม', 'คำตอบ', 'รายละเอียด', 'image', 'png'])
    expect([questionText, await find(questionText)]).toEqual([questionText, []])
  await upsert('รายละเอียด: ผ่อนได้ 3 เดือน')
  expect(await find('รายละเอียด')).toEqual(['รายละเอียด: ผ่อนได้ 3 เดือน'])
})

test('a search for promotions finds all texts of the promotion source', async () => {
  const [birthday, free] = [writePromotion({ name: 'วันเกิด', text: 'รับ 100 บาท', images: [] }), 'ส่งฟรีทั่วประเทศ']
  await upsert(writeGeneral({ questions: ['สมาชิก VIP ได้อะไรบ้าง'], answer: 'คะแนนเพิ่มสองเท่า' }))
  for (const text of [birthday, free]) await upsert(text, promotion)
  for (const questionText of ['มีโปรอะไรบ้าง', 'โปรโมชั่น', 'โปรโมชัน', 'promotion'])
    expect((await find(questionText, 2)).toSorted()).toEqual([birthday, free].toSorted())
})

test('a search always finds an entry while the texts of its source are being replaced', async () => {
  let hasEnded = false
  await upsert('ลืมรหัสผ่าน 0')
  const replaces = (async () => {
    for (let round = 1; round <= 150; round += 1) await upsert(`ลืมรหัสผ่าน ${round}`, general, true)
    hasEnded = true
  })()
  const found: number[] = []
  while (!hasEnded) found.push((await find('ลืมรหัสผ่าน')).length)
  await replaces
  expect(new Set(found)).toEqual(new Set([1]))
})

test('searching several questions together returns the results of searching each one alone', async () => {
  for (const text of ['ลืมรหัสผ่าน', 'โบนัสวันเกิด', 'ส่งของไปต่างประเทศ', 'คืนสินค้าใน 7 วัน']) await upsert(text)
  const texts = ['ลืมรหัสผาน', 'ส่งของ ต่างประเทศ', 'xyzzy', ']n,isylzjko', 'คืนสินค้า']
  const questions = texts.map((text) => ({
    text,
    other: text === texts[3] ? 'ลืมรหัสผ่าน' : null,
    meaning: null,
  }))
  const together = await searchEach(desk.context, questions, 3)
  for (const [index, question] of questions.entries())
    expect([together[index]]).toEqual(await searchEach(desk.context, [question], 3))
  expect(together.map((found) => found[0]?.content)).toEqual([
    'ลืมรหัสผ่าน',
    'ส่งของไปต่างประเทศ',
    undefined,
    'ลืมรหัสผ่าน',
    'คืนสินค้าใน 7 วัน',
  ])
})

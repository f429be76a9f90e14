import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { expect, test } from 'vitest'
import { useEmptyKnowledge } from '../testing/use-empty-knowledge.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { reindexKnowledge } from './reindex.ts'
import { BLOCK_SIZE, LENGTH_BYTES } from './search-index-format.ts'
import { TERMS_VERSION } from './search-terms.ts'

const { general, promotion } = KNOWLEDGE_SOURCES
const desk = useTestDesk()
const { upsert, find } = useEmptyKnowledge(desk)
const blocks = () =>
  desk.query<{ block: number; terms_version: string }>(
    'select block, terms_version from knowledge_blocks order by 1',
  )
/** Fills the index block, so that the next chunk starts a new block. */
const fillBlock = () =>
  desk.query(
    `update knowledge_blocks set lengths = lengths || decode(repeat('00', $1 - octet_length(lengths)), 'hex')
     where block = (select max(block) from knowledge_blocks)`,
    [BLOCK_SIZE * LENGTH_BYTES],
  )

test('an index made with another dictionary is rebuilt, after which searches return the same results', async () => {
  for (const text of ['ฝากเงินแล้วยอดไม่เข้า', 'ลืมรหัสผ่าน']) await upsert(text)
  await upsert('โบนัสวันเกิด', promotion)
  await upsert('ลืมรหัสผ่าน', general, true)
  const findAll = async () => [await find('ลืมรหัสผ่าน'), await find('โบนัสวันเกิด'), await find('ยอดไม่เข้า')]
  const found = await findAll()
  expect(found).toEqual([['ลืมรหัสผ่าน'], ['โบนัสวันเกิด'], []])
  await desk.query(`update knowledge_blocks set terms_version = 'of another release'`)
  await desk.query(`delete from knowledge_postings`)
  expect(await find('ลืมรหัสผ่าน')).toEqual([])
  expect(await reindexKnowledge(desk.context.db, 10)).toBe(1)
  expect(await findAll()).toEqual(found)
  expect(await reindexKnowledge(desk.context.db, 10)).toBe(0)
  await upsert('ฝากเงินแล้วยอดไม่เข้า')
  expect(await find('ยอดไม่เข้า')).toEqual(['ฝากเงินแล้วยอดไม่เข้า'])
})

const [rules] = TERMS_VERSION.split(' ')
test.each([
  ['1.1 icu 999.1', 1],
  [`${rules} icu 9.0`, 1],
  ['1 icu 999.1', 1],
  ['', 1],
  [`${rules} icu 999.1`, 0],
  [`${rules?.split('.')[0]}.999 icu 9.0`, 0],
  ['999.1 icu none', 0],
])('rebuilds index blocks with an older version and ignores newer ones (%j): %i', async (version, count) => {
  await upsert('ลืมรหัสผ่าน')
  await desk.query('update knowledge_blocks set terms_version = $1', [version])
  expect(await reindexKnowledge(desk.context.db, 10)).toBe(count)
  expect(await blocks()).toEqual([{ block: 0, terms_version: count === 1 ? TERMS_VERSION : version }])
})

test('an index block with terms of two dictionaries is marked as mixed and rebuilt', async () => {
  await upsert('ลืมรหัสผ่าน')
  await desk.query(`update knowledge_blocks set terms_version = 'of another release'`)
  await upsert('โบนัสวันเกิด')
  expect([TERMS_VERSION, 'of another release']).not.toContain((await blocks())[0]?.terms_version)
  expect(await reindexKnowledge(desk.context.db, 10)).toBe(1)
  expect(await blocks()).toEqual([{ block: 0, terms_version: TERMS_VERSION }])
})

test('two servers that rebuild the index concurrently write each block once', async () => {
  await upsert('ลืมรหัสผ่าน')
  await fillBlock()
  await upsert('โบนัสวันเกิด')
  await desk.query(`update knowledge_blocks set terms_version = 'of another release'`)
  await Promise.all([reindexKnowledge(desk.context.db, 10), reindexKnowledge(desk.context.db, 10)])
  expect(await blocks()).toEqual([0, 1].map((block) => ({ block, terms_version: TERMS_VERSION })))
  expect(await find('โบนัสวันเกิด')).toEqual(['โบนัสวันเกิด'])
})

test('a reindex removes empty blocks except the last one, because chunk numbers are not reused', async () => {
  await upsert('ลืมรหัสผ่าน')
  await fillBlock()
  await upsert('โบนัสวันเกิด', general, true)
  await upsert('ส่งฟรีทั่วประเทศ', promotion)
  await fillBlock()
  await upsert('เปลี่ยนเบอร์โทรศัพท์')
  await upsert('ยินดีต้อนรับ', general, true)
  await upsert('คืนสินค้าใน 7 วัน', general, true)
  expect((await blocks()).map(({ block }) => block)).toEqual([0, 1, 2])
  expect(await reindexKnowledge(desk.context.db, 10)).toBe(1)
  expect((await blocks()).map(({ block }) => block)).toEqual([1, 2])
  expect((await desk.query('select from knowledge_postings where block = 0')).length).toBe(0)
  expect(await find('ส่งฟรี')).toEqual(['ส่งฟรีทั่วประเทศ'])
  expect(await find('คืนสินค้า')).toEqual(['คืนสินค้าใน 7 วัน'])
  await upsert('นโยบายใหม่', general, true)
  expect(await find('นโยบายใหม่')).toEqual(['นโยบายใหม่'])
})

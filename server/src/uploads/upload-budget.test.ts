import { ERRORS } from 'shared/contract/errors.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { photo } from '../media/testing/test-images.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { MULTIPART_TYPE, multipart } from './testing/multipart.ts'

const BUDGET = 100_000
/** Returns a different image for each number, with about a fifth of the budget's bytes. */
const image = (nth: number) =>
  photo(130, 100 + nth)
    .jpeg()
    .toBuffer()

let desk: TestDesk
beforeEach(async () => {
  desk = await createTestDesk({
    config: (config) => ({ ...config, uploads: { ...config.uploads, bytesPerDay: BUDGET } }),
  })
})
afterEach(() => desk.close())

type TestStaff = Awaited<ReturnType<TestDesk['signInAs']>>

const upload = async (staffMember: TestStaff, nth: number) => send(staffMember, await image(nth))

function send({ headers }: TestStaff, body: Buffer) {
  return desk.app.inject({
    method: 'POST',
    url: '/api/staff/upload',
    headers: { ...headers, 'content-type': MULTIPART_TYPE },
    payload: multipart({ body }),
  })
}

/** Returns the number of stored bytes, or null when the upload budget refused the image. */
async function bytesOf(staffMember: TestStaff, nth: number): Promise<number | null> {
  const response = await upload(staffMember, nth)
  if (response.statusCode === 200) return response.json().bytes
  expect([response.statusCode, response.json()]).toEqual([
    413,
    { code: 'upload_quota_used', message: ERRORS.upload_quota_used.text },
  ])
  return null
}

const rows = async <T extends object>(text: string, { staffId }: TestStaff) =>
  (await desk.context.db.$client.query<T>(text, [staffId])).rows
const counted = async (staffMember: TestStaff) =>
  (await rows<{ bytes: string }>('select bytes from upload_days where staff_id = $1', staffMember)).map(
    ({ bytes }) => Number(bytes),
  )
const mediaOf = async (staffMember: TestStaff) =>
  (await rows('select from media where uploaded_by_id = $1', staffMember)).length
const sum = (all: (number | null)[]) => all.reduce<number>((total, bytes) => total + (bytes ?? 0), 0)

test('uploaded bytes are limited per staff member and day', async () => {
  const [staffMember, other] = [await desk.signInAs(), await desk.signInAs()]
  const taken: number[] = []
  let nth = 0
  for (let bytes = await bytesOf(staffMember, nth); bytes !== null; bytes = await bytesOf(staffMember, nth)) {
    taken.push(bytes)
    nth += 1
  }
  const files = await desk.context.blobs.list('public/')
  expect(files).toHaveLength(taken.length)
  expect(await mediaOf(staffMember)).toBe(taken.length)
  const refused = await bytesOf(other, nth)
  expect(sum(taken)).toBeLessThanOrEqual(BUDGET)
  expect(sum([...taken, refused])).toBeGreaterThan(BUDGET)
  expect([await counted(staffMember), await counted(other)]).toEqual([[sum(taken)], [refused]])

  // Sends arbitrary content, because the body is not read when almost no budget is left.
  const unread = await send(staffMember, Buffer.alloc(BUDGET))
  expect([unread.statusCode, unread.json().code]).toEqual([413, 'upload_quota_used'])

  await rows('update upload_days set day = day - 1 where staff_id = $1', staffMember)
  expect(await bytesOf(staffMember, nth)).toBe(refused)
  expect(await counted(staffMember)).toEqual([refused])
})

test('uploading the same image again is not charged to the upload budget', async () => {
  const staffMember = await desk.signInAs()
  const taken = await bytesOf(staffMember, 60)
  expect(await bytesOf(staffMember, 60)).toBe(taken)
  expect([await counted(staffMember), await mediaOf(staffMember)]).toEqual([[taken], 1])
})

test('an upload larger than the remaining budget is accepted when its converted image is small enough', async () => {
  const staffMember = await desk.signInAs()
  expect(await bytesOf(staffMember, 70)).toBeGreaterThan(0)
  // JPEG comment segments, which are not stored but make the file larger than the whole budget.
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xff_ff - 2)])
  const padded = async (nth: number) => {
    const bytes = await image(nth)
    return Buffer.concat([bytes.subarray(0, 2), comment, comment, bytes.subarray(2)])
  }
  for (const nth of [70, 71]) expect((await send(staffMember, await padded(nth))).statusCode).toBe(200)
  expect(await mediaOf(staffMember)).toBe(2)
})

test('concurrent uploads of a staff member share the upload budget', async () => {
  const staffMember = await desk.signInAs()
  const taken = await Promise.all(Array.from({ length: 8 }, (_, nth) => bytesOf(staffMember, 20 + nth)))
  expect(taken).toContain(null)
  expect(sum(taken)).toBeGreaterThan(0)
  expect(sum(taken)).toBeLessThanOrEqual(BUDGET)
  expect(await counted(staffMember)).toEqual([sum(taken)])
})

test('an image that is uploaded twice at the same time is charged once', async () => {
  const staffMember = await desk.signInAs()
  const taken = await Promise.all(Array.from({ length: 4 }, () => bytesOf(staffMember, 40)))
  expect(new Set(taken).size).toBe(1)
  expect([await mediaOf(staffMember), await counted(staffMember)]).toEqual([1, [taken[0]]])
})

test('the budget for an image that could not be stored is refunded', async () => {
  const staffMember = await desk.signInAs()
  const put = vi.spyOn(desk.context.blobs, 'put').mockRejectedValue(new Error('the disk does not answer'))
  expect((await upload(staffMember, 50)).statusCode).toBe(500)
  put.mockRestore()
  expect([await counted(staffMember), await mediaOf(staffMember)]).toEqual([[0], 0])
  expect(await bytesOf(staffMember, 50)).toBeGreaterThan(0)
})

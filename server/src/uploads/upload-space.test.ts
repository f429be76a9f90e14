import { readdirSync } from 'node:fs'
import { ERRORS } from 'shared/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photo } from '../media/testing/test-images.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { MULTIPART_TYPE, multipart } from './testing/multipart.ts'

let desk: TestDesk
let free = 0
beforeAll(async () => {
  desk = await createTestDesk({ freeBytes: async () => free })
})
afterAll(() => desk?.close())

async function upload() {
  const { headers } = await desk.signInAs()
  const payload = multipart({ body: await photo(90, 60).jpeg().toBuffer() })
  const url = '/api/staff/upload'
  return desk.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': MULTIPART_TYPE },
    payload,
  })
}

test('an upload is refused before its body while free disk space is below the limit', async () => {
  free = desk.context.space.floorBytes
  const refused = await upload()
  expect([refused.statusCode, refused.json()]).toEqual([
    507,
    { code: 'storage_full', message: ERRORS.storage_full.text },
  ])
  expect(readdirSync(desk.context.config.dataDir)).not.toContain('image-work')
  expect(await desk.context.blobs.list('public/')).toEqual([])
  free = 2 * desk.context.space.floorBytes
  expect((await upload()).statusCode).toBe(200)
})

import { readdirSync } from 'node:fs'
import { ERRORS } from 'shared/contract/errors.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { photo } from '../media/testing/pictures.ts'
import { createTestDesk } from '../testing/test-desk.ts'
import { createRoomCheck } from './room-check.ts'
import { MULTIPART_TYPE, multipart } from './testing/multipart.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('nothing is uploaded while the disk has less than the floor, and it is asked every few seconds', async () => {
  vi.useFakeTimers()
  const freeBytes = vi.fn(async (): Promise<number | null> => 99)
  const check = createRoomCheck({ freeBytes }, 100)
  for (let count = 0; count < 3; count += 1) await expect(check()).rejects.toThrow('storage_full')
  expect(freeBytes).toHaveBeenCalledOnce()
  freeBytes.mockResolvedValue(100)
  await vi.advanceTimersByTimeAsync(5_000)
  await check()
  freeBytes.mockResolvedValue(99)
  await check()
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(check()).rejects.toThrow('storage_full')
  freeBytes.mockRejectedValueOnce(new Error('gone'))
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(check()).rejects.toThrow('gone')
  freeBytes.mockResolvedValue(null)
  await check()
  expect(freeBytes).toHaveBeenCalledTimes(5)
})

test('0 is no floor', async () => {
  const freeBytes = vi.fn(async () => 0)
  await createRoomCheck({ freeBytes }, 0)()
  expect(freeBytes).not.toHaveBeenCalled()
})

test('an upload is refused before its body, and nothing of it stays', async () => {
  const desk = await createTestDesk({
    config: (config) => ({ ...config, uploads: { ...config.uploads, freeBytes: 2 ** 62 } }),
  })
  try {
    const { headers } = await desk.signInAs()
    const answer = await desk.app.inject({
      method: 'POST',
      url: '/api/staff/upload',
      headers: { ...headers, 'content-type': MULTIPART_TYPE },
      payload: multipart({ body: await photo(90, 60).jpeg().toBuffer() }),
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      507,
      { code: 'storage_full', message: ERRORS.storage_full.text },
    ])
    expect(readdirSync(desk.context.config.dataDir)).not.toContain('image-work')
    expect(await desk.context.blobs.list('public/')).toEqual([])
  } finally {
    await desk.close()
  }
})

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillTickets } from '../testing/fill-tickets.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

let desk: TestDesk
let me: Awaited<ReturnType<TestDesk['signInAs']>>
beforeAll(async () => {
  desk = await createTestDesk()
  me = await desk.signInAs()
  await fillTickets(desk.context.db, {
    count: 20,
    channelKeys: ['main'],
    staffIds: [me.staffId],
    openShare: 1,
  })
})
afterAll(() => desk?.close())

const queue = (encodings?: string) =>
  desk.app.inject({
    url: '/api/staff/tickets?status=OPEN',
    headers: { ...me.headers, ...(encodings && { 'accept-encoding': encodings }) },
  })

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'sends the same page in fewer bytes to clients that accept %s',
  async (accepted, encoding, unpack) => {
    const plain = await queue()
    const packed = await queue(accepted)
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers.vary).toMatch(/accept-encoding/i)
    expect(JSON.parse(unpack(packed.rawPayload).toString()).total).toBe(plain.json().total)
    expect(packed.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length)
  },
)

test('does not compress small responses, and responses to clients that accept no compression', async () => {
  expect((await queue()).headers['content-encoding']).toBeUndefined()
  const small = await desk.app.inject({ url: '/healthz', headers: { 'accept-encoding': 'br' } })
  expect(small.headers['content-encoding']).toBeUndefined()
})

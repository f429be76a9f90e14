import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  breakConnection,
  bytes,
  type ContentStub,
  chunked,
  json,
  preparing,
  refusal,
  respondNever,
  stallAfter,
  startContentStub,
} from '../testing/content-stub.ts'
import { createLineClients, type LineChannel } from './line-client.ts'

let stub: ContentStub
let channel: LineChannel
const noted: string[] = []

beforeAll(async () => {
  stub = await startContentStub()
  const line = createLineClients({
    tokens: {
      find: async () => ({ token: 'a-token', isRefused: noted.at(-1) === 'refused' }),
      recordRefused: async () => void noted.push('refused'),
      recordAccepted: async () => void noted.push('accepted'),
    },
    apiUrl: 'http://127.0.0.1:9',
    dataApiUrl: stub.url,
    contentTimeoutMs: 2_000,
    contentSilenceMs: 2_000,
  })
  channel = await line.forChannel('main')
})
afterAll(() => stub.close())

test.each([
  ['declared', (content: Buffer) => bytes(content), 100_000],
  ['not declared', (content: Buffer) => chunked(content), null],
])('LINE content whose length is %s is returned unchanged', async (_, buildResponse, length) => {
  const [id, content] = [randomUUID(), randomBytes(100_000)]
  stub.content(id, buildResponse(content))
  const result = await channel.content(id)
  if (result.kind !== 'found') throw new Error(result.kind)
  expect(result.bytes).toBe(length)
  expect(await buffer(result.body)).toEqual(content)
})

test.each([
  [preparing(), { kind: 'preparing' }],
  [refusal(404, 'not found'), { kind: 'gone', reason: 'not_found', message: '404 not found' }],
  [refusal(410, 'The content is gone'), { kind: 'gone', reason: 'expired' }],
  [refusal(400, 'Bad request'), { kind: 'gone', reason: 'not_found' }],
  [refusal(403, 'Forbidden'), { kind: 'refused' }],
  [refusal(500, 'Internal'), { kind: 'retry', message: '500 Internal' }],
  [refusal(429, 'Slow', { 'retry-after': '7' }), { kind: 'retry', afterMs: 7_000 }],
  [refusal(503, 'Down', { 'retry-after': '120' }), { kind: 'retry', afterMs: 120_000 }],
  [refusal(503, 'Down', { 'retry-after': '7200' }), { kind: 'retry', afterMs: 300_000 }],
  [
    refusal(503, 'Down', {
      'retry-after': 'Fri, 27 Nov 2026 10:01:00 GMT',
      date: 'Fri, 27 Nov 2026 10:00:00 GMT',
    }),
    { kind: 'retry', afterMs: 60_000 },
  ],
  [refusal(503, 'Down', { 'retry-after': 'soon' }), { kind: 'retry' }],
  [respondNever(), { kind: 'retry' }],
])('maps a LINE response without content to the right result (%#)', async (buildResponse, expected) => {
  const id = randomUUID()
  stub.content(id, buildResponse)
  expect(await channel.content(id)).toMatchObject(expected)
})

test.each([
  ['is interrupted', breakConnection],
  ['stops arriving', stallAfter],
])('reading LINE content throws when the content %s', async (_, buildResponse) => {
  const id = randomUUID()
  stub.content(id, buildResponse(randomBytes(200_000), 50_000))
  const result = await channel.content(id)
  if (result.kind !== 'found') throw new Error(result.kind)
  await expect(buffer(result.body)).rejects.toThrow()
})

test('destroying an unread content body closes the connection to LINE', async () => {
  const id = randomUUID()
  const ended = new Promise((resolve) => {
    stub.content(id, (response) => {
      response.once('close', resolve)
      response.writeHead(200).write(randomBytes(1_000))
    })
  })
  const result = await channel.content(id)
  if (result.kind !== 'found') throw new Error(result.kind)
  result.body.destroy()
  await Promise.all([ended, once(result.body, 'close')])
})

test('a content request records whether LINE accepts the access token', async () => {
  const id = randomUUID()
  stub.content(id, refusal(401, 'Authentication failed'), bytes(Buffer.from('x')))
  expect(await channel.content(id)).toMatchObject({ kind: 'refused' })
  const result = await channel.content(id)
  if (result.kind === 'found') result.body.destroy()
  expect(noted).toEqual(['refused', 'accepted'])
})

test('reads previews and transcoding states from LINE', async () => {
  const [id, content] = [randomUUID(), randomBytes(100)]
  stub.preview(id, bytes(content))
  const result = await channel.contentPreview(id)
  if (result.kind !== 'found') throw new Error(result.kind)
  expect(await buffer(result.body)).toEqual(content)
  for (const status of ['processing', 'succeeded', 'failed']) {
    stub.transcoding(id, json({ status }))
    expect(await channel.transcoding(id)).toBe(status)
  }
  stub.transcoding(id, refusal(400, "Transcoding status doesn't support this type of content"))
  expect(await channel.transcoding(id)).toBe('unknown')
})

import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { postWebhook, storedMessagesOf, textEvent } from '../testing/line-events.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { sealedColumn } from '../testing/test-encryption.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

const testDesk = useTestDesk()
const { query } = testDesk
beforeAll(() => testDesk.addChannel('vip', 'OA VIP'))

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  testDesk.app.inject({ method: 'POST', url, payload, headers })
const sign = (body: string | Buffer, secret = 'secret-main') =>
  createHmac('sha256', secret).update(body).digest('base64')

const setSecret = (secret: string) =>
  query(`update channels set secret = '${sealedColumn('vip', 'secret', secret)}' where key = 'vip'`)

test('the signature check of webhooks accepts the documented example of LINE', async () => {
  await setSecret('test_secret')
  const response = await post('/line/webhook/vip', '{"hello":"world"}', {
    'x-line-signature': 't7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM=',
  })
  await setSecret('secret-vip')
  // Expects that only the body is refused, because the signature is valid.
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
})

test.each([
  ['no signature', {}],
  ['an empty signature', { 'x-line-signature': '' }],
  ['made with another secret', { 'x-line-signature': sign('{"events":[]}', 'another') }],
  ['made for another body', { 'x-line-signature': sign('{"events": []}') }],
])('rejects an invalid webhook signature: %s', async (_name, headers: Record<string, string>) => {
  const response = await post('/line/webhook/main', '{"events":[]}', headers)
  expect([response.statusCode, response.json().code]).toEqual([401, 'invalid_signature'])
})

test('the webhook signature is checked against the raw bytes, regardless of content type and JSON format', async () => {
  const body = '{ "events" : [ ],\n "destination":"xxxxxxxxxx" , "é\\u00e9": 1e2 }'
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    const response = await post('/line/webhook/main', body, {
      'content-type': type,
      'x-line-signature': sign(body),
    })
    expect(response.statusCode).toBe(200)
  }
})

test('a webhook with an unknown channel, invalid JSON, another destination or a too large body is rejected', async () => {
  const unknown = await post('/line/webhook/nowhere', '{}', { 'x-line-signature': sign('{}') })
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'channel_not_found'])
  const broken = await post('/line/webhook/main', '{"events":', { 'x-line-signature': sign('{"events":') })
  expect([broken.statusCode, broken.json().code]).toEqual([400, 'invalid_json'])
  const user = randomLineUserId()
  const strayed = await postWebhook(testDesk, [textEvent(user, 'ผิดบ้าน')], {
    destination: randomLineUserId(),
  })
  expect([strayed.statusCode, strayed.json().code]).toEqual([400, 'invalid_request'])
  expect(await storedMessagesOf(testDesk, user)).toEqual([])
  const large = Buffer.alloc(2 * 1024 * 1024 + 1, 0x20)
  const tooLarge = await post('/line/webhook/main', large, { 'x-line-signature': sign(large) })
  expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'payload_too_large'])
})

test('a webhook with JSON nested 20,000 levels deep, alone or within an event, is rejected', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  for (const body of [deep, `{"events":${deep}}`, `{"events":[{"type":"message","deep":${deep}}]}`]) {
    const response = await post('/line/webhook/main', body, { 'x-line-signature': sign(body) })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
  }
})

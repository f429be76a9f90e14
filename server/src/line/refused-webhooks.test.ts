import { afterEach, beforeEach, expect, test } from 'vitest'
import { signatureOf } from '../testing/line-events.ts'
import { linesOfLog } from '../testing/log-lines.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

const { log, lines } = linesOfLog()
let desk: TestDesk
beforeEach(async () => {
  lines.length = 0
  desk = await createTestDesk({ log })
})
afterEach(() => desk?.close())

const BODY = '{"events":[]}'
const post = (key: string, headers: Record<string, string>) =>
  desk.app.inject({ method: 'POST', url: `/line/webhook/${key}`, payload: BODY, headers })
const signed = (secret: string) => ({ 'x-line-signature': signatureOf(secret, BODY) })
// Returns the warnings except those about slow responses, which a busy machine may cause.
const warnings = () => lines.filter(({ level, msg }) => level === 40 && !/^slow/.test(String(msg)))

test('a wrong channel secret is logged once a minute with channel and remedy, and counted', async () => {
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => post('main', signed('of another channel'))),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 30 }, () => 401))
  expect(warnings()).toEqual([
    expect.objectContaining({
      channel: 'main',
      times: 1,
      msg: expect.stringMatching(/channel secret in the desk is not the one in LINE's console.*proxy/),
    }),
  ])
  const { body } = await desk.app.inject({
    url: '/metrics',
    remoteAddress: '127.0.0.1',
    headers: { host: 'localhost' },
  })
  expect(body).toContain('oa_desk_webhooks_refused_total{reason="bad_signature",channel="main"} 30\n')
  expect((await post('main', signed('secret-main'))).statusCode).toBe(200)
})

test('webhooks to unknown channels are logged in one line, whatever number of channel keys is invented', async () => {
  await post('mian', signed('secret-main'))
  await Promise.all(Array.from({ length: 20 }, (_, n) => post(`x%0a${'y'.repeat(n * 100)}`, signed('x'))))
  expect(warnings()).toEqual([
    expect.objectContaining({ key: 'mian', times: 1, msg: expect.stringMatching(/names no channel/) }),
  ])
  expect((await post('main', {})).statusCode).toBe(401)
  const { body } = await desk.app.inject({
    url: '/metrics',
    remoteAddress: '127.0.0.1',
    headers: { host: 'localhost' },
  })
  expect(body.split('\n').filter((line) => line.startsWith('oa_desk_webhooks_refused_total'))).toEqual([
    'oa_desk_webhooks_refused_total{reason="unknown_channel",channel=""} 21',
    'oa_desk_webhooks_refused_total{reason="no_signature",channel=""} 1',
  ])
})

test('a webhook that is addressed to another channel is logged once a minute, and counted', async () => {
  const payload = '{"destination":"Uother","events":[{"type":"message"}]}'
  const headers = { 'x-line-signature': signatureOf('secret-main', payload) }
  const responses = await Promise.all(
    Array.from({ length: 3 }, () =>
      desk.app.inject({ method: 'POST', url: '/line/webhook/main', payload, headers }),
    ),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
  expect(warnings()).toEqual([expect.objectContaining({ channel: 'main', destination: 'Uother', times: 1 })])
  const { body } = await desk.app.inject({
    url: '/metrics',
    remoteAddress: '127.0.0.1',
    headers: { host: 'localhost' },
  })
  expect(body).toContain('oa_desk_webhooks_refused_total{reason="wrong_destination",channel="main"} 3\n')
})

test('a signed webhook with more events than LINE sends is refused before anything is stored', async () => {
  const post = (count: number) => {
    const payload = JSON.stringify({ events: Array.from({ length: count }, () => ({})) })
    const headers = { 'x-line-signature': signatureOf('secret-main', payload) }
    return desk.app.inject({ method: 'POST', url: '/line/webhook/main', payload, headers })
  }
  const responses = [await post(1_001), await post(300_000), await post(1_000)]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([413, 413, 200])
  expect(warnings()).toEqual([expect.objectContaining({ channel: 'main', events: 1_001, times: 1 })])
})

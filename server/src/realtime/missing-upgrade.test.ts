import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOfLog } from '../testing/log-lines.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'

const { log, lines } = linesOfLog()
let desk: TestDesk
beforeAll(async () => {
  desk = await createTestDesk({ log })
})
afterAll(() => desk?.close())

test('a socket request without the Upgrade header returns 426 and logs one line about the proxy', async () => {
  const address = await desk.app.listen({ port: 0, host: '127.0.0.1' })
  // Headers that nginx forwards when its configuration lacks the two settings for WebSocket.
  const headers = {
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    'sec-websocket-protocol': 'oa-desk.v1',
  }
  for (const path of ['/ws/chat/', '/ws/chat', '/ws/chat/?ticket=1']) {
    const response = await fetch(`${address}${path}`, { headers })
    expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(await response.json()).toEqual({
      code: 'upgrade_required',
      message: expect.stringContaining('WebSocket'),
    })
  }
  expect(lines.filter(({ level }) => level === 40)).toEqual([
    expect.objectContaining({ msg: expect.stringMatching(/proxy.*Upgrade.*deploy\/oa-desk\.nginx\.conf/) }),
  ])
})

import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { lineEvent, openTicket, postWebhook, textEvent } from '../testing/line-events.ts'
import { mockLine } from '../testing/mock-line-channel.ts'
import { createTestDesk, type TestDesk } from '../testing/test-desk.ts'
import { TestSocket } from '../testing/test-socket.ts'
import { TypingIndicator } from './typing-indicator.ts'

let testDesk: TestDesk
let shown: string[] = []
beforeAll(async () => {
  const showTyping = async (userId: string) => {
    shown.push(userId)
    return undefined
  }
  testDesk = await createTestDesk({ line: mockLine({ showTyping }) })
})
afterAll(() => testDesk?.close())
beforeEach(() => {
  shown = []
})

test('the customer sees typing only of staff with a right to the channel', async () => {
  await testDesk.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(testDesk.app.server.address() as AddressInfo).port}`
  const [mine, other] = [await openTicket(testDesk), await openTicket(testDesk)]
  const stranger = new TestSocket(url, (await testDesk.signInAs({ channelKeys: [] })).token)
  const socket = new TestSocket(url, (await testDesk.signInAs()).token)
  await Promise.all([stranger.receivesType('hello'), socket.receivesType('hello')])
  stranger.say({ type: 'typing', ticket_id: other.ticketId })
  // Waits until this frame is refused. Frames are handled in order, so the previous frame has been handled as well.
  stranger.say({ type: 'subscribe_ticket', ticket_id: other.ticketId })
  await stranger.receivesType('error')
  for (let time = 0; time < 3; time += 1) socket.say({ type: 'typing', ticket_id: mine.ticketId })
  await expect.poll(() => shown).toEqual([mine.userId])
  await socket.subscribe(mine.ticketId)
  expect(shown).toEqual([mine.userId])
})

test('typing is shown to the customer at most every 8 s, and never for closed, blocked or standby tickets', async () => {
  let now = 0
  const indicator = new TypingIndicator(testDesk.context, () => now)
  const show = (ticketId: string) =>
    indicator.show(ChannelScope.granted({ allChannels: true, channelKeys: [] }), ticketId)
  const { ticketId, userId } = await openTicket(testDesk)
  await show(ticketId)
  now = 7_999
  await show(ticketId)
  expect(shown).toEqual([userId])
  now = 8_000
  await show(ticketId)
  expect(shown).toEqual([userId, userId])
  now = 20_000
  await testDesk.context.db.$client.query("update channels set shows_typing = false where key = 'main'")
  await show(ticketId)
  await testDesk.context.db.$client.query("update channels set shows_typing = true where key = 'main'")
  const blocked = await openTicket(testDesk)
  await postWebhook(testDesk, [lineEvent(blocked.userId, { type: 'unfollow' })])
  await show(blocked.ticketId)
  const elsewhere = await openTicket(testDesk)
  await postWebhook(testDesk, [
    textEvent(elsewhere.userId, 'ถามอีกระบบ', {
      mode: 'standby',
      replyToken: undefined,
      timestamp: Date.now() + 1,
    }),
  ])
  await show(elsewhere.ticketId)
  const closed = await openTicket(testDesk)
  const { headers } = await testDesk.signInAs()
  const url = `/api/staff/tickets/${closed.ticketId}/close`
  await testDesk.app.inject({ method: 'POST', url, headers })
  await show(closed.ticketId)
  expect(shown).toEqual([userId, userId])
})

test('failed requests to show typing in LINE are ignored', async () => {
  const failures = ['429 too many', new Error('LINE is not there')]
  const line = mockLine({
    showTyping: async () => {
      const failure = failures.shift()
      if (failure instanceof Error) throw failure
      return failure
    },
  })
  const indicator = new TypingIndicator({ ...testDesk.context, line })
  const scope = ChannelScope.granted({ allChannels: true, channelKeys: [] })
  for (let time = 0; time < 2; time += 1)
    await expect(indicator.show(scope, (await openTicket(testDesk)).ticketId)).resolves.toBeUndefined()
  expect(failures).toEqual([])
})

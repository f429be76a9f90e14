import { beforeAll, describe, expect, test } from 'vitest'
import type { LineChannel, LineClients } from '../line-api/line-client.ts'
import type { SendResult } from '../line-api/line-response.ts'
import { openTicket } from '../testing/line-events.ts'
import { MockLineChannel } from '../testing/mock-line-channel.ts'
import { FAST, useOutboxWorld } from '../testing/outbox-world.ts'

const outbox = useOutboxWorld()

describe('deliveries of several channels', () => {
  const accepted: SendResult = { kind: 'accepted', requestId: null, sentMessages: [] }
  beforeAll(() => outbox.world.testDesk.addChannel('other'))

  /** Opens `count` tickets in a channel, each with one message to send to LINE. */
  const talk = (channelKey: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { ticketId } = await openTicket(outbox.world.testDesk, { channelKey })
        await outbox.world.testDesk.context.db.$client.query(
          'delete from reply_tokens where ticket_id = $1',
          [ticketId],
        )
        await outbox.sendText(ticketId, 'x')
        return ticketId
      }),
    )
  const stateOf = async (ticketId: string | undefined) =>
    (await outbox.messagesOf(ticketId ?? '')).at(-1)?.delivery

  test('a slow channel uses at most its own number of delivery slots', async () => {
    const released = Promise.withResolvers<void>()
    let waiting = 0
    const slow: LineChannel = {
      ...MockLineChannel,
      async push() {
        waiting += 1
        await released.promise
        return accepted
      },
    }
    const line: LineClients = {
      forChannel: async (key) => (key === 'main' ? slow : MockLineChannel),
    }
    await talk('main', 12)
    const delivery = outbox.start({ ...FAST, concurrency: 6, concurrencyPerChannel: 4 }, { line })
    await expect.poll(() => waiting).toBe(4)
    const [quick] = await talk('other', 1)
    await expect.poll(() => stateOf(quick)).toBe('sent')
    expect(waiting).toBe(4)
    released.resolve()
    await delivery.drain()
    expect(waiting).toBe(12)
  })

  test('pauses all messages of a rate-limited channel while another channel continues', async () => {
    let calls = 0
    let isThrottled = true
    const strict: LineChannel = {
      ...MockLineChannel,
      async push() {
        calls += 1
        return isThrottled ? { kind: 'retry', message: '429', isThrottled: true } : accepted
      },
    }
    const line: LineClients = {
      forChannel: async (key) => (key === 'main' ? strict : MockLineChannel),
    }
    let sleptMs = 0
    // Sets the system clock back by a day during the pause, which must not depend on the system clock.
    const now = () => new Date(Date.now() - (sleptMs > 0 ? 86_400_000 : 0))
    const clock = () => performance.now() + sleptMs
    const others = await talk('main', 10)
    const delivery = outbox.start(
      { ...FAST, concurrencyPerChannel: 2, channelPausesMs: [600_000], clock },
      { line, now },
    )
    const [quick] = await talk('other', 1)
    await expect.poll(() => stateOf(quick)).toBe('sent')
    await expect.poll(() => calls).toBe(2)
    // Checks that the paused messages do not block other channels.
    const [again] = await talk('other', 1)
    await expect.poll(() => stateOf(again)).toBe('sent')
    expect(calls).toBe(2)
    isThrottled = false
    sleptMs = 3_600_000
    await outbox.world.testDesk.context.db.$client.query('update deliveries set next_attempt_at = now()')
    await delivery.drain()
    expect(await Promise.all(others.map(stateOf))).toEqual(others.map(() => 'sent'))
  })
})

import { describe, expect, test } from 'vitest'
import type { LineClients } from '../line-api/line-client.ts'
import { FAST, useOutboxWorld } from '../testing/outbox-world.ts'

const outbox = useOutboxWorld()

describe('age of the retry key', () => {
  const last = async (ticketId: string) => (await outbox.messagesOf(ticketId)).at(-1)

  test.each([
    ['22 hours', 1, 'sent', null],
    ['3 days', 0, 'failed', 'answer_too_old'],
  ])('a message that waited %s unsent is sent %i times', async (time, times, state, error) => {
    const { userId, ticketId } = await outbox.conversation()
    const { id } = await outbox.sendText(ticketId, 'รอมานาน')
    await outbox.world.testDesk.context.db.$client.query(
      'update deliveries set created_at = now() - $2::interval, next_attempt_at = now() - $2::interval where message_id = $1',
      [id, time],
    )
    const delivery = outbox.start()
    await delivery.drain()
    expect(await outbox.world.inbox(userId)).toHaveLength(times)
    expect(await last(ticketId)).toMatchObject({ delivery: state, delivery_error: error })
  })

  test('checks the age of the retry key immediately before the push, even after the process was suspended', async () => {
    const { userId, ticketId } = await outbox.conversation()
    const { id } = await outbox.sendText(ticketId, 'หลับไป')
    const { line } = outbox.world.testDesk.context
    const slow: LineClients = {
      async forChannel(key) {
        await outbox.world.testDesk.context.db.$client.query(
          "update line_sends set first_called_at = now() - interval '30 hours' where $1 = any(message_ids)",
          [id],
        )
        return line.forChannel(key)
      },
    }
    const delivery = outbox.start(FAST, { line: slow })
    await delivery.drain()
    expect(await last(ticketId)).toMatchObject({ delivery: 'failed', delivery_error: 'retry_key_expired' })
    expect(await outbox.world.inbox(userId)).toEqual([])
  })
})

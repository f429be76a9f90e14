import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTicket } from '../testing/line-events.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { removeOldSends } from './line-send.store.ts'

const DAY_MS = 86_400_000
const testDesk = useTestDesk()
const { query } = testDesk

test('deletes stored LINE requests 30 days after their end, oldest first in batches, and keeps open ones', async () => {
  const { ticketId } = await openTicket(testDesk)
  const now = new Date()
  const days = [31, 33, 32, 29.9, null]
  const ids = days.map(() => randomUUID())
  for (const [index, id] of ids.entries()) {
    const ended = days[index] ?? null
    await query(
      `insert into line_sends (id, channel_key, customer_id, message_ids, via, body, first_called_at, ended_at, outcome)
       select $1, channel_key, customer_id, '{}', 'push', '"{}"', $2, $3, $4 from tickets where id = $5`,
      [
        id,
        new Date(now.getTime() - 90 * DAY_MS),
        ended === null ? null : new Date(now.getTime() - ended * DAY_MS),
        ended === null ? null : 'accepted',
        ticketId,
      ],
    )
  }
  const left = async () => {
    const found = await query('select id from line_sends where id = any($1)', [ids])
    return ids.flatMap((id, index) => (found.some((row) => row.id === id) ? [days[index]] : []))
  }
  const { db } = testDesk.context
  expect(await removeOldSends(db, now, 2)).toBe(2)
  expect(await left()).toEqual([31, 29.9, null])
  expect(await removeOldSends(db, now, 2)).toBe(1)
  expect(await removeOldSends(db, now, 2)).toBe(0)
  expect(await left()).toEqual([29.9, null])
})

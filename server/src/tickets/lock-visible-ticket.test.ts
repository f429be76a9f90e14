import { expect, test } from 'vitest'
import { inTransaction } from '../db/client.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import { openTicket } from '../testing/line-events.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { lockVisibleTicket } from './ticket.store.ts'

const desk = useTestDesk()

test('locking a ticket reads the current state of the customer after waiting for the lock', async () => {
  const { db } = desk.context
  const { ticketId } = await openTicket(desk)
  const lockClient = await db.$client.connect()
  await lockClient.query('begin')
  await lockClient.query('select from tickets where id = $1 for update', [ticketId])
  const scope = ChannelScope.granted({ allChannels: true, channelKeys: [] })
  const locking = inTransaction(db, (tx) => lockVisibleTicket(tx, scope, ticketId))
  await expect
    .poll(async () => {
      const { rows } = await db.$client.query(
        'select 1 from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())',
      )
      return rows.length
    })
    .toBe(1)
  await lockClient.query(
    "update customers set friendship = 'blocked' where id = (select customer_id from tickets where id = $1)",
    [ticketId],
  )
  await lockClient.query('commit')
  lockClient.release()
  expect((await locking).head.friendship).toBe('blocked')
})

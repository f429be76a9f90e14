import pg from 'pg'
import { expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { claimDue } from '../delivery/outbox.store.ts'
import { ANY_CAPACITY, FAST, useOutboxWorld } from '../testing/outbox-world.ts'
import { endUndecidedReplies } from './undecided-replies.ts'

const outbox = useOutboxWorld()

test('delivers a queued push once, even when the original desk sent it and staff retry on the restored desk', async () => {
  const { context, database } = outbox.world.testDesk
  const { userId, ticketId } = await outbox.conversation()
  await context.db.$client.query('update reply_tokens set used_at = now()')
  const { id } = await outbox.sendText(ticketId, 'โอนแล้วค่ะ')
  const work = (await claimDue(context.db, context.config, 60_000, ANY_CAPACITY))[0]?.work
  if (work === undefined || 'state' in work) throw new Error('nothing was composed')
  const owner = new pg.Client(connectionOptions(database.ownerAddress))
  await owner.connect()
  await endUndecidedReplies(owner)
  await owner.end()
  const channel = await context.line.forChannel('main')
  await channel.push(work.body, work.id)

  await outbox.send(ticketId, { type: 'text', text: 'โอนแล้วค่ะ', retry_of: id })
  const delivery = outbox.start(FAST)
  await delivery.drain()
  await delivery.stop()
  expect((await outbox.world.inbox(userId)).map(({ text }) => text)).toEqual(['โอนแล้วค่ะ'])
  expect((await outbox.messagesOf(ticketId)).at(-1)).toMatchObject({ delivery: 'sent', delivery_error: null })
})

import { expect, test } from 'vitest'
import { removeChannel, saveChannel } from '../channels/channel.store.ts'
import { bytes, refusal } from '../testing/content-stub.ts'
import {
  desk,
  installMediaDesk,
  photograph,
  received,
  rowOf,
  send,
  start,
  stub,
} from '../testing/media-desk.ts'
import { TEST_ENCRYPTION } from '../testing/test-encryption.ts'

installMediaDesk()

test('pending media of a removed channel are given up, unless the channel is connected again in time', async () => {
  const { db } = desk.context
  const [sent, old, expired] = [await send('image'), await send('image'), await send('image')]
  // Simulates a LINE outage, after which the next attempt is due in an hour.
  await db.$client.query(`update media set next_attempt_at = now() + interval '1 hour'`)
  stub.content(expired.lineId, refusal(410, 'The content is gone'))
  await db.$client.query('update media set next_attempt_at = now() where line_message_id = $1', [
    expired.lineId,
  ])
  const first = start()
  await expect.poll(async () => (await rowOf(expired)).state).toBe('gone')
  const { rows } = await db.$client.query(`select name, line_bot_user_id from channels where key = 'main'`)
  expect(await removeChannel(db, 'main')).toBe(true)
  await first.drain()
  const ended = await rowOf(sent)
  expect(ended).toMatchObject({ state: 'gone', reason: 'channel_removed' })
  expect(received.findLast(({ id }) => id === ended.message_id)).toMatchObject({
    revision: ended.revision,
    content: { media: { state: 'gone', reason: 'channel_removed' } },
  })
  expect(stub.calls(sent.lineId)).toEqual([])
  await first.stop()

  await db.$client.query(
    `update media set created_at = now() - interval '14 days 1 minute' where line_message_id = $1`,
    [old.lineId],
  )
  stub.content(sent.lineId, bytes(photograph))
  const [{ name, line_bot_user_id: lineBotUserId }] = rows
  const events = { key: 'main', name, lineBotUserId, secret: 'another', accessToken: 'another' }
  expect(await saveChannel(db, TEST_ENCRYPTION, events, 'command line')).toEqual({ kind: 'saved' })
  await start().drain()
  expect(await rowOf(sent)).toMatchObject({ state: 'ready', reason: null })
  expect(await rowOf(old)).toMatchObject({ state: 'gone', reason: 'channel_removed' })
  expect(await rowOf(expired)).toMatchObject({ state: 'gone', reason: 'expired' })
})

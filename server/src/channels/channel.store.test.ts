import { expect, test } from 'vitest'
import { customers } from '../db/schema.ts'
import { TEST_ENCRYPTION } from '../testing/test-encryption.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { removeChannel, saveChannel } from './channel.store.ts'
import { findWebhookCredentials } from './channel-secrets.store.ts'

const testDesk = useTestDesk()

test('connecting or changing a channel logs the names of the changed fields, never the values', async () => {
  const settings = {
    key: 'vip',
    name: 'VIP',
    lineBotUserId: 'U1',
    secret: 'secret-1',
    accessToken: 'token-1',
  }
  const { db } = testDesk.context
  await saveChannel(db, TEST_ENCRYPTION, settings, 'command line')
  await saveChannel(db, TEST_ENCRYPTION, settings, 'start with the simulator')
  await saveChannel(db, TEST_ENCRYPTION, { ...settings, accessToken: 'token-2' }, 'command line')
  const events = await testDesk.query('select kind, address, detail from security_events order by id')
  expect(events).toEqual([
    { kind: 'channel_added', address: null, detail: { by: 'command line', channel: 'vip' } },
    {
      kind: 'channel_changed',
      address: null,
      detail: { by: 'command line', channel: 'vip', changed: ['accessToken'] },
    },
  ])
  expect(JSON.stringify(events)).not.toMatch(/secret-|token-/)
})

test('refuses to reuse the key of a channel with customers for another LINE channel', async () => {
  const { db } = testDesk.context
  const one = {
    key: 'shop',
    name: 'Shop',
    lineBotUserId: 'U-one',
    secret: 'secret-1',
    accessToken: 'token-1',
  }
  const other = { ...one, lineBotUserId: 'U-other', secret: 'secret-2', accessToken: 'token-2' }
  const stored = async () =>
    (await findWebhookCredentials(db, TEST_ENCRYPTION)).filter(({ key }) => key === 'shop')
  // As long as a channel key has no customers, it can be connected to another LINE channel, to correct a mistake.
  await saveChannel(db, TEST_ENCRYPTION, other, 'command line')
  expect(await saveChannel(db, TEST_ENCRYPTION, one, 'command line')).toEqual({ kind: 'saved' })
  await db.insert(customers).values({ channelKey: 'shop', lineUserId: 'U-customer' })
  const refused = { kind: 'key_in_use', lineBotUserId: 'U-one' }
  expect(await saveChannel(db, TEST_ENCRYPTION, other, 'command line')).toEqual(refused)
  expect(await stored()).toEqual([{ key: 'shop', botUserId: 'U-one', secret: 'secret-1' }])
  expect(await saveChannel(db, TEST_ENCRYPTION, { ...one, accessToken: 'token-3' }, 'command line')).toEqual({
    kind: 'saved',
  })
  await removeChannel(db, 'shop')
  expect(await saveChannel(db, TEST_ENCRYPTION, other, 'command line')).toEqual(refused)
  expect(await saveChannel(db, TEST_ENCRYPTION, one, 'command line')).toEqual({ kind: 'saved' })
})

import { expect, test } from 'vitest'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { saveChannel } from './channel.store.ts'

const testDesk = useTestDesk()

test('connecting and changing an account is written down by name, never by secret', async () => {
  const facts = { key: 'vip', name: 'VIP', lineBotUserId: 'U1', secret: 'secret-1', accessToken: 'token-1' }
  const { db } = testDesk.context
  await saveChannel(db, facts, 'command line')
  await saveChannel(db, facts, 'start with the simulator')
  await saveChannel(db, { ...facts, accessToken: 'token-2' }, 'command line')
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

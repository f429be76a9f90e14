import { expect, test } from 'vitest'
import { createTestDesk } from '../testing/test-desk.ts'
import { WebhookChannels } from './webhook-channels.ts'

test('channel secrets are cached before the first webhook and soon after a channel is connected, even without the database', async () => {
  const desk = await createTestDesk()
  const channels = new WebhookChannels(desk.context)
  await channels.start(10)
  await desk.addChannel('new')
  await expect.poll(async () => [...(await channels.known()).keys()].toSorted()).toEqual(['main', 'new'])
  await desk.database.stopDatabase()
  expect((await channels.known()).get('new')?.secret).toBe('secret-new')
  await expect(channels.readAgain()).rejects.toThrow()
  expect((await channels.known()).get('main')?.secret).toBe('secret-main')
  channels.stop()
  await desk.close()
})

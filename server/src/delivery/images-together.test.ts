import { expect, test } from 'vitest'
import { ANY_CAPACITY, useOutboxWorld } from '../testing/outbox-world.ts'
import { beginCall } from './line-send.store.ts'
import { claimDue, releaseLeases } from './outbox.store.ts'

const outbox = useOutboxWorld()

let batches = 0
/** Returns a browser's request that sends `count` images together. `change` replaces links by their index. */
function imagesTogether(count: number, change: Record<number, string> = {}) {
  batches += 1
  const images = Array.from({ length: count }, (_, index) => ({
    image_url: change[index] ?? `https://example.com/${batches}-${index}.png`,
    client_message_id: `batch-${batches}-${index}`,
  }))
  const [first, ...together] = images
  return { type: 'image', ...first, together }
}

/** Returns a conversation without a fresh reply token, so that its messages are pushed. */
async function pushedConversation() {
  const conversation = await outbox.conversation()
  await outbox.world.testDesk.context.db.$client.query('delete from reply_tokens where ticket_id = $1', [
    conversation.ticketId,
  ])
  return conversation
}

async function quotaUsed(): Promise<number> {
  const response = await fetch(`${outbox.world.simulator.url}/simulator/channels/main`)
  return ((await response.json()) as { used: number }).used
}

const received = async (userId: string) =>
  (await outbox.world.inbox(userId)).map(({ retry_key, ...each }) => ({
    key: retry_key,
    link: (each as unknown as { message: { originalContentUrl: string } }).message.originalContentUrl,
  }))
const linksOf = (body: ReturnType<typeof imagesTogether>) =>
  [body, ...body.together].map(({ image_url }) => image_url)
const outOf = async (ticketId: string) =>
  (await outbox.messagesOf(ticketId)).filter(({ direction }) => direction === 'OUT')

test('sends images together as separate messages in one push, in order, for one unit of quota', async () => {
  const { userId, ticketId } = await pushedConversation()
  const before = await quotaUsed()
  const delivery = outbox.start()
  const body = imagesTogether(5)
  const { together, ...first } = (await outbox.send(ticketId, body)) as unknown as {
    id: string
    together: { id: string; client_message_id: string }[]
  }
  await delivery.drain()
  const arrived = await received(userId)
  expect(arrived.map(({ link }) => link)).toEqual(linksOf(body))
  expect(new Set(arrived.map(({ key }) => key)).size).toBe(1)
  expect((await quotaUsed()) - before).toBe(1)
  const stored = await outOf(ticketId)
  expect(stored.map(({ id }) => id)).toEqual([first.id, ...together.map(({ id }) => id)])
  expect(stored.map(({ client_message_id }) => client_message_id)).toEqual(
    [body, ...body.together].map(({ client_message_id }) => client_message_id),
  )
  expect(stored.map(({ delivery, via }) => [delivery, via])).toEqual(Array(5).fill(['sent', 'push']))
  // Sends one more message, which needs a second request to LINE.
  await outbox.sendText(ticketId, 'ตามรูปค่ะ')
  await delivery.drain()
  expect((await quotaUsed()) - before).toBe(2)
})

test('repeating a request with several images, in whole or in part, returns the stored messages', async () => {
  const { userId, ticketId } = await pushedConversation()
  const delivery = outbox.start()
  const body = imagesTogether(3)
  const first = await outbox.send(ticketId, body)
  expect(await outbox.send(ticketId, body)).toMatchObject({ id: first.id })
  const [, second] = body.together
  await outbox.send(ticketId, { type: 'image', ...second })
  await delivery.drain()
  expect(await outbox.send(ticketId, body)).toMatchObject({
    id: first.id,
    together: [{ client_message_id: 'batch-2-1' }, { client_message_id: 'batch-2-2' }],
  })
  await delivery.drain()
  expect((await received(userId)).map(({ link }) => link)).toEqual(linksOf(body))
})

test('repeats a request to LINE with its retry key after a crash, so that customers get no duplicates', async () => {
  const { userId, ticketId } = await pushedConversation()
  const before = await quotaUsed()
  const body = imagesTogether(4)
  await outbox.send(ticketId, body)
  const { db, config, line } = outbox.world.testDesk.context
  const [claim] = await claimDue(db, config, 30_000, ANY_CAPACITY)
  if (claim === undefined || 'state' in claim.work) throw new Error('nothing was claimed')
  await beginCall(db, claim, claim.work)
  const channel = await line.forChannel('main')
  expect(await channel.push(claim.work.body, claim.work.id)).toMatchObject({ kind: 'accepted' })
  await releaseLeases(db, 30_000)
  await outbox.start().drain()
  expect((await received(userId)).map(({ link }) => link)).toEqual(linksOf(body))
  expect((await quotaUsed()) - before).toBe(1)
  expect((await outOf(ticketId)).map(({ delivery }) => delivery)).toEqual(Array(4).fill('sent'))
})

test('delivers the other images when LINE refuses one, and the refused image can be sent again', async () => {
  const { userId, ticketId } = await pushedConversation()
  const body = imagesTogether(3)
  await outbox.send(ticketId, body)
  await outbox.world.testDesk.context.db.$client.query(
    `update messages set image_url = 'https://example.com/' || repeat('x', 2000) where client_message_id = $1`,
    [body.together[0]?.client_message_id],
  )
  const delivery = outbox.start()
  await delivery.drain()
  const [first, , third] = linksOf(body)
  expect((await received(userId)).map(({ link }) => link)).toEqual([first, third])
  const stored = await outOf(ticketId)
  expect(stored.map(({ delivery, delivery_error }) => delivery_error ?? delivery)).toEqual([
    'sent',
    'line_rejected',
    'sent',
  ])
  await outbox.send(ticketId, {
    type: 'image',
    image_url: 'https://example.com/new.png',
    retry_of: stored[1]?.id,
  })
  await delivery.drain()
  expect((await received(userId)).at(-1)?.link).toBe('https://example.com/new.png')
})

test('refuses more images than LINE accepts in one request, and images without an id', async () => {
  const { ticketId } = await pushedConversation()
  await expect(outbox.send(ticketId, imagesTogether(6))).rejects.toThrow('invalid_request')
  const { together, ...first } = imagesTogether(2)
  const withoutId = together.map(({ image_url }) => ({ image_url }))
  await expect(outbox.send(ticketId, { ...first, together: withoutId })).rejects.toThrow('invalid_request')
  expect(await outOf(ticketId)).toEqual([])
})

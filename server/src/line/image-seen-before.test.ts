import { sql } from 'drizzle-orm'
import pg from 'pg'
import { listMessages } from 'shared/contract/messages/list-messages.call.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { Media } from 'shared/contract/messages/message-content.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { findMessage } from '../messages/message.store.ts'
import { messageSelect } from '../messages/message-row.ts'
import { bytes } from '../testing/content-stub.ts'
import { lineEvent, postWebhook } from '../testing/line-events.ts'
import {
  desk,
  installMediaDesk,
  newLineId,
  received,
  rowOf,
  start,
  stub,
  unsend,
} from '../testing/media-desk.ts'
import { readsOf } from '../testing/plan-reads.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { laterUsesStatement } from './later-image-uses.store.ts'

installMediaDesk()

let token = ''
let serial = 0
beforeAll(async () => {
  await desk.addChannel('vip')
  token = (await desk.signInAs()).token
})

/** Returns an image that no other test sends. */
const newImage = () =>
  sharp({ create: { width: 40 + ++serial, height: 40, channels: 3, background: '#396' } })
    .png()
    .toBuffer()

type Sent = { lineId: string; userId: string; channelKey: string }

function imageEvent(userId: string, lineId: string) {
  const message = { id: lineId, type: 'image', contentProvider: { type: 'line' } }
  return lineEvent(userId, { type: 'message', message })
}

/** Sends the image as the customer, and waits until it is stored. */
async function send(image: Buffer, { userId = randomLineUserId(), channelKey = 'main' } = {}): Promise<Sent> {
  const lineId = newLineId()
  stub.content(lineId, bytes(image))
  await postWebhook(desk, [imageEvent(userId, lineId)], { channelKey })
  await start().drain()
  return { lineId, userId, channelKey }
}

async function messageOf({ lineId }: Sent): Promise<{ id: string; ticket_id: string; seq: number }> {
  const { rows } = await desk.context.db.$client.query(
    'select id, ticket_id, seq::int from messages where line_message_id = $1',
    [lineId],
  )
  return rows[0]
}

const mediaIn = ({ content }: Message): Media | null => (content?.kind === 'image' ? content.media : null)

/** Returns the earlier use of the same image from the conversation's messages. */
async function seenBefore(sent: Sent): Promise<Media['seen_before']> {
  const { id, ticket_id } = await messageOf(sent)
  const response = await desk.app.inject({
    method: 'GET',
    url: `/api/staff/tickets/${ticket_id}/messages?limit=200`,
    headers: { authorization: `Bearer ${token}` },
  })
  const { items } = listMessages.response.parse(response.json())
  const message = items.find((each) => each.id === id)
  if (message === undefined) throw new Error('the conversation lacks the message')
  return mediaIn(message)?.seen_before
}

test('shows where the customer sent an identical image before, also in the published event', async () => {
  const image = await newImage()
  const first = await send(image)
  const again = await send(image, first)
  const { ticket_id, seq } = await messageOf(first)
  expect(await seenBefore(first)).toBeUndefined()
  expect(await seenBefore(again)).toMatchObject({ is_same_customer: true, ticket_id, seq })
  const { id } = await messageOf(again)
  const publishedMessages = received.filter((message) => message.id === id).map((message) => mediaIn(message))
  expect(publishedMessages.map((media) => media?.state)).toEqual(['pending', 'ready'])
  expect(publishedMessages.map((media) => media?.seen_before?.is_same_customer)).toEqual([undefined, true])
})

test('the earlier use of an image by another customer of the channel is preferred', async () => {
  const image = await newImage()
  const others = await send(image)
  const own = await send(image)
  const again = await send(image, own)
  const { ticket_id, seq } = await messageOf(others)
  expect(await seenBefore(own)).toMatchObject({ is_same_customer: false, ticket_id, seq })
  expect(await seenBefore(again)).toMatchObject({ is_same_customer: false, ticket_id, seq })
})

test('of two identical images that arrive together, the second shows the first as its earlier use', async () => {
  const image = await newImage()
  const userId = randomLineUserId()
  const [one, two] = [newLineId(), newLineId()]
  for (const lineId of [one, two]) stub.content(lineId, bytes(image))
  const at = Date.now()
  const events = [one, two].map((lineId, index) => ({ ...imageEvent(userId, lineId), timestamp: at + index }))
  await postWebhook(desk, events)
  await start().drain()
  const sent = (lineId: string) => ({ lineId, userId, channelKey: 'main' })
  expect(await seenBefore(sent(one))).toBeUndefined()
  expect(await seenBefore(sent(two))).toMatchObject({ is_same_customer: true, seq: 1 })
})

describe('an earlier image whose content is fetched last', () => {
  /** Sends one image per customer, in this order; LINE delays the first image until the others are stored. */
  async function sendLateFirst(customers: readonly string[]) {
    const image = await newImage()
    const come = Promise.withResolvers<void>()
    const sent = customers.map((userId) => ({ lineId: newLineId(), userId, channelKey: 'main' }))
    for (const [index, { lineId, userId }] of sent.entries()) {
      const give = bytes(image)
      stub.content(lineId, (response, request) => {
        if (index === 0) void come.promise.then(() => give(response, request))
        else give(response, request)
      })
      await postWebhook(desk, [imageEvent(userId, lineId)])
    }
    const fetcher = start()
    for (const each of sent.slice(1)) await expect.poll(async () => (await rowOf(each)).state).toBe('ready')
    const messages = await Promise.all(sent.map((each) => messageOf(each)))
    const revisions = () => Promise.all(sent.map(async (each) => (await rowOf(each)).revision))
    const before = await revisions()
    come.resolve()
    await fetcher.drain()
    const after = await revisions()
    const isChanged = before.map((revision, index) => revision !== after[index])
    return { sent, messages, isChanged }
  }

  /** Returns the events that were published for a message after its arrival. */
  const publishedOf = (id: string | undefined) =>
    received
      .filter((message) => message.id === id)
      .map((message) => mediaIn(message))
      .map((media) => [media?.state, media?.seen_before?.is_same_customer, media?.seen_before?.seq])

  test('when an earlier image is fetched last, the later message is published again with the earlier use', async () => {
    const customer = randomLineUserId()
    const { messages, isChanged } = await sendLateFirst([customer, customer])
    expect(publishedOf(messages[1]?.id)).toEqual([
      ['pending', undefined, undefined],
      ['ready', undefined, undefined],
      ['ready', true, messages[0]?.seq],
    ])
    expect(isChanged).toEqual([true, true])
    expect(publishedOf(messages[0]?.id).map(([state]) => state)).toEqual(['pending', 'ready'])
  })

  test('when an earlier image is fetched last, the message of another customer is published again in its own ticket', async () => {
    const { sent, messages, isChanged } = await sendLateFirst([randomLineUserId(), randomLineUserId()])
    expect(publishedOf(messages[1]?.id).at(-1)).toEqual(['ready', false, messages[0]?.seq])
    expect(isChanged).toEqual([true, true])
    expect(await seenBefore(sent[1] as Sent)).toMatchObject({ ticket_id: messages[0]?.ticket_id })
  })

  test('an earlier image that is fetched last does not replace a more recent use that was already published', async () => {
    const customer = randomLineUserId()
    const { messages, isChanged } = await sendLateFirst([customer, customer, customer])
    // Ignores the third result, which depends on whether the second image is known when the third one is compared.
    expect(isChanged.slice(0, 2)).toEqual([true, true])
    expect(publishedOf(messages[2]?.id).at(-1)).toEqual(['ready', true, messages[1]?.seq])
    expect(publishedOf(messages[2]?.id).map(([, , seq]) => seq)).not.toContain(messages[0]?.seq)
  })
})

test('the search for earlier uses of an image excludes other channels and uploads of staff', async () => {
  const image = await newImage()
  await send(image, { channelKey: 'vip' })
  await desk.context.db.$client.query(
    `insert into media (purpose, kind, original_blob, state)
     select 'staff', 'image', original_blob, 'ready' from media where original_blob is not null order by created_at desc limit 1`,
  )
  expect(await seenBefore(await send(image))).toBeUndefined()
})

test('an earlier use of an image is shown even when its message was unsent', async () => {
  const image = await newImage()
  const first = await send(image)
  await unsend(first)
  const again = await send(image, first)
  expect(await seenBefore(again)).toMatchObject({ is_same_customer: true, seq: 1 })
  await unsend(again)
  expect(await seenBefore(again)).toBeUndefined()
})

test('the number of earlier uses that are read for an image is limited', async () => {
  const { db } = desk.context
  const last = await send(await newImage())
  const { id } = await messageOf(last)
  const owner = new pg.Client(connectionOptions(desk.database.ownerAddress))
  await owner.connect()
  // Adds 20,000 earlier messages with the same image to this channel, and as many to another channel.
  for (const channelKey of ['main', 'vip'])
    await owner.query(
      `with ticket as (select t.* from tickets t where channel_key = $1 limit 1), said as (
         insert into messages (ticket_id, channel_key, seq, direction, kind, message_type, text, event_time)
         select id, channel_key, 1000 + n, 'IN', 'image', 'image', '[รูปภาพ]', now() from ticket, generate_series(1, 20000) n
         returning id, channel_key)
       insert into media (purpose, kind, channel_key, message_id, state, content_sha256, created_at)
       select 'customer', 'image', said.channel_key, said.id, 'gone', md.content_sha256, md.created_at - interval '1 day'
       from said, media md where md.message_id = $2`,
      [channelKey, id],
    )
  for (const table of ['media', 'messages']) await owner.query(`vacuum analyze ${table}`)
  await owner.end()
  expect((await findMessage(db, id))?.media?.seen_before?.is_same_customer).toBe(false)
  const statement = sql`${messageSelect()} where m.id = ${id}::uuid`
  const reads = [...(await readsOf(db, 'media', statement)), ...(await readsOf(db, 'messages', statement))]
  expect(reads.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(60)
  // Selects the oldest image, because all other uses in its channel are later.
  const { rows } = await db.$client.query(
    'select id from media where content_sha256 = (select content_sha256 from media where message_id = $1) order by created_at limit 1',
    [id],
  )
  const later = await readsOf(db, 'media', laterUsesStatement(rows[0]?.id))
  expect(later.filter(({ type }) => type === 'Seq Scan')).toEqual([])
  expect(later.reduce((sum, each) => sum + each.rows, 0)).toBeLessThan(20)
})

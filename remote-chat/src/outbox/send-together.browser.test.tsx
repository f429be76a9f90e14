import { MockUploads } from 'shared/testing/mock-uploads.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chatCacheOf } from '../cache/chat-cache.ts'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat, openTicket, UNASSIGNED_TICKET } from '../testing/open-conversation.tsx'
import { attachImages } from './attach-images.ts'
import { readOutbox } from './outbox.store.ts'
import { withdrawMessage } from './outbox-actions.ts'

installMockDesk()
let mock: MockUploads
beforeEach(() => {
  mock = new MockUploads()
  mock.install()
})
afterEach(() => mock.remove())

/** Responds to uploads in order, with a link for each image that is not in `broken`. */
async function respondToUploads(count: number, broken: readonly string[] = []): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await expect.poll(() => mock.uploads.length).toBe(index + 1)
    const upload = mock.uploads[index]
    if (upload === undefined) throw new Error('there is no such upload')
    if (broken.includes(upload.name)) upload.respond(422, { code: 'image_broken', detail: 'broken' })
    else upload.respond(200, { url: `https://example.com/${upload.name}` })
  }
}

interface Sent {
  type: string
  image_url?: string
  client_message_id: string
  together?: { image_url: string; client_message_id: string }[]
}

/** Number of messages in each send request, in order. */
const sent = () =>
  desk.requests
    .filter(({ call }) => call.endsWith('/send'))
    .map(({ body }) => 1 + ((body as Sent).together?.length ?? 0))

async function attach(count: number) {
  const opened = await openChat()
  const files = Array.from(
    { length: count },
    (_, index) => new File(['x'], `${index + 1}.png`, { type: 'image/png' }),
  )
  const cache = chatCacheOf(opened.client)
  await attachImages(cache, OWN_TICKET, files, false, new AbortController().signal)
  return opened
}

const storedImages = () =>
  desk.messages.filter((each) => each.ticket_id === OWN_TICKET && each.direction === 'OUT' && each.image_url)

test('sends up to five images chosen together in one request, and more images in several requests, in order', async () => {
  const before = storedImages().length
  await attach(7)
  await respondToUploads(7)
  await expect.poll(sent).toEqual([5, 2])
  await expect.poll(readOutbox).toEqual([])
  const bodies = desk.requests.filter(({ call }) => call.endsWith('/send')).map(({ body }) => body as Sent)
  const ids = bodies.flatMap(({ client_message_id, together = [] }) => [
    client_message_id,
    ...together.map((each) => each.client_message_id),
  ])
  expect(new Set(ids).size).toBe(7)
  expect(
    storedImages()
      .slice(before)
      .map((each) => each.client_message_id),
  ).toEqual(ids)
})

test('keeps an image that cannot be uploaded and the reason for the failure, and sends the other images', async () => {
  await attach(3)
  await respondToUploads(3, ['1.png'])
  await expect.poll(sent).toEqual([2])
  await expect
    .poll(() => readOutbox().map(({ image, failure }) => [image?.name, failure]))
    .toEqual([['1.png', 'image_broken']])
})

test('after a lost response, repeats the request with the same images, which are uploaded and stored once', async () => {
  const before = storedImages().length
  desk.fail(/send/, { status: 502, body: {} })
  await attach(3)
  await respondToUploads(3)
  await expect.poll(sent).toEqual([3, 3])
  await expect.poll(readOutbox).toEqual([])
  expect(storedImages().length - before).toBe(3)
  expect(mock.uploads).toHaveLength(3)
})

test('accepts the ticket once, before the first of several images is uploaded', async () => {
  const { client } = await openTicket(UNASSIGNED_TICKET)
  const files = ['1.png', '2.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
  await attachImages(chatCacheOf(client), UNASSIGNED_TICKET, files, true, new AbortController().signal)
  await respondToUploads(2)
  await expect.poll(sent).toEqual([2])
  await expect.poll(readOutbox).toEqual([])
  expect(desk.requests.filter(({ call }) => call.endsWith('/accept'))).toHaveLength(1)
})

test('skips an image that is withdrawn during its upload', async () => {
  const { client } = await attach(3)
  await expect.poll(() => mock.uploads.length).toBe(1)
  const [first] = readOutbox()
  if (first === undefined) throw new Error('the outbox is empty')
  withdrawMessage(chatCacheOf(client), first)
  mock.uploads.shift()
  await respondToUploads(2)
  await expect.poll(sent).toEqual([2])
  await expect.poll(readOutbox).toEqual([])
})

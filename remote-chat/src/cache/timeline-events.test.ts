import { QueryClient } from '@tanstack/react-query'
import { type MessagePage, messagesKey } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import { mockMessage, mockTimelineEvent } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { ChatCache } from './chat-cache.ts'
import { type FetchMessages, MessageWriter } from './message-writer.ts'

const ticketId = 't'

/** Simulated server with one conversation, whose messages and timeline events use the same revision counter. */
class Server {
  readonly messages: Message[] = []
  readonly timelineEvents: TimelineEvent[] = []
  readonly requests: unknown[] = []
  revision = 0
  meanwhile: () => void = () => {}

  buildMessage(): Message {
    this.revision += 1
    const seq = this.messages.length + 1
    const message = mockMessage({ ticket_id: ticketId, seq, revision: this.revision })
    this.messages.push(message)
    return message
  }

  note(kind = 'transferred'): TimelineEvent {
    this.revision += 1
    const timelineEvent = mockTimelineEvent({
      id: `${this.revision}`,
      ticket_id: ticketId,
      kind,
      after_seq: this.messages.length,
      revision: this.revision,
    })
    this.timelineEvents.push(timelineEvent)
    return timelineEvent
  }

  fetch: FetchMessages = async (_, range) => {
    this.requests.push(range)
    const since = range.after_revision ?? -1
    const limit = range.after_revision === undefined ? 50 : Math.min(3, range.limit ?? 3)
    const all = [...this.messages, ...this.timelineEvents]
      .filter(({ revision }) => revision > since)
      .sort((a, b) => a.revision - b.revision)
    const shown = all.slice(0, limit)
    const isCut = all.length > limit
    const page: MessagePage = structuredClone({
      items: shown.filter((each) => 'seq' in each),
      timeline_events: shown.filter((each) => 'after_seq' in each),
      has_more: isCut,
      revision: isCut ? (shown.at(-1)?.revision ?? 0) : this.revision,
    })
    await null
    this.meanwhile()
    return page
  }
}

function setUp() {
  const server = new Server()
  const client = new QueryClient()
  const writer = new MessageWriter(client, server.fetch)
  const read = () =>
    client.fetchQuery({ queryKey: messagesKey(ticketId), queryFn: () => writer.read(ticketId), staleTime: 0 })
  const positions = () =>
    writer.thread(ticketId)?.timelineEvents?.map(({ id, after_seq }) => `${id}@${after_seq}`)
  return { server, client, writer, read, positions }
}

test('places a received timeline event without a fetch', async () => {
  const { server, writer, read, positions } = setUp()
  server.buildMessage()
  await read()
  expect(writer.applyTimelineEvent(server.note())).toBe(true)
  expect(writer.apply(server.buildMessage())).toBe(true)
  expect(writer.applyTimelineEvent(server.note())).toBe(true)
  expect(positions()).toEqual(['2@1', '4@2'])
  expect(writer.thread(ticketId)?.revision).toBe(4)
  expect(writer.isBehind(ticketId, 2, 4)).toBe(false)
  expect(server.requests).toHaveLength(1)
})

test('fetches missed timeline events page by page and places them correctly', async () => {
  const { server, writer, read, positions } = setUp()
  server.buildMessage()
  await read()
  for (let round = 0; round < 4; round += 1) {
    server.note()
    server.buildMessage()
  }
  expect(writer.applyTimelineEvent(server.note('closed'))).toBe(false)
  await read()
  expect(positions()).toEqual(['2@1', '4@2', '6@3', '8@4', '10@5'])
  expect(writer.thread(ticketId)?.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(writer.thread(ticketId)?.revision).toBe(10)
  expect(server.requests.slice(1)).toMatchObject([
    { after_revision: 1 },
    { after_revision: 4 },
    { after_revision: 7 },
  ])
})

test('neither loses nor duplicates a timeline event that arrives during the first fetch', async () => {
  const { server, writer, read, positions } = setUp()
  server.buildMessage()
  server.note()
  server.meanwhile = () => {
    server.meanwhile = () => {}
    writer.applyTimelineEvent(server.note())
  }
  await read()
  expect(positions()).toEqual(['2@1', '3@1'])
  await read()
  expect(positions()).toEqual(['2@1', '3@1'])
})

test('ignores a repeated timeline event and replaces a changed one', async () => {
  const { server, writer, read } = setUp()
  server.buildMessage()
  const timelineEvent = server.note()
  await read()
  const before = writer.thread(ticketId)
  writer.applyTimelineEvent(structuredClone(timelineEvent))
  expect(writer.thread(ticketId)).toBe(before)
  writer.applyTimelineEvent({ ...timelineEvent, text: 'ใหม่', revision: 3 })
  expect(writer.thread(ticketId)?.timelineEvents).toEqual([{ ...timelineEvent, text: 'ใหม่', revision: 3 }])
})

test('a conversation has no timeline events when the server sends none', async () => {
  const message = mockMessage({ ticket_id: ticketId, seq: 1, revision: 1 })
  const client = new QueryClient()
  const writer = new MessageWriter(client, async () => ({
    items: [message],
    has_more: false,
    timeline_events: [],
    revision: 0,
  }))
  const thread = await writer.read(ticketId)
  expect([thread.timelineEvents, thread.revision]).toEqual([null, 1])
})

test('adds a timeline event from the socket to the conversation', async () => {
  const server = new Server()
  const client = new QueryClient()
  const cache = new ChatCache(client, server.fetch)
  server.buildMessage()
  await client.fetchQuery({ queryKey: messagesKey(ticketId), queryFn: () => cache.messages.read(ticketId) })
  cache.handleEvent({ type: 'timeline_event', data: server.note() })
  expect(cache.messages.thread(ticketId)?.timelineEvents).toHaveLength(1)
})

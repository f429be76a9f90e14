import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { messagesKey } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { mockMessage } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { catchUpFrom, mergeMessage, mergeMessages } from './message-merge.ts'
import { type FetchMessages, MessageWriter } from './message-writer.ts'

const ticketId = 't'
const message = (seq: number, more: Partial<Message> = {}) =>
  mockMessage({ ticket_id: ticketId, seq, event_time: new Date(seq * 1_000).toISOString(), ...more })

/** The server's side of a conversation: answers ranges as the real one does. */
class Server {
  readonly stored: Message[] = []
  readonly asked: string[] = []
  /** Called while an answer is on its way: what happens meanwhile. */
  meanwhile: () => void = () => {}

  fetch: FetchMessages = async (_, range) => {
    this.asked.push(
      Object.entries(range)
        .map((pair) => pair.join('='))
        .join(' '),
    )
    const limit = range.limit ?? 50
    const found =
      range.after_seq === undefined
        ? this.stored
            .filter((each) => range.before_seq === undefined || each.seq < range.before_seq)
            .slice(-limit)
        : this.stored.filter((each) => each.seq > (range.after_seq ?? 0)).slice(0, limit)
    const answer = structuredClone(found)
    await null
    this.meanwhile()
    return answer
  }
}

function setUp(count = 0) {
  const server = new Server()
  for (let seq = 1; seq <= count; seq += 1) server.stored.push(message(seq))
  const client = new QueryClient()
  const writer = new MessageWriter(client, server.fetch)
  const read = () =>
    client.fetchQuery({ queryKey: messagesKey(ticketId), queryFn: () => writer.read(ticketId), staleTime: 0 })
  const seqs = () => writer.thread(ticketId)?.messages.map((each) => each.seq) ?? []
  return { server, client, writer, read, seqs }
}
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('reading', () => {
  test('the newest page first, older pages on demand, down to the first message', async () => {
    const { server, writer, read, seqs } = setUp(120)
    await read()
    expect(seqs()).toEqual(upTo(120, 71))
    expect(writer.thread(ticketId)?.hasOlder).toBe(true)
    await writer.readOlder(ticketId)
    expect(seqs()).toEqual(upTo(120, 21))
    await writer.readOlder(ticketId)
    expect(seqs()).toEqual(upTo(120))
    expect(writer.thread(ticketId)?.hasOlder).toBe(false)
    await writer.readOlder(ticketId)
    expect(server.asked).toEqual(['limit=50', 'before_seq=71 limit=50', 'before_seq=21 limit=50'])
  })

  test('then only what came since, page after page', async () => {
    const { server, read, seqs } = setUp(3)
    await read()
    for (let seq = 4; seq <= 420; seq += 1) server.stored.push(message(seq))
    await read()
    expect(seqs()).toEqual(upTo(420))
    expect(server.asked).toEqual([
      'limit=50',
      'after_seq=3 limit=200',
      'after_seq=203 limit=200',
      'after_seq=403 limit=200',
    ])
  })

  test('nothing new is the same reference', async () => {
    const { writer, read } = setUp(3)
    await read()
    const before = writer.thread(ticketId)
    await read()
    expect(writer.thread(ticketId)).toBe(before)
  })

  test('a delivery that is still open is asked for again', async () => {
    const { server, writer, read } = setUp(1)
    server.stored.push(message(2, { direction: 'OUT', delivery: 'queued' }), message(3))
    await read()
    server.stored[1] = message(2, { direction: 'OUT', delivery: 'sent' })
    await read()
    expect(writer.thread(ticketId)?.messages[1]?.delivery).toBe('sent')
    expect(server.asked.at(-1)).toBe('after_seq=1 limit=200')
  })

  test('a server that numbers nothing is asked for the newest each time', async () => {
    const { server, writer, read } = setUp()
    server.stored.push(message(0, { id: 'a', text: 'หนึ่ง' }))
    await read()
    server.stored.push(message(0, { id: 'b', text: 'สอง', event_time: new Date(5_000).toISOString() }))
    await read()
    expect(writer.thread(ticketId)?.messages.map((each) => each.text)).toEqual(['หนึ่ง', 'สอง'])
    expect(server.asked).toEqual(['limit=50', 'limit=50'])
  })
})

describe('the socket', () => {
  test('what comes while the first reading is under way is in its answer', async () => {
    const { server, writer, read, seqs } = setUp(2)
    server.meanwhile = () => writer.apply(message(3))
    await read()
    expect(seqs()).toEqual([1, 2, 3])
  })

  test('what comes during a later reading is not lost to its answer', async () => {
    const { server, writer, read, seqs } = setUp(2)
    await read()
    server.meanwhile = () => writer.apply(message(3))
    await read()
    expect(seqs()).toEqual([1, 2, 3])
  })

  test('a message after a hole says so', async () => {
    const { writer, read } = setUp(2)
    await read()
    expect(writer.apply(message(3))).toBe(true)
    expect(writer.apply(message(5))).toBe(false)
    expect(writer.isBehind(ticketId, 6)).toBe(true)
    expect(writer.apply(message(4))).toBe(true)
  })

  test('what was heard long before a conversation is opened does not tear a hole into it', async () => {
    const { server, writer, read, seqs } = setUp()
    writer.apply(message(2))
    for (let seq = 1; seq <= 90; seq += 1) server.stored.push(message(seq))
    await read()
    expect(seqs()).toEqual(upTo(90, 41))
  })
})

test('any interleaving of events and readings, with losses, repeats and reordering, ends in the whole conversation', async () => {
  type Act = { kind: 'hear'; seq: number } | { kind: 'read' } | { kind: 'store' }
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.integer({ min: 1, max: 30 }).map((seq): Act => ({ kind: 'hear', seq })),
    fc.constant<Act>({ kind: 'read' }),
    fc.constant<Act>({ kind: 'store' }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const { server, writer, read, seqs } = setUp(1)
      const reads: Promise<unknown>[] = []
      for (const each of acts) {
        if (each.kind === 'store') server.stored.push(message(server.stored.length + 1))
        // Only what has been stored can be heard of.
        else if (each.kind === 'hear' && each.seq <= server.stored.length) writer.apply(message(each.seq))
        else if (each.kind === 'read') reads.push(read())
      }
      await Promise.all(reads)
      await read()
      expect(seqs()).toEqual(upTo(server.stored.length))
    }),
    { numRuns: 200 },
  )
})

describe('two tellings of one message', () => {
  const told = fc.constantFrom<Partial<Message>>(
    { delivery: null },
    { delivery: 'queued' },
    { delivery: 'failed', delivery_error: 'x' },
    { delivery: 'sent', via: 'push' },
  )
  test('end in the one that has come farthest, in any order and number', () => {
    fc.assert(
      fc.property(
        fc
          .array(told, { minLength: 1, maxLength: 6 })
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const merge = (tellings: Partial<Message>[]) =>
            tellings
              .map((each) => message(1, { direction: 'OUT', via: null, delivery_error: null, ...each }))
              .reduce(mergeMessage)
          expect(merge(shuffled)).toEqual(merge(all))
        },
      ),
    )
  })
})

test('messages stand in the order of their numbers, whatever their times say', () => {
  const late = message(1, { event_time: '2030-01-01T00:00:00.000Z' })
  expect(mergeMessages([], [message(2), late]).map((each) => each.seq)).toEqual([1, 2])
})

test('where to go on from', () => {
  expect(catchUpFrom([])).toBeNull()
  expect(catchUpFrom([message(5), message(6), message(8)])).toBe(6)
  expect(catchUpFrom([message(5), message(6, { direction: 'OUT', delivery: 'queued' }), message(7)])).toBe(5)
})

import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { messagesKey } from 'shared/api'
import type { Message } from 'shared/contract/messages/message.ts'
import { mockMessage } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { firstSeqToFetch, mergeMessage, mergeMessages } from './message-merge.ts'
import { type FetchMessages, MessageWriter } from './message-writer.ts'

const ticketId = 't'
const message = (seq: number, more: Partial<Message> = {}) =>
  mockMessage({
    ticket_id: ticketId,
    seq,
    revision: 0,
    event_time: new Date(seq * 1_000).toISOString(),
    ...more,
  })

/** Simulated server: returns the same messages for a request as the real server. */
class Server {
  readonly stored: Message[] = []
  readonly requests: string[] = []
  /** Callback that runs while a response is in transit. */
  meanwhile: () => void = () => {}

  fetch: FetchMessages = async (_, range) => {
    this.requests.push(
      Object.entries(range)
        .map((pair) => pair.join('='))
        .join(' '),
    )
    const limit = range.limit ?? 50
    const changed = (since: number) =>
      this.stored
        .filter((each) => each.revision > since)
        .sort((a, b) => a.revision - b.revision)
        .slice(0, limit)
    const found =
      range.after_revision !== undefined
        ? changed(range.after_revision)
        : range.after_seq === undefined
          ? this.stored
              .filter((each) => range.before_seq === undefined || each.seq < range.before_seq)
              .slice(-limit)
          : this.stored.filter((each) => each.seq > (range.after_seq ?? 0)).slice(0, limit)
    const response = structuredClone(found)
    await null
    this.meanwhile()
    return { items: response, has_more: false, timeline_events: [], revision: 0 }
  }
}

function setUp(count = 0) {
  const server = new Server()
  for (let seq = 1; seq <= count; seq += 1) server.stored.push(message(seq))
  const client = new QueryClient()
  const writer = new MessageWriter(client, server.fetch)
  const read = () =>
    client.fetchQuery({ queryKey: messagesKey(ticketId), queryFn: () => writer.read(ticketId), staleTime: 0 })
  const seqs = () => (writer.thread(ticketId)?.messages ?? []).map((each) => each.seq).sort((a, b) => a - b)
  return { server, client, writer, read, seqs }
}
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('fetching messages', () => {
  test('loads the newest page of messages first and older pages on demand, up to the first message', async () => {
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
    expect(server.requests).toEqual(['limit=50', 'before_seq=71 limit=50', 'before_seq=21 limit=50'])
  })

  test('after the first fetch, fetches only newer messages, page by page', async () => {
    const { server, read, seqs } = setUp(3)
    await read()
    for (let seq = 4; seq <= 420; seq += 1) server.stored.push(message(seq))
    await read()
    expect(seqs()).toEqual(upTo(420))
    expect(server.requests).toEqual([
      'limit=50',
      'after_seq=3 limit=200',
      'after_seq=203 limit=200',
      'after_seq=403 limit=200',
    ])
  })

  test('keeps the reference of a conversation when a fetch returns nothing new', async () => {
    const { writer, read } = setUp(3)
    await read()
    const before = writer.thread(ticketId)
    await read()
    expect(writer.thread(ticketId)).toBe(before)
  })

  test('fetches a message again while its delivery is pending', async () => {
    const { server, writer, read } = setUp(1)
    server.stored.push(message(2, { direction: 'OUT', delivery: 'queued' }), message(3))
    await read()
    server.stored[1] = message(2, { direction: 'OUT', delivery: 'sent' })
    await read()
    expect(writer.thread(ticketId)?.messages[1]?.delivery).toBe('sent')
    expect(server.requests.at(-1)).toBe('after_seq=1 limit=200')
  })

  test('fetches the newest page each time when the server sends no message numbers', async () => {
    const { server, writer, read } = setUp()
    server.stored.push(message(0, { id: 'a', text: 'หนึ่ง' }))
    await read()
    server.stored.push(message(0, { id: 'b', text: 'สอง', event_time: new Date(5_000).toISOString() }))
    await read()
    expect(writer.thread(ticketId)?.messages.map((each) => each.text)).toEqual(['หนึ่ง', 'สอง'])
    expect(server.requests).toEqual(['limit=50', 'limit=50'])
  })
})

describe('messages from the socket', () => {
  test('includes a message that arrives during the first fetch', async () => {
    const { server, writer, read, seqs } = setUp(2)
    server.meanwhile = () => writer.apply(message(3))
    await read()
    expect(seqs()).toEqual([1, 2, 3])
  })

  test('keeps a message that arrives during a later fetch', async () => {
    const { server, writer, read, seqs } = setUp(2)
    await read()
    server.meanwhile = () => writer.apply(message(3))
    await read()
    expect(seqs()).toEqual([1, 2, 3])
  })

  test('reports missing messages before a message from the socket', async () => {
    const { writer, read } = setUp(2)
    await read()
    expect(writer.apply(message(3))).toBe(true)
    expect(writer.apply(message(5))).toBe(false)
    expect(writer.isBehind(ticketId, 6)).toBe(true)
    expect(writer.apply(message(4))).toBe(true)
  })

  test('leaves no gap when an old message arrived before the conversation was opened', async () => {
    const { server, writer, read, seqs } = setUp()
    writer.apply(message(2))
    for (let seq = 1; seq <= 90; seq += 1) server.stored.push(message(seq))
    await read()
    expect(seqs()).toEqual(upTo(90, 41))
  })
})

describe('message writer with a server that sends message revisions', () => {
  /**
   * Sets up a conversation with revisions. Records each version of each message in the order in which the server
   * publishes them.
   */
  function setUpCounted(count = 0) {
    const set = setUp()
    const notified: Message[] = []
    const notify = (message: Message) => {
      notified.push(message)
      return message
    }
    const store = (more: Partial<Message> = {}) => {
      const seq = set.server.stored.length + 1
      // Messages are sorted in another order than they arrive: `sort_at` is up to five seconds before the arrival.
      const sort_at = new Date((seq - ((seq * 7) % 6)) * 1_000).toISOString()
      const next = notify(message(seq, { revision: notified.length + 1, sort_at, ...more }))
      set.server.stored.push(next)
      return next
    }
    const change = (seq: number, more: Partial<Message>) => {
      const before = set.server.stored[seq - 1]
      if (!before) return undefined
      const after = notify({ ...before, ...more, revision: notified.length + 1 })
      set.server.stored[seq - 1] = after
      return after
    }
    for (let index = 0; index < count; index += 1) store()
    const texts = () => set.writer.thread(ticketId)?.messages.map((each) => `${each.text} ${each.delivery}`)
    const served = (from = 1) =>
      set.server.stored
        .slice(from - 1)
        .sort((a, b) => Date.parse(a.sort_at) - Date.parse(b.sort_at) || a.seq - b.seq)
        .map((each) => `${each.text} ${each.delivery}`)
    return { ...set, notified, store, change, texts, served }
  }

  test('when the server has revisions, fetches new and changed messages, including old ones', async () => {
    const { server, read, store, change, texts, served } = setUpCounted(3)
    await read()
    change(1, { text: 'ยกเลิกข้อความแล้ว' })
    store()
    await read()
    expect(texts()).toEqual(served())
    expect(server.requests).toEqual(['limit=50', 'after_revision=3 limit=200'])
  })

  test('fetches messages without a revision, from an earlier server release, by message number', async () => {
    const { server, writer, read, store, change, texts, served } = setUpCounted(3)
    change(1, { text: 'ยกเลิกข้อความแล้ว' })
    change(1, { delivery: 'sent' })
    await read()
    server.stored.push(message(4, { revision: 0 }))
    expect(writer.isBehind(ticketId, 4, 5)).toBe(true)
    await read()
    expect(texts()).toEqual(served())
    server.stored.push(message(5, { revision: 0 }))
    store()
    writer.apply(server.stored.at(-1) ?? message(6))
    await read()
    expect(texts()).toEqual(served())
  })

  test('fetches changed messages page by page', async () => {
    const { server, read, store, texts, served } = setUpCounted(3)
    await read()
    for (let seq = 4; seq <= 420; seq += 1) store()
    await read()
    expect(texts()).toEqual(served())
    expect(server.requests.slice(1)).toEqual([
      'after_revision=3 limit=200',
      'after_revision=203 limit=200',
      'after_revision=403 limit=200',
    ])
  })

  test('when the server has revisions, keeps the reference of a conversation when a fetch returns nothing new', async () => {
    const { writer, read } = setUpCounted(3)
    await read()
    const before = writer.thread(ticketId)
    await read()
    expect(writer.thread(ticketId)).toBe(before)
  })

  test('fetches all messages of a conversation that was empty at first', async () => {
    const { server, writer, read, store, change, texts, served } = setUpCounted()
    await read()
    writer.apply(store())
    change(1, { text: 'ยกเลิกข้อความแล้ว' })
    await read()
    expect(texts()).toEqual(served())
    expect(server.requests.at(-1)).toBe('after_revision=0 limit=200')
  })

  test('reports a gap when a revision is skipped, but not when the next revision arrives', async () => {
    const { writer, read, store, change } = setUpCounted(3)
    await read()
    expect(writer.isBehind(ticketId, 3, 3)).toBe(false)
    expect(writer.isBehind(ticketId, 3, 4)).toBe(true)
    const next = store()
    expect(writer.apply(next)).toBe(true)
    change(1, { text: 'หายไป' })
    const later = change(2, { text: 'มาถึง' })
    expect(later && writer.apply(later)).toBe(false)
  })

  test('a change of an old message does not count as a gap, and is shown once its page is loaded', async () => {
    const { server, writer, read, change, texts, served, seqs } = setUpCounted(120)
    await read()
    // The message changes after the response with the older page was built and before that response arrives.
    server.meanwhile = () => {
      server.meanwhile = () => {}
      change(30, { text: 'ยกเลิกข้อความแล้ว' })
    }
    const older = writer.readOlder(ticketId)
    await read()
    await older
    expect(seqs()).toEqual(upTo(120, 21))
    await read()
    expect(texts()).toEqual(served(21))
  })

  test('converges to the server’s state after fetches and events in any order, with lost, late and duplicate events', async () => {
    type Act =
      | { kind: 'store' }
      | { kind: 'change'; seq: number; more: Partial<Message> }
      | { kind: 'hear'; back: number }
      | { kind: 'read' }
      | { kind: 'older' }
      | { kind: 'settle' }
    const act: fc.Arbitrary<Act> = fc.oneof(
      fc.constant<Act>({ kind: 'store' }),
      fc.record({
        kind: fc.constant('change' as const),
        seq: fc.integer({ min: 1, max: 70 }),
        more: fc.constantFrom<Partial<Message>>(
          { delivery: 'queued' },
          { delivery: 'failed' },
          { delivery: 'sent' },
          { text: 'ยกเลิกข้อความแล้ว' },
        ),
      }),
      fc.record({ kind: fc.constant('hear' as const), back: fc.integer({ min: 0, max: 6 }) }),
      fc.constantFrom<Act>({ kind: 'read' }, { kind: 'older' }, { kind: 'settle' }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.array(act, { maxLength: 40 }),
        async (count, acts) => {
          const { writer, read, notified, store, change, texts, served, seqs } = setUpCounted(count)
          const pending: Promise<unknown>[] = [read()]
          for (const each of acts) {
            if (each.kind === 'store') store()
            else if (each.kind === 'change') change(each.seq, each.more)
            else if (each.kind === 'read') pending.push(read())
            else if (each.kind === 'older') pending.push(writer.readOlder(ticketId))
            else if (each.kind === 'settle') await Promise.all(pending)
            else if (each.kind === 'hear') {
              const received = notified.at(-1 - each.back)
              if (received) writer.apply(received)
            }
          }
          await Promise.all(pending)
          await read()
          const first = seqs()[0] ?? 1
          expect(seqs()).toEqual(upTo(notified.length === 0 ? 0 : served().length, first))
          expect(texts()).toEqual(served(first))
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('converges to the whole conversation after fetches and events in any order, with lost and duplicate events', async () => {
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
        // The socket delivers only messages that the server has stored.
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

describe('two versions of one message', () => {
  const notified = fc.constantFrom<Partial<Message>>(
    { delivery: null },
    { delivery: 'queued' },
    { delivery: 'failed', delivery_error: 'x' },
    { delivery: 'sent', via: 'push' },
  )
  test('merges the versions of one message to the most advanced version, in whichever order they arrive', () => {
    fc.assert(
      fc.property(
        fc
          .array(notified, { minLength: 1, maxLength: 6 })
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

test('messages are sorted by `sort_at`, then by number, in whichever order they arrive', () => {
  const some = fc
    .uniqueArray(fc.record({ seq: fc.integer({ min: 1, max: 40 }), texts: fc.integer({ min: 0, max: 5 }) }), {
      selector: ({ seq }) => seq,
    })
    .map((all) =>
      all.map(({ seq, texts }) => message(seq, { sort_at: new Date(texts * 1_000).toISOString() })),
    )
  const ordered = (messages: readonly Message[]) =>
    messages.every((each, index) => {
      const next = messages[index + 1]
      return (
        next === undefined ||
        each.sort_at < next.sort_at ||
        (each.sort_at === next.sort_at && each.seq < next.seq)
      )
    })
  fc.assert(
    fc.property(some, fc.nat(), fc.func(fc.integer()), (all, cut, by) => {
      const shuffled = [...all].sort((a, b) => by(a.seq) - by(b.seq))
      const half = cut % (all.length + 1)
      const merged = mergeMessages(mergeMessages([], shuffled.slice(0, half)), shuffled.slice(half))
      expect(ordered(merged)).toBe(true)
      expect(merged).toHaveLength(all.length)
      expect(mergeMessages(merged, shuffled)).toBe(merged)
    }),
  )
})

test('fetches the previous page by the lowest message number, whichever message is displayed first', async () => {
  const { server, writer, read, seqs } = setUp(120)
  server.stored[99] = message(100, { sort_at: new Date(0).toISOString() })
  await read()
  expect(writer.thread(ticketId)?.messages[0]?.seq).toBe(100)
  await writer.readOlder(ticketId)
  expect(server.requests.at(-1)).toBe('before_seq=71 limit=50')
  expect(seqs()).toEqual(upTo(120, 21))
})

test('refetches one message with the fields that change without a revision', async () => {
  const { server, writer, read } = setUp(3)
  await read()
  server.stored[1] = message(2, { image_url: '/media/a?s=new' })
  expect(await writer.readAgain(message(2))).toMatchObject({ image_url: '/media/a?s=new' })
  expect(server.requests.at(-1)).toBe('before_seq=3 limit=1')
  expect(writer.thread(ticketId)?.messages[1]?.image_url).toBe('/media/a?s=new')
})

test('`firstSeqToFetch` returns the message number after which messages are fetched', () => {
  expect(firstSeqToFetch([])).toBeNull()
  expect(firstSeqToFetch([message(5), message(6), message(8)])).toBe(6)
  expect(
    firstSeqToFetch([message(5), message(6, { direction: 'OUT', delivery: 'queued' }), message(7)]),
  ).toBe(5)
  const laterMessage = message(5, { direction: 'OUT', delivery: 'queued', sort_at: message(9).sort_at })
  expect(
    firstSeqToFetch([message(4), message(6, { direction: 'OUT', delivery: 'queued' }), laterMessage]),
  ).toBe(4)
})

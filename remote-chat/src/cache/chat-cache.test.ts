import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { messagesKey, type TicketPage, ticketKey, ticketListFamilyKey } from 'shared/api'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { mockMessage, mockTicket } from 'shared/testing/mock-tickets.ts'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cacheEffectsOf } from './cache-effects.ts'
import { ChatCache } from './chat-cache.ts'

const message = mockMessage({ ticket_id: 't', seq: 2 })
const patch = { id: 't', version: 2, status: 'CLOSED' as const }

test('maps each event to its effects on the cache', () => {
  expect(cacheEffectsOf({ type: 'message', data: message })).toEqual([{ type: 'mergeMessage', message }])
  expect(cacheEffectsOf({ type: 'ticket_update', data: patch })).toEqual([{ type: 'mergeTicket', patch }])
  expect(cacheEffectsOf({ type: 'ticket_list_update', data: {} })).toEqual([{ type: 'reloadLists' }])
  expect(cacheEffectsOf({ type: 'ticket_list_update', data: { reason: 'quota_changed' } })).toEqual([
    { type: 'reloadChannels' },
  ])
  expect(cacheEffectsOf({ type: 'subscribed', data: { ticket_id: 't', last_seq: 4 } })).toEqual([
    { type: 'catchUp', ticketId: 't', lastSeq: 4, lastRevision: null },
    { type: 'checkTicket', ticketId: 't', version: 0 },
  ])
  expect(
    cacheEffectsOf({ type: 'subscribed', data: { ticket_id: 't', last_seq: 4, last_revision: 9 } }),
  ).toEqual([
    { type: 'catchUp', ticketId: 't', lastSeq: 4, lastRevision: 9 },
    { type: 'checkTicket', ticketId: 't', version: 0 },
  ])
  expect(
    cacheEffectsOf({ type: 'resync', data: { reason: 'reconnected' } }).map((effect) => effect.type),
  ).toEqual(['reloadLists', 'reloadSuggestions', 'catchUp'])
  expect(cacheEffectsOf({ type: 'suggestions_update', data: { channel_key: null } })).toEqual([
    { type: 'reloadSuggestions' },
  ])
  expect(cacheEffectsOf({ type: 'pong', data: { at: 1 } })).toEqual([])
})

test('ignores a text message without text, and handles an image without text', () => {
  for (const text of ['', null]) {
    expect(cacheEffectsOf({ type: 'message', data: { ...message, text } })).toEqual([])
    expect(
      cacheEffectsOf({ type: 'message', data: { ...message, text, message_type: 'image' } }),
    ).toHaveLength(1)
  }
})

function setUp(ticket: Ticket) {
  const client = new QueryClient()
  const cache = new ChatCache(client, async () => ({
    items: [],
    has_more: false,
    timeline_events: [],
    revision: 0,
  }))
  const other = mockTicket({ id: 'other' })
  const list = (name: string) => [...ticketListFamilyKey, { search: name }]
  client.setQueryData(list('a'), cache.tickets.absorbPage({ items: [ticket, other], total: 2 }))
  client.setQueryData(list('b'), cache.tickets.absorbPage({ items: [other], total: 1 }))
  client.setQueryData(ticketKey('t'), cache.tickets.absorb(ticket))
  const page = (name: string) => client.getQueryData<TicketPage>(list(name))
  return { client, cache, page, row: () => page('a')?.items[0] }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('ticket change', () => {
  test('applies every ticket change immediately, renders many changes in batches, and renders a response immediately', () => {
    vi.useFakeTimers()
    const { client, cache, row } = setUp(mockTicket({ id: 't', version: 1 }))
    let drawn = 0
    client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') drawn += 1
    })
    const storm = (from: number) => {
      for (let version = from; version < from + 100; version += 1)
        cache.handleEvent({ type: 'ticket_update', data: { id: 't', version, subject: `เรื่อง ${version}` } })
    }
    storm(2)
    expect(cache.tickets.get('t')).toMatchObject({ subject: 'เรื่อง 101' })
    vi.runAllTimers()
    expect(row()).toMatchObject({ version: 101, subject: 'เรื่อง 101' })
    // Three renders (first change, second change, batch of 98), with two updates each: the list and the ticket's own
    // entry.
    expect(drawn).toBe(6)

    storm(102)
    cache.tickets.absorb(mockTicket({ id: 't', version: 300, subject: 'คำตอบ' }))
    expect(row()).toMatchObject({ version: 300, subject: 'คำตอบ' })
    vi.runAllTimers()
    expect(row()).toMatchObject({ version: 300, subject: 'คำตอบ' })
  })
  test('a ticket change updates the ticket’s own entry and every list that contains the ticket; other lists keep their reference', () => {
    const { client, cache, page, row } = setUp(mockTicket({ id: 't', version: 1 }))
    const [b, other] = [page('b'), page('a')?.items[1]]
    cache.handleEvent({ type: 'ticket_update', data: patch })
    expect(row()).toMatchObject({ status: 'CLOSED', version: 2 })
    expect(client.getQueryData(ticketKey('t'))).toEqual(row())
    expect(page('a')?.items[1]).toBe(other)
    expect(page('b')).toBe(b)
  })
  test('keeps all cached references when a ticket event is repeated or outdated', () => {
    const { cache, page } = setUp(mockTicket({ id: 't', version: 1 }))
    cache.handleEvent({ type: 'ticket_update', data: patch })
    const after = page('a')
    cache.handleEvent({ type: 'ticket_update', data: patch })
    cache.handleEvent({ type: 'ticket_update', data: { id: 't', version: 1, status: 'OPEN' } })
    expect(page('a')).toBe(after)
  })
  test("a ticket change does not change the list's fetch time", () => {
    vi.useFakeTimers()
    const { client, cache, row } = setUp(mockTicket({ id: 't', version: 1 }))
    const age = () => client.getQueryState([...ticketListFamilyKey, { search: 'a' }])?.dataUpdatedAt
    const before = age()
    vi.advanceTimersByTime(1_000)
    cache.handleEvent({ type: 'ticket_update', data: patch })
    expect(row()).toMatchObject({ version: 2 })
    expect(age()).toBe(before)
  })
})

describe('message event', () => {
  const ticket = mockTicket({ id: 't', version: 1, last_seq: 1, last_in_seq: 1, unread_count: 0 })
  test('a message raises its row’s unread count immediately, and the ticket change that follows does not raise it again', () => {
    const { cache, row } = setUp(ticket)
    cache.handleEvent({ type: 'message', data: message })
    expect(row()?.unread_count).toBe(1)
    cache.handleEvent({
      type: 'ticket_update',
      data: { id: 't', version: 2, last_seq: 2, last_in_seq: 2, in_count: 2 },
    })
    expect(row()?.unread_count).toBe(1)
  })
  test('an outbound message keeps the unread count', () => {
    const { cache, row } = setUp({ ...ticket, unread_count: 1 })
    cache.handleEvent({ type: 'message', data: { ...message, direction: 'OUT' } })
    expect(row()?.unread_count).toBe(1)
  })
  test('a message without a message number raises the local unread count, unless its conversation is open', () => {
    const { cache, row } = setUp(mockTicket({ id: 't', version: 0 }))
    cache.handleEvent({ type: 'message', data: { ...message, seq: 0 } })
    expect(row()?.unread_count).toBe(1)
    cache.openTicketId = 't'
    cache.handleEvent({ type: 'message', data: { ...message, id: 'next', seq: 0 } })
    expect(row()?.unread_count).toBe(0)
  })
  test('ignores a message of an unknown ticket', () => {
    const { cache } = setUp(ticket)
    cache.handleEvent({ type: 'message', data: { ...message, ticket_id: 'nowhere' } })
  })
})

test('refetches the open ticket and the lists only when the ticket changed before the subscription', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url)
    return Promise.reject(new TypeError('no network'))
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { client, cache } = setUp(mockTicket({ id: 't', version: 4 }))
  const isStale = () => client.getQueryState([...ticketListFamilyKey, { search: 'a' }])?.isInvalidated
  const subscribed = (last_version: number) =>
    cache.handleEvent({ type: 'subscribed', data: { ticket_id: 't', last_seq: 1, last_version } })
  subscribed(4)
  expect([isStale(), requests]).toEqual([false, []])
  cache.openTicketId = 't'
  subscribed(5)
  await vi.waitFor(() => expect(requests).toEqual([expect.stringMatching(/tickets\/t$/)]))
  expect(isStale()).toBe(true)
})

test('invalidates the conversation when a message number is missing', () => {
  const { client, cache } = setUp(mockTicket({ id: 't' }))
  client.setQueryData(messagesKey('t'), {
    messages: [mockMessage({ ticket_id: 't', seq: 1 })],
    hasOlder: false,
    revision: 0,
  })
  cache.handleEvent({ type: 'message', data: { ...message, seq: 4, id: 'm4' } })
  expect(client.getQueryState(messagesKey('t'))?.isInvalidated).toBe(true)
})

describe('fetches on a slow connection', () => {
  /** Sets up a visible conversation; the test completes its fetches. */
  function slowThread() {
    const reads: {
      after: number | undefined
      signal: AbortSignal | undefined
      respond: (revision: number) => void
    }[] = []
    const client = new QueryClient()
    const cache = new ChatCache(client, (_, range, signal) => {
      return new Promise((resolve) => {
        const respond = (revision: number) =>
          resolve({ items: [], has_more: false, timeline_events: [], revision })
        reads.push({ after: range.after_revision, signal, respond })
      })
    })
    const first = mockMessage({ ticket_id: 't', seq: 1, revision: 1 })
    client.setQueryData(messagesKey('t'), {
      messages: [first],
      timelineEvents: [],
      hasOlder: false,
      revision: 1,
    })
    cache.openTicketId = 't'
    const observer = new QueryObserver(client, {
      queryKey: messagesKey('t'),
      queryFn: ({ signal }) => cache.messages.read('t', signal),
      staleTime: Number.POSITIVE_INFINITY,
    })
    onTestFinished(observer.subscribe(() => undefined))
    // The same message changes again and again.
    const handleEvent = (revision: number) =>
      cache.handleEvent({ type: 'message', data: { ...first, revision } })
    return { client, cache, reads, handleEvent, thread: () => cache.messages.thread('t') }
  }

  test('on a slow connection, further events do not cancel the fetch of missed messages, and cause one more fetch', async () => {
    const { reads, handleEvent, thread } = slowThread()
    handleEvent(3)
    await vi.waitFor(() => expect(reads).toHaveLength(1))
    for (const revision of [5, 7, 9]) handleEvent(revision)
    expect(reads).toHaveLength(1)
    expect(reads[0]?.signal?.aborted).toBe(false)
    reads[0]?.respond(5)
    await vi.waitFor(() => expect(reads).toHaveLength(2))
    expect(reads[1]?.after).toBe(5)
    reads[1]?.respond(9)
    await vi.waitFor(() => expect(thread()?.revision).toBe(9))
    handleEvent(10)
    handleEvent(12)
    await vi.waitFor(() => expect(reads).toHaveLength(3))
  })

  test('fetches messages again after a running fetch when an event shows missing messages during this fetch', async () => {
    const { client, reads, handleEvent } = slowThread()
    void client.invalidateQueries({ queryKey: messagesKey('t') })
    await vi.waitFor(() => expect(reads).toHaveLength(1))
    handleEvent(3)
    reads[0]?.respond(1)
    await vi.waitFor(() => expect(reads).toHaveLength(2))
  })
})

test('refetches the open conversation when the ticket’s revision is ahead of its events for a second', async () => {
  vi.useFakeTimers()
  const { client, cache } = setUp(mockTicket({ id: 't' }))
  const first = mockMessage({ ticket_id: 't', seq: 1, revision: 1 })
  const thread = { messages: [first], timelineEvents: [], hasOlder: false, revision: 1 }
  const isStale = () => client.getQueryState(messagesKey('t'))?.isInvalidated
  client.setQueryData(messagesKey('t'), thread)
  const changes = (revision: number) =>
    cache.handleEvent({ type: 'ticket_update', data: { id: 't', version: 3, last_seq: revision, revision } })
  changes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isStale()).toBe(false)
  cache.openTicketId = 't'
  changes(2)
  // The message with the missing revision arrives.
  cache.handleEvent({ type: 'message', data: { ...message, revision: 2 } })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isStale()).toBe(false)
  changes(3)
  await vi.advanceTimersByTimeAsync(900)
  expect(isStale()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(isStale()).toBe(true)
})

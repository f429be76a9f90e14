import type { QueryClient } from '@tanstack/react-query'
import { type MessagePage, type MessageRange, messagesKey } from 'shared/api'
import { MAX_MESSAGES_LIMIT, MESSAGES_LIMIT } from 'shared/contract/constants.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import {
  EMPTY_THREAD,
  firstSeqOf,
  firstSeqToFetch,
  hasSeqGap,
  lastRevisionOf,
  lastSeqOf,
  mergeMessages,
  mergeTimelineEvents,
  type Thread,
} from './message-merge.ts'

export type FetchMessages = (
  ticketId: string,
  range: MessageRange,
  signal?: AbortSignal,
) => Promise<MessagePage>

type Found = { items: readonly Message[]; timelineEvents: readonly TimelineEvent[] | null }

/** Maximum number of messages buffered in each of `MAX_EARLY_TICKETS` conversations until their page is loaded. */
const MAX_EARLY = 200
const MAX_EARLY_TICKETS = 50
/** Maximum number of pages fetched to load missed messages; enough for the messages of a whole day. */
const MAX_CATCH_UP_PAGES = 20
const PAGES_AT_ONCE = 4

/** The only writer of messages in the query cache. Fetches by seq, or by revision when the server has revisions. */
export class MessageWriter {
  readonly #client: QueryClient
  readonly #fetch: FetchMessages
  readonly #onStored: (clientMessageId: string) => void
  readonly #early = new Map<string, Message[]>()
  readonly #earlyTimelineEvents = new Map<string, TimelineEvent[]>()
  /** Highest message number that the server has reported per conversation. */
  readonly #heads = new Map<string, number>()

  constructor(
    client: QueryClient,
    fetch: FetchMessages,
    onStored: (clientMessageId: string) => void = () => {},
  ) {
    this.#client = client
    this.#fetch = fetch
    this.#onStored = onStored
  }

  thread(ticketId: string): Thread | undefined {
    return this.#client.getQueryData<Thread>(messagesKey(ticketId))
  }

  /** Query function: fetches messages and merges them with events received in the meantime. */
  async read(ticketId: string, signal?: AbortSignal): Promise<Thread> {
    const thread = this.thread(ticketId)
    if (thread !== undefined && countsRevisions(thread))
      return this.#readChanges(ticketId, thread.revision, signal)
    const since = firstSeqToFetch(thread?.messages ?? [])
    if (since === null) return this.#readNewest(ticketId, signal)
    return this.#merged(ticketId, await this.#fetchAfter(ticketId, since, signal))
  }

  async #fetchAfter(ticketId: string, since: number, signal?: AbortSignal): Promise<Found> {
    let found: Found = NOTHING_FOUND
    let after = since
    for (let pages = 0; pages < MAX_CATCH_UP_PAGES; pages += 1) {
      const page = await this.#fetch(ticketId, { after_seq: after, limit: MAX_MESSAGES_LIMIT }, signal)
      const { items } = page
      found = both(found, foundIn(page))
      const last = lastSeqOf(items)
      if (items.length < MAX_MESSAGES_LIMIT || last <= after) break
      after = last
    }
    return found
  }

  async readOlder(ticketId: string, signal?: AbortSignal): Promise<void> {
    const first = firstSeqOf(this.thread(ticketId)?.messages ?? [])
    if (first <= 1) return
    const page = await this.#fetch(ticketId, { before_seq: first, limit: MESSAGES_LIMIT }, signal)
    const thread = this.#merged(ticketId, foundIn(page))
    this.#write(ticketId, { ...thread, hasOlder: reachesBack(page.items, MESSAGES_LIMIT) })
  }

  /** Loads older messages back to `seq`; adds the pages when all have arrived, so that the conversation has no gaps. */
  async readBackTo(ticketId: string, seq: number, signal?: AbortSignal): Promise<void> {
    const first = firstSeqOf(this.thread(ticketId)?.messages ?? [])
    const lowestSeq = Math.max(1, seq - MESSAGES_LIMIT / 2)
    const pages: number[] = []
    for (let before = first; before > lowestSeq; before -= MAX_MESSAGES_LIMIT) pages.push(before)
    if (pages.length === 0) return
    let found: Found = NOTHING_FOUND
    const next = pages.values()
    const readOn = async () => {
      for (const before of next) {
        const range = { before_seq: before, limit: Math.min(MAX_MESSAGES_LIMIT, before - lowestSeq) }
        const page = await this.#fetch(ticketId, range, signal)
        found = both(found, foundIn(page))
      }
    }
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, readOn))
    const thread = this.#merged(ticketId, found)
    this.#write(ticketId, { ...thread, hasOlder: firstSeqOf(thread.messages) > 1 })
  }

  /** Fetches a message again. Returns undefined when the message no longer exists. */
  async readAgain({
    ticket_id,
    id,
    seq,
  }: Pick<Message, 'id' | 'ticket_id' | 'seq'>): Promise<Message | undefined> {
    if (seq === 0) return undefined
    const { items } = await this.#fetch(ticket_id, { before_seq: seq + 1, limit: 1 })
    for (const message of items) this.apply(message)
    return items.find((message) => message.id === id)
  }

  /** Adds a message from the socket or from the response to a send. Returns false when earlier changes are missing. */
  apply(message: Message): boolean {
    this.#notifyStored([message])
    const thread = this.thread(message.ticket_id)
    if (!thread) {
      this.#cacheEarly(message)
      return true
    }
    const older = isOlder(thread, message)
    if (older) this.#cacheEarly(message)
    const messages = older ? thread.messages : mergeMessages(thread.messages, [message])
    // Only the next revision leaves no gap; when a later revision arrives, a fetch loads those in between.
    const isNext = thread.revision > 0 && message.revision === thread.revision + 1
    const revision = isNext ? message.revision : thread.revision
    if (messages !== thread.messages || isNext)
      this.#write(message.ticket_id, { ...thread, messages, revision })
    return !hasSeqGap(messages.map((each) => each.seq)) && !lacksRevision(thread, message.revision - 1)
  }

  /** Adds a timeline event from the socket. Returns false when earlier changes are missing. */
  applyTimelineEvent(timelineEvent: TimelineEvent): boolean {
    const { ticket_id: id } = timelineEvent
    const thread = this.thread(id)
    if (!thread) {
      addBounded(this.#earlyTimelineEvents, id, timelineEvent)
      return true
    }
    const isNext = thread.revision > 0 && timelineEvent.revision === thread.revision + 1
    const timelineEvents = mergeTimelineEvents(thread.timelineEvents, [timelineEvent])
    if (timelineEvents !== thread.timelineEvents || isNext)
      this.#write(id, {
        ...thread,
        timelineEvents,
        revision: isNext ? timelineEvent.revision : thread.revision,
      })
    return !lacksRevision(thread, timelineEvent.revision - 1)
  }

  isBehind(ticketId: string, lastSeq: number, lastRevision = 0): boolean {
    const thread = this.thread(ticketId)
    this.#heads.set(ticketId, Math.max(lastSeq, this.#heads.get(ticketId) ?? 0))
    if (!thread) return false
    if (lacksRevision(thread, lastRevision)) return true
    return hasSeqGap(
      thread.messages.map((each) => each.seq),
      lastSeq,
    )
  }

  async #readNewest(ticketId: string, signal?: AbortSignal): Promise<Thread> {
    const page = await this.#fetch(ticketId, { limit: MESSAGES_LIMIT }, signal)
    const thread = this.#merged(ticketId, foundIn(page))
    if (this.thread(ticketId)) return thread
    return { ...thread, hasOlder: reachesBack(page.items, MESSAGES_LIMIT), revision: revisionOf(page) }
  }

  async #readChanges(ticketId: string, since: number, signal?: AbortSignal): Promise<Thread> {
    let found: Found = NOTHING_FOUND
    let after = since
    for (let pages = 0; pages < MAX_CATCH_UP_PAGES; pages += 1) {
      const page = await this.#fetch(ticketId, { after_revision: after, limit: MAX_MESSAGES_LIMIT }, signal)
      found = both(found, foundIn(page))
      const last = revisionOf(page)
      if (last <= after) break
      after = last
      if (page.revision > 0 ? !page.has_more : page.items.length < MAX_MESSAGES_LIMIT) break
    }
    const thread = this.thread(ticketId) ?? EMPTY_THREAD
    // During a release, the previous server version assigns no revisions; its messages are found by message number.
    const held = mergeMessages(
      thread.messages,
      found.items.filter((message) => !isOlder(thread, message)),
    )
    if (
      hasSeqGap(
        held.map((each) => each.seq),
        this.#heads.get(ticketId),
      )
    )
      found = both(found, await this.#fetchAfter(ticketId, firstSeqToFetch(held) ?? 0, signal))
    for (const message of found.items) if (isOlder(thread, message)) this.#cacheEarly(message)
    const items = found.items.filter((message) => !isOlder(thread, message))
    const merged = this.#merged(ticketId, { ...found, items })
    return after > merged.revision ? { ...merged, revision: after } : merged
  }

  #merged(ticketId: string, { items, timelineEvents: notified }: Found): Thread {
    this.#notifyStored(items)
    const known = this.thread(ticketId) ?? EMPTY_THREAD
    const first = Math.min(...[...known.messages, ...items].map((each) => each.seq))
    const isLoaded = ({ seq }: Message) => seq === 0 || seq >= first || first === Number.POSITIVE_INFINITY
    const waiting = this.#early.get(ticketId) ?? []
    const early = waiting.filter(isLoaded)
    const later = waiting.filter((each) => !isLoaded(each))
    if (later.length === 0) this.#early.delete(ticketId)
    else this.#early.set(ticketId, later)
    const messages = mergeMessages(known.messages, [...early, ...items])
    const timelineEvents =
      notified === null
        ? known.timelineEvents
        : mergeTimelineEvents(known.timelineEvents, [
            ...notified,
            ...(this.#earlyTimelineEvents.get(ticketId) ?? []),
          ])
    if (notified !== null) this.#earlyTimelineEvents.delete(ticketId)
    return messages === known.messages && timelineEvents === known.timelineEvents
      ? known
      : { ...known, messages, timelineEvents }
  }

  #notifyStored(messages: readonly Message[]): void {
    for (const { client_message_id } of messages)
      if (client_message_id !== null) this.#onStored(client_message_id)
  }

  #write(ticketId: string, thread: Thread): void {
    const key = messagesKey(ticketId)
    const updatedAt = this.#client.getQueryState(key)?.dataUpdatedAt
    this.#client.setQueryData(key, thread, updatedAt === undefined ? {} : { updatedAt })
  }

  #cacheEarly(message: Message): void {
    addBounded(this.#early, message.ticket_id, message)
  }
}

/** Adds an item to a buffer. Beyond the limits, drops the buffer's oldest item or the least recently used buffer. */
function addBounded<T>(map: Map<string, T[]>, ticketId: string, item: T): void {
  const list = map.get(ticketId) ?? []
  map.delete(ticketId)
  map.set(ticketId, [...list, item].slice(-MAX_EARLY))
  if (map.size <= MAX_EARLY_TICKETS) return
  const oldest = map.keys().next().value
  if (oldest !== undefined) map.delete(oldest)
}

const NOTHING_FOUND: Found = { items: [], timelineEvents: null }

/** A server that sends a page revision also sends timeline events. */
const foundIn = ({ items, timeline_events, revision }: MessagePage): Found => ({
  items,
  timelineEvents: revision > 0 ? timeline_events : null,
})

const both = (a: Found, b: Found): Found => ({
  items: [...a.items, ...b.items],
  timelineEvents:
    b.timelineEvents === null ? a.timelineEvents : [...(a.timelineEvents ?? []), ...b.timelineEvents],
})

/** Returns the page's revision or, if the server sends none, the highest revision of the page's messages. */
const revisionOf = ({ revision, items }: MessagePage) => revision || lastRevisionOf(items)

/** True for a message of an older page. Its change is buffered, because a running fetch of the page may miss it. */
function isOlder(thread: Thread, message: Message): boolean {
  return thread.hasOlder && message.seq > 0 && message.seq < firstSeqOf(thread.messages)
}

/** True if messages have revisions, even when the conversation was empty at the first fetch. */
function countsRevisions({ revision, messages }: Thread): boolean {
  return revision > 0 || lastRevisionOf(messages) > 0
}

function lacksRevision(thread: Thread, revision: number): boolean {
  return thread.revision > 0 && revision > thread.revision
}

function reachesBack(items: readonly Message[], limit: number): boolean {
  return items.length >= limit && firstSeqOf(items) > 1
}

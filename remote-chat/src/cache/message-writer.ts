import type { QueryClient } from '@tanstack/react-query'
import { type MessagePage, type MessageRange, messagesKey } from 'shared/api'
import { MAX_MESSAGES_LIMIT, MESSAGES_LIMIT } from 'shared/contract/constants.ts'
import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import {
  catchUpFrom,
  EMPTY_THREAD,
  firstSeqOf,
  hasSeqGap,
  lastRevisionOf,
  lastSeqOf,
  mergeLines,
  mergeMessages,
  type Thread,
} from './message-merge.ts'

export type FetchMessages = (
  ticketId: string,
  range: MessageRange,
  signal?: AbortSignal,
) => Promise<MessagePage>

/** What came in one or more pages; `lines` is null where the server tells none. */
type Found = { items: readonly Message[]; lines: readonly ConversationLine[] | null }

/** Messages heard before their page is loaded are kept for it, so many per ticket and so many tickets. */
const MAX_EARLY = 200
const MAX_EARLY_TICKETS = 50
/** A catch-up asks for page after page; this many are a whole day's absence. */
const MAX_CATCH_UP_PAGES = 20
/** On the way back to an old message. */
const PAGES_AT_ONCE = 4

/**
 * The one writer of messages in the query cache: answers, socket events and own sends meet here. They are asked for by seq, and
 * stand in the order in which they were said.
 * A server that counts revisions is asked for what came or changed since the last one that is wholly known here.
 */
export class MessageWriter {
  readonly #client: QueryClient
  readonly #fetch: FetchMessages
  readonly #onStored: (clientMessageId: string) => void
  readonly #early = new Map<string, Message[]>()
  readonly #earlyLines = new Map<string, ConversationLine[]>()
  /** The highest number that the server has told of a conversation. */
  readonly #heads = new Map<string, number>()

  /** `onStored` receives the `client_message_id` of every message that the server is known to have. */
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

  /** For the query function: the newest messages, or what came and changed since. Events heard meanwhile are in the answer. */
  async read(ticketId: string, signal?: AbortSignal): Promise<Thread> {
    const thread = this.thread(ticketId)
    if (thread !== undefined && countsRevisions(thread))
      return this.#readChanges(ticketId, thread.revision, signal)
    const since = catchUpFrom(thread?.messages ?? [])
    if (since === null) return this.#readNewest(ticketId, signal)
    return this.#merged(ticketId, await this.#fetchAfter(ticketId, since, signal))
  }

  /** The messages after a number, page by page. */
  async #fetchAfter(ticketId: string, since: number, signal?: AbortSignal): Promise<Found> {
    let found: Found = NOTHING
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

  /** The page before the first message. Adds it to the conversation. */
  async readOlder(ticketId: string, signal?: AbortSignal): Promise<void> {
    const first = firstSeqOf(this.thread(ticketId)?.messages ?? [])
    if (first <= 1) return
    const page = await this.#fetch(ticketId, { before_seq: first, limit: MESSAGES_LIMIT }, signal)
    const thread = this.#merged(ticketId, foundIn(page))
    this.#write(ticketId, { ...thread, hasOlder: reachesBack(page.items, MESSAGES_LIMIT) })
  }

  /**
   * All pages back to a number, some at once: what is shown has no holes. They are added when all of them are there. Nothing
   * happens where the server gives no numbers.
   */
  async readBackTo(ticketId: string, seq: number, signal?: AbortSignal): Promise<void> {
    const first = firstSeqOf(this.thread(ticketId)?.messages ?? [])
    const lowest = Math.max(1, seq - MESSAGES_LIMIT / 2)
    const pages: number[] = []
    for (let before = first; before > lowest; before -= MAX_MESSAGES_LIMIT) pages.push(before)
    if (pages.length === 0) return
    let found: Found = NOTHING
    const next = pages.values()
    const readOn = async () => {
      for (const before of next) {
        const range = { before_seq: before, limit: Math.min(MAX_MESSAGES_LIMIT, before - lowest) }
        const page = await this.#fetch(ticketId, range, signal)
        found = both(found, foundIn(page))
      }
    }
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, readOn))
    const thread = this.#merged(ticketId, found)
    this.#write(ticketId, { ...thread, hasOlder: firstSeqOf(thread.messages) > 1 })
  }

  /** One message as the server has it now: its picture's signed address may have expired. Undefined where it is gone. */
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

  /** A message that came over the socket or as the answer to a send. False when something before it is missing. */
  apply(message: Message): boolean {
    this.#tellStored([message])
    const thread = this.thread(message.ticket_id)
    if (!thread) {
      this.#keepEarly(message)
      return true
    }
    const older = isOlder(thread, message)
    if (older) this.#keepEarly(message)
    const messages = older ? thread.messages : mergeMessages(thread.messages, [message])
    // Only the next revision leaves no gap; after a later one a fetch brings what came between.
    const isNext = thread.revision > 0 && message.revision === thread.revision + 1
    const revision = isNext ? message.revision : thread.revision
    if (messages !== thread.messages || isNext)
      this.#write(message.ticket_id, { ...thread, messages, revision })
    return !hasSeqGap(messages.map((each) => each.seq)) && !lacksRevision(thread, message.revision - 1)
  }

  /** A line that came over the socket. False when something before it is missing. */
  applyLine(line: ConversationLine): boolean {
    const { ticket_id: id } = line
    const thread = this.thread(id)
    if (!thread) {
      keepBounded(this.#earlyLines, id, line)
      return true
    }
    const isNext = thread.revision > 0 && line.revision === thread.revision + 1
    const lines = mergeLines(thread.lines, [line])
    if (lines !== thread.lines || isNext)
      this.#write(id, { ...thread, lines, revision: isNext ? line.revision : thread.revision })
    return !lacksRevision(thread, line.revision - 1)
  }

  /** True when the loaded conversation lacks something up to this number, or up to this revision. */
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

  /** What came or changed after a revision, page by page in the order of revision. */
  async #readChanges(ticketId: string, since: number, signal?: AbortSignal): Promise<Thread> {
    let found: Found = NOTHING
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
    // A server of an earlier release counts no revisions: what it stores while it still runs is found by its number.
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
      found = both(found, await this.#fetchAfter(ticketId, catchUpFrom(held) ?? 0, signal))
    for (const message of found.items) if (isOlder(thread, message)) this.#keepEarly(message)
    const items = found.items.filter((message) => !isOlder(thread, message))
    const merged = this.#merged(ticketId, { ...found, items })
    return after > merged.revision ? { ...merged, revision: after } : merged
  }

  /** The cached conversation merged with what was found and with the early messages that belong to it. */
  #merged(ticketId: string, { items, lines: told }: Found): Thread {
    this.#tellStored(items)
    const known = this.thread(ticketId) ?? EMPTY_THREAD
    const first = Math.min(...[...known.messages, ...items].map((each) => each.seq))
    // Early messages are merged only where their page is loaded; the others wait for it.
    const isLoaded = ({ seq }: Message) => seq === 0 || seq >= first || first === Number.POSITIVE_INFINITY
    const waiting = this.#early.get(ticketId) ?? []
    const early = waiting.filter(isLoaded)
    const later = waiting.filter((each) => !isLoaded(each))
    if (later.length === 0) this.#early.delete(ticketId)
    else this.#early.set(ticketId, later)
    const messages = mergeMessages(known.messages, [...early, ...items])
    const lines =
      told === null
        ? known.lines
        : mergeLines(known.lines, [...told, ...(this.#earlyLines.get(ticketId) ?? [])])
    if (told !== null) this.#earlyLines.delete(ticketId)
    return messages === known.messages && lines === known.lines ? known : { ...known, messages, lines }
  }

  #tellStored(messages: readonly Message[]): void {
    for (const { client_message_id } of messages)
      if (client_message_id !== null) this.#onStored(client_message_id)
  }

  #write(ticketId: string, thread: Thread): void {
    const key = messagesKey(ticketId)
    const updatedAt = this.#client.getQueryState(key)?.dataUpdatedAt
    this.#client.setQueryData(key, thread, updatedAt === undefined ? {} : { updatedAt })
  }

  #keepEarly(message: Message): void {
    keepBounded(this.#early, message.ticket_id, message)
  }
}

/** Adds to what is kept for a ticket; the oldest of it, and the ticket longest untouched, are forgotten. */
function keepBounded<T>(map: Map<string, T[]>, ticketId: string, item: T): void {
  const kept = map.get(ticketId) ?? []
  map.delete(ticketId)
  map.set(ticketId, [...kept, item].slice(-MAX_EARLY))
  if (map.size <= MAX_EARLY_TICKETS) return
  const oldest = map.keys().next().value
  if (oldest !== undefined) map.delete(oldest)
}

const NOTHING: Found = { items: [], lines: null }

/** A server that says up to where its answer is whole tells lines, too. */
const foundIn = ({ items, lines, revision }: MessagePage): Found => ({
  items,
  lines: revision > 0 ? lines : null,
})

const both = (a: Found, b: Found): Found => ({
  items: [...a.items, ...b.items],
  lines: b.lines === null ? a.lines : [...(a.lines ?? []), ...b.lines],
})

/** Up to where a page is whole. Without a word of the server: revisions are given out and seen in order, so who has seen one has seen all before it. */
const revisionOf = ({ revision, items }: MessagePage) => revision || lastRevisionOf(items)

/** A change of a message on a page that is not loaded: it waits for that page, which may have been read before the change. */
function isOlder(thread: Thread, message: Message): boolean {
  return thread.hasOlder && message.seq > 0 && message.seq < firstSeqOf(thread.messages)
}

/** Also true for a conversation that was empty when first fetched and has received messages with revisions since. */
function countsRevisions({ revision, messages }: Thread): boolean {
  return revision > 0 || lastRevisionOf(messages) > 0
}

function lacksRevision(thread: Thread, revision: number): boolean {
  return thread.revision > 0 && revision > thread.revision
}

function reachesBack(items: readonly Message[], limit: number): boolean {
  return items.length >= limit && firstSeqOf(items) > 1
}

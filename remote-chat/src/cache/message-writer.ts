import type { QueryClient } from '@tanstack/react-query'
import { type MessageRange, messagesKey } from 'shared/api'
import { MAX_MESSAGES_LIMIT, MESSAGES_LIMIT } from 'shared/contract/constants.ts'
import type { Message } from 'shared/contract/messages/message.ts'
import { hasSeqGap } from 'shared/realtime'
import { catchUpFrom, EMPTY_THREAD, mergeMessages, type Thread } from './message-merge.ts'

export type FetchMessages = (
  ticketId: string,
  range: MessageRange,
  signal?: AbortSignal,
) => Promise<Message[]>

/** Messages heard before their conversation is loaded are kept for it, so many per ticket and so many tickets. */
const MAX_EARLY = 200
const MAX_EARLY_TICKETS = 50
/** A catch-up asks for page after page; this many are a whole day's absence. */
const MAX_CATCH_UP_PAGES = 20

/** The one writer of messages in the query cache: answers, socket events and own sends meet here, in the order of seq. */
export class MessageWriter {
  readonly #client: QueryClient
  readonly #fetch: FetchMessages
  readonly #early = new Map<string, Message[]>()

  constructor(client: QueryClient, fetch: FetchMessages) {
    this.#client = client
    this.#fetch = fetch
  }

  thread(ticketId: string): Thread | undefined {
    return this.#client.getQueryData<Thread>(messagesKey(ticketId))
  }

  /** For the query function: the newest messages, or what came since. Events heard meanwhile are in the answer. */
  async read(ticketId: string, signal?: AbortSignal): Promise<Thread> {
    const since = catchUpFrom(this.thread(ticketId)?.messages ?? [])
    if (since === null) return this.#readNewest(ticketId, signal)
    const found: Message[] = []
    let after = since
    for (let page = 0; page < MAX_CATCH_UP_PAGES; page += 1) {
      const items = await this.#fetch(ticketId, { after_seq: after, limit: MAX_MESSAGES_LIMIT }, signal)
      found.push(...items)
      const last = items.reduce((highest, message) => Math.max(highest, message.seq), 0)
      if (items.length < MAX_MESSAGES_LIMIT || last <= after) break
      after = last
    }
    return this.#merged(ticketId, found)
  }

  /** The page before the first message. Adds it to the conversation. */
  async readOlder(ticketId: string, signal?: AbortSignal): Promise<void> {
    const first = this.thread(ticketId)?.messages[0]
    if (!first || first.seq <= 1) return
    const items = await this.#fetch(ticketId, { before_seq: first.seq, limit: MESSAGES_LIMIT }, signal)
    const thread = this.#merged(ticketId, items)
    this.#write(ticketId, { ...thread, hasOlder: reachesBack(items, MESSAGES_LIMIT) })
  }

  /** A message that came over the socket or as the answer to a send. False when messages before it are missing. */
  apply(message: Message): boolean {
    const thread = this.thread(message.ticket_id)
    if (!thread) {
      this.#keepEarly(message)
      return true
    }
    const messages = mergeMessages(thread.messages, [message])
    if (messages !== thread.messages) this.#write(message.ticket_id, { ...thread, messages })
    return !hasSeqGap(messages.map((each) => each.seq))
  }

  /** True when the loaded conversation lacks something up to this number. */
  isBehind(ticketId: string, lastSeq: number): boolean {
    const thread = this.thread(ticketId)
    if (!thread) return false
    return hasSeqGap(
      thread.messages.map((each) => each.seq),
      lastSeq,
    )
  }

  async #readNewest(ticketId: string, signal?: AbortSignal): Promise<Thread> {
    const items = await this.#fetch(ticketId, { limit: MESSAGES_LIMIT }, signal)
    const thread = this.#merged(ticketId, items)
    return this.thread(ticketId) ? thread : { ...thread, hasOlder: reachesBack(items, MESSAGES_LIMIT) }
  }

  /** What is known now, with these; what was heard early is taken up and forgotten. */
  #merged(ticketId: string, items: readonly Message[]): Thread {
    const known = this.thread(ticketId) ?? EMPTY_THREAD
    const first = items[0]?.seq ?? 0
    // Of what was heard early, only what belongs to the stretch that is loaded: the rest is an older page.
    const early = (this.#early.get(ticketId) ?? []).filter((each) => each.seq === 0 || each.seq >= first)
    this.#early.delete(ticketId)
    const messages = mergeMessages(known.messages, [...early, ...items])
    return messages === known.messages ? known : { ...known, messages }
  }

  #write(ticketId: string, thread: Thread): void {
    const key = messagesKey(ticketId)
    const updatedAt = this.#client.getQueryState(key)?.dataUpdatedAt
    this.#client.setQueryData(key, thread, updatedAt === undefined ? {} : { updatedAt })
  }

  #keepEarly(message: Message): void {
    const kept = this.#early.get(message.ticket_id) ?? []
    this.#early.delete(message.ticket_id)
    this.#early.set(message.ticket_id, [...kept, message].slice(-MAX_EARLY))
    if (this.#early.size > MAX_EARLY_TICKETS) {
      const oldest = this.#early.keys().next().value
      if (oldest !== undefined) this.#early.delete(oldest)
    }
  }
}

function reachesBack(items: readonly Message[], limit: number): boolean {
  const first = items[0]
  return items.length >= limit && first !== undefined && first.seq > 1
}
